// Package sum256 is the hash of 256 bits that names what must be the same on two machines:
// cubes, plans, outputs and boards of a certificate. No two texts with the same hash are known.
package sum256

// Size is the number of bytes of a hash.
const Size = 32
