package model

// ItemSets hold the primary items of the options of tables as sets. They are in narrow if a
// set of them fits into one word. Otherwise they are in planes, each of which holds two
// words of every set.
type ItemSets struct {
	Breadth int // number of words of a set of items: 1 or an even number

	Narrow [][64]uint64
	Planes [][]Block
}

// Block holds the sets of items of 64 options, two words each. The bits of these options
// are in the same word of a set of options.
type Block [64][2]uint64

// NewItemSets records the primary items of the options.
func NewItemSets(t *Tables) ItemSets {
	s := ItemSets{Breadth: 1}
	if t.Primary > 64 {
		s.Breadth = (t.Primary + 127) / 128 * 2
		s.Planes = make([][]Block, s.Breadth/2)
		for k := range s.Planes {
			s.Planes[k] = make([]Block, t.Words)
		}
	} else {
		s.Narrow = make([][64]uint64, t.Words)
	}
	for o := range t.Options {
		for _, i := range t.ItemsOf(o) {
			if s.Breadth == 1 {
				s.Narrow[o>>6][o&63] |= 1 << i
			} else {
				s.Planes[i>>7][o>>6][o&63][i>>6&1] |= 1 << (i & 63)
			}
		}
	}
	return s
}

// Shut sets to = from without the items of option o.
func (s *ItemSets) Shut(to, from []uint64, o int) {
	if s.Breadth == 1 {
		to[0] = from[0] &^ s.Narrow[o>>6][o&63]
		return
	}
	for k, plane := range s.Planes {
		items := &plane[o>>6][o&63]
		to[2*k] = from[2*k] &^ items[0]
		to[2*k+1] = from[2*k+1] &^ items[1]
	}
}
