package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// target reads the name of a definition, and of one of its parts or "".
func (s *schemas) target(name, partName string) (lexicon.Reference, lexicon.Part, error) {
	ref, err := lexicon.ParseReference(name, "")
	if err == nil && ref.NSID == "" {
		err = errors.New("the NSID is missing")
	}
	if err != nil {
		if full := s.endingIn(name); full != "" {
			return ref, lexicon.PartNone, fmt.Errorf("%s is not fully qualified; did you mean %s?", syntax.Quote(name), full)
		}
		if !strings.ContainsAny(name, ".#") {
			return ref, lexicon.PartNone, fmt.Errorf("%[1]s is not an NSID, and no loaded Lexicon has an NSID that ends in %[1]s", syntax.Quote(name))
		}
		return ref, lexicon.PartNone, fmt.Errorf("%s is not in the form NSID or NSID#NAME: %w", syntax.Quote(name), err)
	}
	return ref, lexicon.PartByName(partName), nil
}

// endingIn lists in quotation marks the definitions whose names end in a short one, such as note or
// note#mood, for a message: the first few of many. It is "" when there are none.
func (s *schemas) endingIn(name string) string {
	const most = 6
	short, fragment, hasFragment := strings.Cut(name, "#")
	var found []string
	for _, d := range s.Documents() {
		id := "." + string(d.ID)
		if short == "" || len(id) <= len(short) || !strings.EqualFold(id[len(id)-len(short)-1:], "."+short) {
			continue
		}
		switch {
		case !hasFragment:
			found = append(found, syntax.Quote(string(d.ID)))
		case d.Definition(fragment) != nil:
			found = append(found, syntax.Quote(d.Definition(fragment).Reference().String()))
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if more := len(found) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(found[:most], ", "), more)
	}
	return syntax.Enumerate(found, "or")
}
