package base

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Bytes is a number of bytes, as a flag: 512M or 2G. 0 is no limit.
type Bytes int64

// sizeUnits are the units of sizes, from the largest to the smallest.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// String returns the size in the largest unit of which it is a multiple.
func (s *Bytes) String() string {
	if *s == 0 {
		return ""
	}
	for _, unit := range sizeUnits {
		if int64(*s)%unit.bytes == 0 {
			return strconv.FormatInt(int64(*s)/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type names the kind of the flag.
func (s *Bytes) Type() string { return "size" }

// Set reads a size such as 512M, 2G or 2GiB.
func (s *Bytes) Set(text string) error {
	number, unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I"), int64(1)
	for _, u := range sizeUnits {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = cut, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return errors.New("it is a size such as 512M or 2G")
	}
	*s = Bytes(n * unit)
	return nil
}
