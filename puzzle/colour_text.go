package puzzle

// String returns the letter of the colour: "B", "W" or "X".
func (c Colour) String() string { return string(rune(c)) }
