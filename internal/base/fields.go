package base

import (
	"reflect"
	"strings"
	"sync"
)

// Field is a field of a struct.
type Field[T any] struct {
	Name string // in lower case
	At   *T
	Says string // its tag "says"
}

// found has the fields that were looked up: by the types of the struct and of the fields, which these are.
var found sync.Map

// known is a field of any value of its struct.
type known struct {
	index      int
	name, says string
}

// Fields returns the fields of a struct that have a type, in their order.
func Fields[T any](of any) []Field[T] {
	v, want := reflect.ValueOf(of).Elem(), reflect.TypeFor[T]()
	key := [2]reflect.Type{v.Type(), want}
	fields, ok := found.Load(key)
	if !ok {
		var all []known
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Type == want {
				all = append(all, known{i, strings.ToLower(f.Name), f.Tag.Get("says")})
			}
		}
		fields, _ = found.LoadOrStore(key, all)
	}
	all := make([]Field[T], len(fields.([]known)))
	for i, f := range fields.([]known) {
		all[i] = Field[T]{f.name, v.Field(f.index).Addr().Interface().(*T), f.says}
	}
	return all
}
