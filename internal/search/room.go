package search

import (
	"reflect"
	"sync"
)

// leastRoom is the size from which an allocation is asked for, in bytes. For smaller ones
// nobody asks. Whoever sets a limit also checks the memory from time to time.
const leastRoom = 1 << 20

// room is the limit of memory. There is one for the whole process, as the heap is.
var room struct {
	sync.Mutex
	ask      func(bytes int64) error // nil if there is no limit
	reserved int64                   // granted, and not allocated yet
}

// LimitMemory makes [Room] ask the given function until the caller calls restore. The
// function returns a [*LimitError] when so many bytes more would break the limit. It is
// called by one goroutine at a time.
func LimitMemory(ask func(bytes int64) error) (restore func()) {
	room.Lock()
	defer room.Unlock()
	before := room.ask
	room.ask = ask
	return func() {
		room.Lock()
		defer room.Unlock()
		room.ask = before
	}
}

// MemoryIsLimited reports whether there is a limit of memory. Code that can do with less then does.
func MemoryIsLimited() bool {
	room.Lock()
	defer room.Unlock()
	return room.ask != nil
}

// Room reserves memory for the given number of additional bytes. It returns a [*LimitError]
// if the process has a limit of memory, and they would break it. Code that is about to
// allocate a large piece asks first: when the piece is there, it is too late.
//
// The limit cannot see what is granted and not yet allocated. So others are refused these
// bytes until the caller calls allocated. It does so when the piece is allocated, or when it
// needs none any more.
func Room(bytes int64) (allocated func(), err error) {
	if bytes < leastRoom {
		return func() {}, nil
	}
	room.Lock()
	defer room.Unlock()
	if room.ask == nil {
		return func() {}, nil
	}
	if err := room.ask(room.reserved + bytes); err != nil {
		return func() {}, err
	}
	room.reserved += bytes
	return sync.OnceFunc(func() {
		room.Lock()
		defer room.Unlock()
		room.reserved -= bytes
	}), nil
}

// RoomToAppend reserves memory, as [Room] does, for appending to a slice with the given length
// and capacity. Append copies a full slice to one that is larger by a quarter or more, and
// both are there for a while.
func RoomToAppend(length, capacity, more, elementSize int) (allocated func(), err error) {
	if length+more <= capacity {
		return func() {}, nil
	}
	return Room(int64(grown(length, capacity, more)) * int64(elementSize))
}

// grown returns the capacity for more elements: a quarter larger, and never only a few elements larger.
func grown(length, capacity, more int) int { return max(length+more, capacity+capacity/4+16) }

// Grow returns the list with a capacity for more elements. If there is no [Room], it returns
// the list as it was, and a [*LimitError]. Unlike [slices.Grow], it does not touch the memory
// that is not in use yet.
func Grow[E any](list []E, more int) ([]E, error) {
	allocated, err := RoomToAppend(len(list), cap(list), more, int(reflect.TypeFor[E]().Size()))
	defer allocated()
	if err != nil || len(list)+more <= cap(list) {
		return list, err
	}
	larger := make([]E, len(list), grown(len(list), cap(list), more))
	copy(larger, list)
	return larger, nil
}
