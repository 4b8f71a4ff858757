package native

// magicCube is a state of a walk whose fillings are yet to be found (crew.go). A walk
// remembers nothing, so what is found there, and in which order, follows from the state.
type magicCube struct {
	step       int // to be made next
	value      [64]int32
	free       uint64
	from, part float64
}

// cutAll returns the cubes of a walk, having counted the nodes above them.
func (w *magicWalk) cutAll(free uint64, from, part float64) ([]magicCube, error) {
	var cubes []magicCube
	w.cubePart = part / cubesOfSearch
	w.cut = func(step int, free uint64, from, part float64) {
		cubes = append(cubes, magicCube{step: step, value: *w.value, free: free, from: from, part: part})
	}
	err := w.run(0, free, from, part)
	w.cut = nil
	return cubes, err
}

// runCut walks a cube that was cut off, by this walk or by another of the same plan.
func (w *magicWalk) runCut(c *magicCube) error {
	*w.value = c.value
	return w.run(c.step, c.free, c.from, c.part)
}
