package dlx

// AddItems is [Problem.Add] for an option without colours. The items are plain numbers:
//
//	p.AddItems(row, n+column)
func (p *Problem) AddItems(items ...int) int {
	var space [16]Element // most options are small
	elements := space[:0]
	for _, i := range items {
		if i < 0 || i >= p.items() {
			p.blame("option %d has item %d: items go from 0 to %d", p.Options(), i, p.items()-1)
			i = -1 // no other item, whatever its low bits are
		}
		elements = append(elements, Element{Item: Item(i)})
	}
	return p.Add(elements...)
}
