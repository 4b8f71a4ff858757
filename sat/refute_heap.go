package sat

// heap holds variables, the one with the highest score on top.
type heap struct {
	score []float64 // by variable
	vars  []int32
	where []int32 // by variable: its index in vars, −1 when it is not there
}

// newHeap returns a heap of the variables 1 to n with score 0.
func newHeap(n int) heap {
	h := heap{score: make([]float64, n+1), where: make([]int32, n+1)}
	for v := 1; v <= n; v++ {
		h.where[v] = int32(len(h.vars))
		h.vars = append(h.vars, int32(v))
	}
	return h
}

// put puts variable v in, unless it is there.
func (h *heap) put(v int) {
	if h.where[v] < 0 {
		h.where[v] = int32(len(h.vars))
		h.vars = append(h.vars, int32(v))
		h.up(len(h.vars) - 1)
	}
}

// take takes the variable on top out, or returns 0 when there is none.
func (h *heap) take() int {
	if len(h.vars) == 0 {
		return 0
	}
	top, last := h.vars[0], h.vars[len(h.vars)-1]
	h.vars = h.vars[:len(h.vars)-1]
	h.where[top] = -1
	if len(h.vars) > 0 {
		h.set(0, last)
		h.down(0)
	}
	return int(top)
}

// raised puts variable v, whose score has risen, in its place.
func (h *heap) raised(v int) {
	if h.where[v] >= 0 {
		h.up(int(h.where[v]))
	}
}

func (h *heap) set(i int, v int32) { h.vars[i], h.where[v] = v, int32(i) }

func (h *heap) up(i int) {
	v := h.vars[i]
	for i > 0 && h.score[v] > h.score[h.vars[(i-1)/2]] {
		h.set(i, h.vars[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *heap) down(i int) {
	v := h.vars[i]
	for {
		child := 2*i + 1
		if child+1 < len(h.vars) && h.score[h.vars[child+1]] > h.score[h.vars[child]] {
			child++
		}
		if child >= len(h.vars) || h.score[h.vars[child]] <= h.score[v] {
			break
		}
		h.set(i, h.vars[child])
		i = child
	}
	h.set(i, v)
}
