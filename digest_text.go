package crosscut

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// MarshalText returns the digest as [Digest.String] does, for JSON and the like. The error is
// always nil.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what [Digest.String] wrote.
func (d *Digest) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != 16 || strings.ToLower(string(text)) != string(text) {
		return fmt.Errorf("digest %.40q; it is 32 hexadecimal digits", text)
	}
	*d = Digest{binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])}
	return nil
}
