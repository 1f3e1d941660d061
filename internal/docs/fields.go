package docs

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fields returns the table of fields, each followed by those inside it. Their anchors begin
// with a prefix; way is the path to them in the outline.
func (s *section) fields(nodes []describe.Node, prefix, way string) table {
	t := table{head: []string{"Field", "Type", "Presence", "Description"}}
	s.addFields(&t, nodes, prefix, way, "", 0)
	return t
}

func (s *section) addFields(t *table, nodes []describe.Node, prefix, way, around string, depth int) {
	for _, n := range nodes {
		path := prefix + n.Name
		id := s.anchor("field-" + safeAnchor(path))
		s.found = append(s.found, id, oneLine(n.Description))
		name := append(inCode(oneLine(around+n.Name)), s.marks(s.def, way+"/"+n.Name, n)...)
		about := s.inline(n.Description).line(s.items(n)).line(s.limits(n))
		t.rows = append(t.rows, row{id: id, depth: depth, cells: []spans{name, s.typeOf(n), say(presence(n)), about}})
		inside := around + n.Name
		inside += strings.Repeat("[]", strings.Count(n.Type, "array of ")) + "."
		s.addFields(t, n.Children, path+".", way+"/"+n.Name, inside, depth+1)
	}
}

// items returns what is said of each item of an array, besides its description.
func (b *builder) items(n describe.Node) spans {
	if n.ItemDescription == "" {
		return nil
	}
	return append(say("Each item: "), b.inline(n.ItemDescription)...)
}

func presence(n describe.Node) string {
	text := "optional"
	if n.Required {
		text = "required"
	}
	if n.Nullable {
		text += ", nullable"
	}
	return text
}

// typeOf says what a value is, with links to what it refers to.
func (b *builder) typeOf(n describe.Node) spans {
	list := strings.Repeat("array of ", strings.Count(n.Type, "array of "))
	item := n.Type[len(list):]
	switch {
	case item == "union" && len(n.Refs) > 0:
		text := say(list + "one of")
		for _, r := range n.Refs {
			text = text.line(b.target(r))
		}
		return text
	case item == "ref" && len(n.Refs) > 0:
		return append(say(list), b.target(n.Refs[0])...)
	case item == "union":
		item = "any object with $type"
	case item == "unknown":
		item = "any value"
	}
	return say(list + item)
}

// target links what a reference leads to, as it is written.
func (b *builder) target(r describe.Ref) spans {
	text := inCode(oneLine(r.Text))
	if ref, err := lexicon.ParseReference(r.Target, ""); err == nil {
		text = spans{{text: oneLine(strings.TrimPrefix(r.Text, "#")), style: mono, link: b.link(ref)}}
	}
	if r.State == "not defined" {
		text = text.add(" (not defined)")
	}
	return text
}

// limits returns the constraints in words.
func (b *builder) limits(n describe.Node) spans {
	var text spans
	limits := n.Limits()
	closed := slices.ContainsFunc(limits, func(l describe.Limit) bool { return strings.HasSuffix(l.Words, "closed") })
	if strings.HasSuffix(n.Type, "union") && len(n.Refs) > 0 && !closed {
		text = say("Other types are allowed (open union)")
	}
	for _, l := range limits {
		phrase := l.Words
		switch phrase {
		case "open", "each open":
			continue
		case "closed", "each closed":
			phrase = "No other types are allowed (closed union)"
		}
		if len(text) > 0 {
			text = text.add(", ")
		} else {
			phrase = words.Capitalize(phrase)
		}
		text = text.add(phrase)
		for i, value := range l.Values {
			if i > 0 {
				text = text.add(" |")
			}
			text = append(text, span{text: " "}, b.value(value))
		}
	}
	return text
}

// value returns a value of a constraint, which can name a token.
func (b *builder) value(text string) span {
	v := span{text: oneLine(text), style: mono}
	if ref, err := lexicon.ParseReference(text, ""); err == nil && ref.NSID != "" && b.catalog.Definition(ref) != nil {
		v.link = b.link(ref)
	}
	return v
}
