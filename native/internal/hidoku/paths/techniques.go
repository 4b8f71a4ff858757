package paths

// The rows of this room are beside the dispatcher, which asks them.
const (
	maxPartBytes = 1 << 27 // bytes of each half of the memory of partCount
	fieldsBits   = 60      // bits of a word of such a key that may hold fields
)
