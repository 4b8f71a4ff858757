package run

// A full disk is an error like others there.
func full(error) bool { return false }

// No error says that a disk fails there.
func fails(error) bool { return false }

// Whether a process lives, its sign of life says there.
func alive(int) bool { return true }
