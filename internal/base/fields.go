package base

import (
	"reflect"
	"strings"
	"sync/atomic"
)

// Field is a field of a struct.
type Field[T any] struct {
	Name string // in lower case
	At   *T
	Says string // its tag "says"
}

// found has the fields that were looked up. It only grows, and has a few entries.
var found atomic.Pointer[[]entry]

// entry has the fields of one type in one struct.
type entry struct {
	of, want reflect.Type
	fields   []known
}

// known is a field of any value of its struct.
type known struct {
	index      int
	name, says string
}

// Fields returns the fields of a struct that have a type, in their order.
func Fields[T any](of any) []Field[T] {
	v := reflect.ValueOf(of).Elem()
	fields := fieldsOf(v.Type(), reflect.TypeFor[T]())
	all := make([]Field[T], len(fields))
	for i, f := range fields {
		all[i] = Field[T]{f.name, v.Field(f.index).Addr().Interface().(*T), f.says}
	}
	return all
}

// fieldsOf looks the fields up once. Where two goroutines do so at once, one entry may be lost, and is made again.
func fieldsOf(of, want reflect.Type) (fields []known) {
	var all []entry
	if before := found.Load(); before != nil {
		all = *before
	}
	for i := range all {
		if e := &all[i]; e.of == of && e.want == want {
			return e.fields
		}
	}
	for i := range of.NumField() {
		if f := of.Field(i); f.Type == want {
			fields = append(fields, known{i, strings.ToLower(f.Name), f.Tag.Get("says")})
		}
	}
	all = append(all[:len(all):len(all)], entry{of, want, fields})
	found.Store(&all)
	return fields
}
