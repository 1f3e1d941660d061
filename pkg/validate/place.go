package validate

import (
	"errors"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// Place says where in a text its values are: the keys and indexes that lead there. The
// zero value is the whole text.
type Place []string

// ParsePlace reads a place: a JSON Pointer in which "*" stands for every element or
// key, such as /records/*/value.
func ParsePlace(pointer string) (Place, error) {
	if pointer != "" && pointer[0] != '/' {
		return nil, errors.New("the JSON Pointer must be empty or begin with a slash, but is " + words.Quote(pointer))
	}
	for i := 0; i < len(pointer); i++ {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return nil, errors.New("the JSON Pointer contains a ~ that is not part of ~0 or ~1: " + words.Quote(pointer))
		}
	}
	return diag.SplitPointer(pointer), nil
}

// many reports whether a text can have several values there.
func (p Place) many() bool { return slices.Contains(p, datamodel.Any) }

// String returns the place as ParsePlace reads it.
func (p Place) String() string {
	var b strings.Builder
	for _, segment := range p {
		b.WriteString("/" + diag.EscapePointer(segment))
	}
	return b.String()
}
