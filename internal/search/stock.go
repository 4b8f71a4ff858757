package search

import "sync"

// stock keeps slices of elements for later use. What workers find ahead of its turn is much
// memory, which would otherwise grow by copies and be garbage soon. The zero value is empty.
type stock[T any] struct {
	lock sync.Mutex
	free [][]T
}

// add appends elements to a list of slices. Elements that are added together stay in one
// slice. The first slice begins small and grows to partSize, because many tasks find little.
func (s *stock[T]) add(list [][]T, elements []T) [][]T {
	if len(elements) == 0 {
		return list
	}
	last := len(list) - 1
	if last < 0 || len(list[last])+len(elements) > max(partSize, cap(list[last])) {
		slice := s.take()
		if slice == nil && last >= 0 {
			slice = make([]T, 0, max(partSize, len(elements)))
		}
		list, last = append(list, slice), last+1
	}
	list[last] = append(list[last], elements...)
	return list
}

// take returns a slice without elements. It has room for some if there was one in stock.
func (s *stock[T]) take() []T {
	s.lock.Lock()
	defer s.lock.Unlock()
	last := len(s.free) - 1
	if last < 0 {
		return nil
	}
	slice := s.free[last]
	s.free[last], s.free = nil, s.free[:last]
	return slice
}

// giveBack takes the slices of a list back, without what their elements point at.
func (s *stock[T]) giveBack(list [][]T) {
	for i := range list {
		clear(list[i])
		list[i] = list[i][:0]
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.free = append(s.free, list...)
}
