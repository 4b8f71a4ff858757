package puzzle

// Image lets tests see the map of cells.
func (s Symmetry) Image() []int { return s.image }

// Recolours lets tests see whether signs change.
func (s Symmetry) Recolours() bool { return s.recolours }
