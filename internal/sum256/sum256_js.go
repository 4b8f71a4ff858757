package sum256

import (
	"hash"

	"golang.org/x/crypto/blake2b"
)

// New returns BLAKE2b with 256 bits of no text. SHA-256 of Go's library brings other ciphers
// and tests of itself: 47 kB of gzip for a page. A page compares its hashes with no other
// program.
func New() hash.Hash {
	h, err := blake2b.New256(nil)
	if err != nil { // only a key that is too long has an error
		return nil
	}
	return h
}

// Sum returns BLAKE2b with 256 bits of a text.
func Sum(text []byte) [Size]byte { return blake2b.Sum256(text) }
