package dlx

import (
	"fmt"
	"slices"
	"strings"
)

// coreNames are the names of the cores, by number.
var coreNames = []string{"auto", "links", "sparse", "bitset", "ahead"}

// String returns the name of a core in lower case.
func (c Core) String() string {
	if c < 0 || int(c) >= len(coreNames) {
		return fmt.Sprintf("core %d", int(c))
	}
	return coreNames[c]
}

// CoreNames returns the names of all cores, as [CoreNamed] takes them.
func CoreNames() []string { return slices.Clone(coreNames) }

// CoreNamed returns the core with that name: "auto", "links", "sparse", "bitset" or
// "ahead".
func CoreNamed(name string) (Core, error) {
	if k := slices.Index(coreNames, name); k >= 0 {
		return Core(k), nil
	}
	last := len(coreNames) - 1
	return 0, fmt.Errorf("core %q; it is %s or %s", name, strings.Join(coreNames[:last], ", "), coreNames[last])
}

// MarshalText returns the name of the core. It fails for a value that is no core.
func (c Core) MarshalText() ([]byte, error) {
	if _, err := CoreNamed(c.String()); err != nil {
		return nil, err
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads the name of a core as [CoreNamed] does.
func (c *Core) UnmarshalText(text []byte) (err error) {
	*c, err = CoreNamed(string(text))
	return err
}
