package stats

import (
	"cmp"
	"slices"
	"strings"
)

// mostExtra is how many fields that the schema does not name are counted apart.
const mostExtra = 1000

// extras counts fields that the schema does not name. Of too many, it has the first ones
// by their paths.
type extras struct {
	Fields []*extra // sorted by path
	Count  int64    // of all fields
}

// extra is a field that the schema does not name.
type extra struct {
	Path    string
	Count   int64
	Types   map[string]int64
	Example Example
}

// Example is a place in the data.
type Example struct {
	Path    string `json:"path"` // of the file
	Line    int    `json:"line,omitempty"`
	Record  string `json:"record,omitempty"`
	Pointer string `json:"pointer"`
}

// compare compares the values that places are in.
func (e *Example) compare(other *Example) int {
	c := cmp.Or(cmp.Compare(e.Path, other.Path), cmp.Compare(e.Line, other.Line))
	if c == 0 && e.Line == 0 {
		return cmp.Compare(e.Record, other.Record)
	}
	return c
}

// add counts a field of the object at a path, of the value at a place. It returns the field
// if the place becomes its example.
func (x *extras) add(object, name, typ string, place *Example) *extra {
	x.Count++
	path := name
	if object != "" {
		path = object + "." + name
	}
	i, found := slices.BinarySearchFunc(x.Fields, path, func(e *extra, path string) int { return cmp.Compare(e.Path, path) })
	if !found {
		if i == mostExtra || len(path) > mostText {
			return nil
		}
		x.Fields = slices.Insert(x.Fields, i, &extra{Path: strings.Clone(path), Types: map[string]int64{}})
		x.Fields = x.Fields[:min(len(x.Fields), mostExtra)]
	}
	e := x.Fields[i]
	e.Count++
	e.Types[typ]++
	if !found || place.compare(&e.Example) < 0 {
		return e
	}
	return nil
}

func (x *extras) merge(other *extras) {
	x.Count += other.Count
	for _, e := range other.Fields {
		i, found := slices.BinarySearchFunc(x.Fields, e.Path, func(e *extra, path string) int { return cmp.Compare(e.Path, path) })
		if !found {
			x.Fields = slices.Insert(x.Fields, i, e)
			continue
		}
		own := x.Fields[i]
		own.Count += e.Count
		for typ, n := range e.Types {
			own.Types[typ] += n
		}
		if e.Example.compare(&own.Example) < 0 {
			own.Example = e.Example
		}
	}
	x.Fields = x.Fields[:min(len(x.Fields), mostExtra)]
}
