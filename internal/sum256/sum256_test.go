package sum256_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/sum256"
)

// TestHashesAreThoseOfTheStandard compares with the example of FIPS 180-2, appendix B.1.
// Ledgers on disk hold such hashes, so they must never change.
func TestHashesAreThoseOfTheStandard(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	assert.Equal(t, abc, fmt.Sprintf("%x", sum256.Sum([]byte("abc"))))
	h := sum256.New()
	_, err := io.WriteString(h, "abc")
	require.NoError(t, err)
	assert.Equal(t, abc, fmt.Sprintf("%x", h.Sum(nil)))
	assert.Equal(t, sum256.Size, h.Size())
}
