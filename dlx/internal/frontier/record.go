package frontier

// Record has all moves along a frontier, in the order in which the states are left.
type Record struct {
	Layers  [][]int32 // for each state of a layer, its first move
	states  int       // the number of states in all layers
	Moves   []move
	Options []int32 // the options that the moves choose, one move after the other
}

// move leads to a state of a later layer. Its options begin at the place options, and
// end where those of the next move begin.
type move struct{ Layer, State, Options int32 }

// begin starts the moves of the next state of a layer.
func (r *Record) begin(layer int) {
	r.states++
	r.Layers[layer] = append(r.Layers[layer], int32(len(r.Moves)))
}

// move records a move.
func (r *Record) move(layer, state int, options []int32) {
	r.Moves = append(r.Moves, move{int32(layer), int32(state), int32(len(r.Options))})
	r.Options = append(r.Options, options...)
}

// bytes returns the rough size of the record and of the ZDD that it will become.
func (r *Record) bytes() int { return 12*r.states + 12*cap(r.Moves) + 24*cap(r.Options) }
