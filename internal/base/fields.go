package base

import (
	"reflect"
	"strings"
)

// Field is a field of a struct.
type Field[T any] struct {
	Name string // in lower case
	At   *T
	Says string // its tag "says"
}

// Fields returns the fields of a struct that have a type, in their order.
func Fields[T any](of any) (all []Field[T]) {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		if at, ok := v.Field(i).Addr().Interface().(*T); ok {
			f := v.Type().Field(i)
			all = append(all, Field[T]{strings.ToLower(f.Name), at, f.Tag.Get("says")})
		}
	}
	return all
}
