package base

import (
	"reflect"
	"slices"
	"sync"
)

// leastRoom is the size from which an allocation is asked for, in bytes. For smaller ones
// nobody asks. Whoever sets a limit also checks the memory from time to time.
const leastRoom = 1 << 20

// room has the limits of memory. They are for the whole process, as the heap is.
var room struct {
	sync.Mutex
	asks     []*func(bytes int64) error // those of the limits
	reserved int64                      // granted, and not allocated yet
}

// LimitMemory makes [Reserve] ask the given function, too, until the caller calls restore. The
// function returns an error when so many bytes more would break the limit. It is
// called by one goroutine at a time.
func LimitMemory(ask func(bytes int64) error) (restore func()) {
	room.Lock()
	defer room.Unlock()
	room.asks = append(room.asks, &ask)
	return func() {
		room.Lock()
		defer room.Unlock()
		room.asks = slices.DeleteFunc(room.asks, func(a *func(int64) error) bool { return a == &ask })
	}
}

// MemoryIsLimited reports whether there is a limit of memory. Code that can do with less then does.
func MemoryIsLimited() bool {
	room.Lock()
	defer room.Unlock()
	return len(room.asks) > 0
}

// Reserve reserves memory for the given number of additional bytes. It returns an error
// if the process has a limit of memory, and they would break it. Code that is about to
// allocate a large piece asks first: when the piece is there, it is too late.
//
// The limit cannot see what is granted and not yet allocated. So others are refused these
// bytes until the caller calls allocated. It does so when the piece is allocated, or when it
// needs none any more.
func Reserve(bytes int64) (allocated func(), err error) {
	if bytes < leastRoom {
		return func() {}, nil
	}
	room.Lock()
	defer room.Unlock()
	if len(room.asks) == 0 {
		return func() {}, nil
	}
	for _, ask := range room.asks {
		if err := (*ask)(room.reserved + bytes); err != nil {
			return func() {}, err
		}
	}
	room.reserved += bytes
	return sync.OnceFunc(func() {
		room.Lock()
		defer room.Unlock()
		room.reserved -= bytes
	}), nil
}

// ReserveToAppend reserves memory, as [Reserve] does, for appending to a slice with the given length
// and capacity. Append copies a full slice to one that is larger by a quarter or more, and
// both are there for a while.
func ReserveToAppend(length, capacity, more, elementSize int) (allocated func(), err error) {
	if length+more <= capacity {
		return func() {}, nil
	}
	return Reserve(int64(grown(length, capacity, more)) * int64(elementSize))
}

// grown returns the capacity for more elements: a quarter larger, and never only a few elements larger.
func grown(length, capacity, more int) int { return max(length+more, capacity+capacity/4+16) }

// Grow returns the list with a capacity for more elements. If [Reserve] refuses it, it returns
// the list as it was, and the error. Unlike [slices.Grow], it does not touch the memory
// that is not in use yet.
func Grow[E any](list []E, more int) ([]E, error) {
	allocated, err := ReserveToAppend(len(list), cap(list), more, int(reflect.TypeFor[E]().Size()))
	defer allocated()
	if err != nil || len(list)+more <= cap(list) {
		return list, err
	}
	larger := make([]E, len(list), grown(len(list), cap(list), more))
	copy(larger, list)
	return larger, nil
}
