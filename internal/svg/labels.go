package svg

// Sizes of labels: of their fonts, and in cells.
const (
	labelSize      = 13
	labelWidth     = 0.84
	smallLabelSize = 8
	smallLabelTop  = 0.36 // how far a label above a number is from the middle of its cell
	hexTopWidth    = 0.4  // a hexagon is narrower there
)

// labelAt returns the label of the square at a place, or "".
func (b board) labelAt(row, col int) string {
	if i := row*b.Board.Width() + col; i < len(b.Labels) {
		return b.Labels[i]
	}
	return ""
}

// labels adds the labels of squares. A label is small and above the middle of a cell if busy
// reports that the cell has a number or a stone.
func (b board) labels(busy func(cell int) bool) {
	for row := range b.Board.Height() {
		for col := range b.Board.Width() {
			label, cell, middle := b.labelAt(row, col), b.Board.Cell(row, col), b.MiddleAt(row, col)
			switch {
			case label == "":
			case cell < 0:
				b.text("label bright", "", middle, labelSize, labelWidth, label)
			case busy(cell):
				width := labelWidth
				if b.Hex {
					width = hexTopWidth
				}
				b.text("label", "", middle.MovedBy(0, -smallLabelTop), smallLabelSize, width, label)
			default:
				b.text("label", "", middle, labelSize, labelWidth, label)
			}
		}
	}
}
