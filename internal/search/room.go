package search

import "sync/atomic"

// leastRoom is the size from which an allocation is asked for, in bytes. Smaller ones are
// left to whoever watches the memory from time to time.
const leastRoom = 1 << 20

// room is what [Room] asks, nil without a limit. A limit of memory is for the whole process,
// as the heap is.
var room atomic.Pointer[func(bytes int64) error]

// LimitMemory makes [Room] ask the given function until the caller calls restore. The
// function returns a [*LimitError] when so many bytes more would break the limit.
func LimitMemory(ask func(bytes int64) error) (restore func()) {
	before := room.Swap(&ask)
	return func() { room.Store(before) }
}

// Room returns a [*LimitError] when the process has a limit of memory and so many bytes more
// would break it. Code that is about to allocate a large piece asks first: when the piece is
// there, it is too late.
func Room(bytes int64) error {
	if bytes < leastRoom {
		return nil
	}
	ask := room.Load()
	if ask == nil {
		return nil
	}
	return (*ask)(bytes)
}

// RoomToAppend returns what [Room] says about appending to a slice with the given length and
// capacity. Append copies a full slice to one that is larger by a quarter or more, and both
// are there for a while.
func RoomToAppend(length, capacity, more, elementSize int) error {
	if length+more <= capacity {
		return nil
	}
	return Room(int64(max(length+more, capacity+capacity/4)) * int64(elementSize))
}
