package base

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSizesAreRead(t *testing.T) {
	for text, want := range map[string]Bytes{
		"1": 1, "512K": 512 << 10, "3m": 3 << 20, "2G": 2 << 30, "2GB": 2 << 30, "2gib": 2 << 30, "1T": 1 << 40, "7b": 7,
	} {
		var f Bytes
		require.NoError(t, f.Set(text), text)
		assert.Equal(t, want, f, text)
		var again Bytes
		require.NoError(t, again.Set(f.String()))
		assert.Equal(t, f, again, text)
	}
	for _, text := range []string{"", "G", "-1G", "0", "1.5G", "2P", "1 G", "99999999999T", "9223372036854775808"} {
		f := Bytes(7)
		assert.Error(t, f.Set(text), text)
		assert.Equal(t, Bytes(7), f, text)
	}
}
