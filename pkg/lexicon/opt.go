package lexicon

import "fmt"

// Opt is a field of a schema that can be absent.
type Opt[T any] struct {
	Value T
	Set   bool
}

// Some returns a field that is present.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Set: true} }

// String returns the value in Go's default format; "none" when it is absent.
func (o Opt[T]) String() string {
	if !o.Set {
		return "none"
	}
	return fmt.Sprint(o.Value)
}
