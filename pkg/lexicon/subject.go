package lexicon

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// Subject is the definition, or the field of a definition, that a value of a
// schema file belongs to.
type Subject struct {
	// Path names the subject the way people do: "main.record.tags[]" for the
	// items of the property tags of a record. The containers "defs",
	// "properties" and "schema" are left out, and so are constraints: the value
	// of maxLength belongs to the field that it limits.
	Path string
	Name string // the last property or parameter on the path, or else the definition: "tags"
	Part string // "record", "parameters", "input", "output" or "message" for the schema of that whole part
	Item bool   // the subject is the items of the array called Name
}

// maxSubject is how long the path of a subject gets, in bytes.
const maxSubject = 4096

// SubjectOf returns what v belongs to; the zero Subject for a nil value and for one
// outside of definitions. A path of more than 4096 bytes is cut.
func SubjectOf(v *Value) Subject {
	if v == nil {
		return Subject{}
	}
	steps := v.Path()
	if len(steps) < 2 || steps[0] != "defs" {
		return Subject{}
	}
	s := Subject{Name: steps[1]}
	var path strings.Builder
	path.WriteString(words.QuoteName(steps[1]))
walk:
	for i := 2; i < len(steps) && path.Len() <= maxSubject; i++ {
		hasNext := i+1 < len(steps)
		switch step := steps[i]; step {
		case "properties":
			if hasNext {
				i++
				s = Subject{Name: steps[i]}
				path.WriteString("." + words.QuoteName(steps[i]))
			}
		case "items":
			s.Item = true
			path.WriteString("[]")
		case "record", "parameters", "input", "output", "message":
			s.Part = step
			path.WriteString("." + step)
		case "errors", "permissions":
			path.WriteString("." + step)
			if hasNext {
				i++
				path.WriteString("[" + steps[i] + "]")
			}
		case "schema":
		default:
			break walk
		}
	}
	s.Path = path.String()
	return s
}
