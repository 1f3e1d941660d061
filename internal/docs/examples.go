package docs

import (
	"bytes"
	"encoding/json"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// examples adds a valid value of the definition, or of each part of a method: one that
// people have written, or else one that is made.
func (s *section) examples() {
	switch schema := s.def.Schema.(type) {
	case *lexicon.Record:
		s.example("Example", lexicon.PartRecord)
	case *lexicon.Object:
		s.example("Example", lexicon.PartNone)
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		if request := s.request(schema); request != "" {
			s.heading("Example request")
			s.add(code{language: "text", text: request})
		}
		s.example("Example input", lexicon.PartInput)
		s.example("Example output", lexicon.PartOutput)
		s.example("Example message", lexicon.PartMessage)
	}
}

func (s *section) example(title string, part lexicon.Part) {
	if endpoint := lexicon.EndpointOf(s.def.Schema); endpoint != nil {
		if body := endpoint.Body(part); body == nil || body.Schema == nil {
			return
		}
	}
	text, ok := s.sampler.Example(s.def, part)
	if !ok {
		return
	}
	var indented bytes.Buffer
	if json.Indent(&indented, text, "", "  ") != nil {
		return
	}
	s.heading(title)
	s.add(code{language: "json", text: indented.String()})
}

// request returns the request line of a method with parameters.
func (s *section) request(method lexicon.Schema) string {
	parameters := lexicon.EndpointOf(method).Parameters
	if parameters == nil {
		return ""
	}
	var value sample.Value
	if written := s.sampler.Examples(s.def, lexicon.PartParams); len(written) > 0 {
		value = written[0]
	} else {
		s.sampler.Seed(1)
		var err error
		if value, err = s.sampler.Value(parameters); err != nil {
			return ""
		}
	}
	line := "GET /xrpc/" + s.page.Title
	if method.Type() == lexicon.TypeProcedure {
		line = "POST /xrpc/" + s.page.Title
	}
	if object, ok := value.(sample.Object); ok {
		if query := sample.Query(object); query != "" {
			line += "?" + query
		}
	}
	return line
}
