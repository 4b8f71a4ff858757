//go:build js || wasip1

package files

import "os"

// Hangup returns nothing: no terminal can close here.
func Hangup() []os.Signal { return nil }
