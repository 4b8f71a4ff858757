package ledger

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
)

// fromVersion1 turns a ledger of version 1 into one of version 2. Only the kind Solutions
// has other fields. There the header has the length of the other file before the first
// solution. The entry of a cube has that length after its last solution, and the number
// of all solutions up to there. The cubes were finished in their order.
//
// Entries are dropped when an earlier cube is missing, because then nobody knows where
// theirs begin.
func (l *Ledger) fromVersion1(header []byte) error {
	l.Header.Version = Version
	if l.Header.Kind != Solutions {
		return nil
	}
	var begin struct{ Length int64 }
	if err := json.Unmarshal(object(header), &begin); err != nil || begin.Length < 0 {
		return ErrFormat
	}
	slices.SortStableFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(a.Cube, b.Cube) })
	l.Entries = slices.CompactFunc(l.Entries, func(a, b Entry) bool {
		return a.Cube == b.Cube && a.Count.Cmp(b.Count) == 0 && a.Length == b.Length
	})
	offset, count := begin.Length, new(big.Int)
	for i := range l.Entries {
		e := &l.Entries[i]
		number := new(big.Int).Sub(e.Count, count)
		length := e.Length - offset
		if l.Header.Output == "" {
			length = 0
		}
		if e.Cube != i || number.Sign() < 0 || length < 0 {
			l.Dropped += len(l.Entries) - i
			l.Entries = l.Entries[:i]
			break
		}
		first := count.Int64() + 1
		count, e.Count = e.Count, number
		if e.Length = length; length > 0 {
			e.Offset = offset
			offset += length
		}
		e.First = first
	}
	return nil
}
