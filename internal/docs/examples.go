package docs

import (
	"bytes"
	"encoding/json"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// example adds a valid value of the definition, or of a part of a method: one that people
// have written, or else one that is made.
func (s *section) example(title string, part lexicon.Part) {
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
func (s *section) request() string {
	parameters := lexicon.EndpointOf(s.def.Schema).Parameters
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
	line := s.requestLine()
	if object, ok := value.(sample.Object); ok {
		if query := sample.Query(object); query != "" {
			line += "?" + query
		}
	}
	return line
}
