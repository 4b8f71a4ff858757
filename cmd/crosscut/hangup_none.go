//go:build js || wasip1

package main

import "os"

// hangup returns nothing: no terminal can close here.
func hangup() []os.Signal { return nil }
