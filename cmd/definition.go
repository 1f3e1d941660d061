package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// definitionArg takes the only argument of a command, the name of a definition.
func definitionArg(args []string, name *string) error {
	if len(args) == 0 {
		return errors.New("no definition given; pass NSID or NSID#NAME")
	}
	*name = args[0]
	return cli.AtMost(1, args)
}

// parseReference reads NSID or NSID#NAME.
func parseReference(text string) (lexicon.Reference, error) {
	ref, err := lexicon.ParseReference(text, "")
	if err == nil && ref.NSID == "" {
		err = errors.New("the NSID is missing")
	}
	return ref, err
}

// findReference reads the name of a definition, and of one of its parts or "". The error
// says what may be meant instead.
func findReference(set *project.Schemas, name, partName string) (lexicon.Reference, lexicon.Part, error) {
	ref, err := parseReference(name)
	if err != nil {
		if full := endingIn(set, name); full != "" {
			return ref, lexicon.PartNone, fmt.Errorf("%s is not fully qualified; did you mean %s?", words.Quote(name), full)
		}
		if !strings.ContainsAny(name, ".#") {
			return ref, lexicon.PartNone, fmt.Errorf("%[1]s is not an NSID, and no loaded Lexicon has an NSID that ends in %[1]s", words.Quote(name))
		}
		return ref, lexicon.PartNone, fmt.Errorf("%s is not in the form NSID or NSID#NAME: %w", words.Quote(name), err)
	}
	return ref, lexicon.PartByName(partName), nil
}

// endingIn lists in quotation marks the definitions whose names end in a short one, such as note or
// note#mood, for a message: the first few of many. It is "" when there are none.
func endingIn(set *project.Schemas, name string) string {
	const most = 6
	short, fragment, hasFragment := strings.Cut(name, "#")
	var found []string
	for _, d := range set.Documents() {
		id := "." + string(d.ID)
		if short == "" || len(id) <= len(short) || !strings.EqualFold(id[len(id)-len(short)-1:], "."+short) {
			continue
		}
		switch {
		case !hasFragment:
			found = append(found, words.Quote(string(d.ID)))
		case d.Definition(fragment) != nil:
			found = append(found, words.Quote(d.Definition(fragment).Reference().String()))
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if more := len(found) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(found[:most], ", "), more)
	}
	return words.Enumerate(found, "or")
}

// wordError says what to do about an error on the command line.
func wordError(err error) error {
	if method, ok := errors.AsType[*validate.PartError](err); ok {
		return fmt.Errorf("%s is a %s; use --part to specify what the data is: %s", method.Reference, method.Type, method.Choice())
	}
	if errors.Is(err, validate.ErrInvalidSchema) {
		return fmt.Errorf(`%w; run "lexsmith lint" to find the errors`, err)
	}
	return err
}
