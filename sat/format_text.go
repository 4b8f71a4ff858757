package sat

import (
	"fmt"
	"slices"
)

// formatNames are the names of the formats, as the program takes them.
var formatNames = []string{"drat", "lrat"}

// String returns "drat" or "lrat".
func (f ProofFormat) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("format %d", int(f))
	}
	return formatNames[f]
}

// MarshalText returns the name of the format. It fails for a value that is no format.
func (f ProofFormat) MarshalText() ([]byte, error) {
	if f < 0 || int(f) >= len(formatNames) {
		return nil, fmt.Errorf("sat: no proof format has the number %d", int(f))
	}
	return []byte(f.String()), nil
}

// UnmarshalText reads the name of a format.
func (f *ProofFormat) UnmarshalText(text []byte) error {
	i := slices.Index(formatNames, string(text))
	if i < 0 {
		return fmt.Errorf("sat: no proof format %.40q; the formats are drat and lrat", text)
	}
	*f = ProofFormat(i)
	return nil
}
