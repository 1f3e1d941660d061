package format

import (
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Source returns a JSON text in its canonical layout. The keys of a Lexicon come
// in the order of the language, those of other JSON stay as they are. A
// byte-order mark is dropped. The error is an *Error: the text is not JSON, or
// repeats a key.
func Source(text []byte, o Options) ([]byte, error) {
	source := &diag.Source{Text: text}
	root, found := lexicon.ReadJSON(source)
	if err := refuse(found.Findings(), found.Omitted()); err != nil {
		return nil, err
	}
	return layOut(source, root, o), nil
}

// Document returns the text of a document that is loaded in its canonical layout,
// as Source does. What is wrong with its schemas does not matter.
func Document(d *lexicon.Document, o Options) ([]byte, error) {
	if err := refuse(d.Found, d.Omitted); err != nil {
		return nil, err
	}
	return layOut(d.Source, d.Root, o), nil
}

// Error says why a text cannot be laid out.
type Error struct {
	Findings []diag.Finding  // of the input group, at least one, in the order of the text
	Omitted  []diag.Omission // the findings beyond those
}

// Error returns the place and the message of the first finding.
func (e *Error) Error() string {
	f := &e.Findings[0]
	at := f.Source.Position(f.Span.Start)
	text := fmt.Sprintf("%d:%d: %s", at.Line, at.Column, f.Message)
	if path := f.Path(); path != "" {
		text = path + ":" + text
	}
	return text
}

// refuse returns an *Error when a text with these findings cannot be laid out.
func refuse(found []diag.Finding, omitted []diag.Omission) error {
	e := Error{
		slices.DeleteFunc(slices.Clone(found), func(f diag.Finding) bool { return !blocks(f.Rule) }),
		slices.DeleteFunc(slices.Clone(omitted), func(o diag.Omission) bool { return !blocks(o.Like.Rule) }),
	}
	if len(e.Findings) == 0 {
		return nil
	}
	return &e
}

// blocks reports whether a finding of the rule keeps a text from being laid out.
func blocks(rule *diag.Rule) bool {
	return rule.Group == diag.RuleJSONSyntax.Group && rule != diag.RuleByteOrderMark
}
