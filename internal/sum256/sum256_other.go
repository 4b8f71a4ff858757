//go:build !js

package sum256

import (
	"crypto/sha256"
	"hash"
)

// New returns SHA-256 of no text.
func New() hash.Hash { return sha256.New() }

// Sum returns SHA-256 of a text.
func Sum(text []byte) [Size]byte { return sha256.Sum256(text) }
