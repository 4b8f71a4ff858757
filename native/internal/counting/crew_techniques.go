package counting

// Subtrees says how large subtrees are. A state becomes a subtree if its share of the
// search is at most 1/Subtrees and the share of the state above it is more.
const Subtrees = 256

// NodesBefore is how many nodes one worker searches before others are called. They take
// some milliseconds, and most boards are finished by then.
const NodesBefore = 1 << 12
