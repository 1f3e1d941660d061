package format

import (
	"bytes"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// layOut returns the text of root, the value of source.
func layOut(source *diag.Source, root *lexicon.Value, o Options) []byte {
	p := printer{Options: o.withDefaults(), measurer: measurer{source.Text, map[*lexicon.Value]layout{}}}
	p.measure(root)
	p.out.Grow(len(source.Text) + len(source.Text)/4)
	p.value(root, lexicon.RoleOf(root), 0, 0, 0)
	p.out.WriteString(p.LineEnd)
	return p.out.Bytes()
}

// printer writes values.
type printer struct {
	Options
	measurer
	out bytes.Buffer
}

// value writes a value that begins at a column of a line of a level. After is the
// number of columns that must follow it on the line where it ends.
func (p *printer) value(v *lexicon.Value, role lexicon.Role, level, column, after int) {
	decided, inside := p.of[v]
	switch {
	case !inside || !decided.broken && column+decided.width+after <= p.Width:
		p.flat(v, role)
	case decided.filled:
		p.fill(v, level)
	default:
		p.lines(v, role, level)
	}
}

// flat writes a value on one line.
func (p *printer) flat(v *lexicon.Value, role lexicon.Role) {
	open, end := "[", "]"
	switch {
	case len(v.Members)+len(v.Items) == 0:
		p.out.Write(p.scalar(v))
		return
	case v.Kind == lexicon.KindObject:
		open, end = "{ ", " }"
	}
	p.out.WriteString(open)
	for i, part := range p.parts(v, role) {
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.key(part.member)
		p.flat(part.value, part.role)
	}
	p.out.WriteString(end)
}

// lines writes an object or array with each part on a line of its own.
func (p *printer) lines(v *lexicon.Value, role lexicon.Role, level int) {
	open, end := byte('['), byte(']')
	if v.Kind == lexicon.KindObject {
		open, end = '{', '}'
	}
	p.out.WriteByte(open)
	parts := p.parts(v, role)
	for i, part := range parts {
		p.newLine(level+1, (i > 0 || p.KeepOrder) && p.blankBefore(v, part.index))
		columns := p.key(part.member)
		comma := min(len(parts)-1-i, 1) // none after the last
		p.value(part.value, part.role, level+1, (level+1)*p.Indent+columns, comma)
		p.out.WriteString(","[:comma])
	}
	p.newLine(level, false)
	p.out.WriteByte(end)
}

// part is an element of an array or a member of an object.
type part struct {
	index  int             // in the text
	member *lexicon.Member // nil for an element
	value  *lexicon.Value
	role   lexicon.Role
	rank   int
}

// parts returns the parts of an object or array in the order in which they are written.
func (p *printer) parts(v *lexicon.Value, role lexicon.Role) []part {
	parts := make([]part, 0, len(v.Items)+len(v.Members))
	for i, item := range v.Items {
		parts = append(parts, part{index: i, value: item, role: role})
	}
	keys := role.Keys(v)
	for i := range v.Members {
		m := &v.Members[i]
		parts = append(parts, part{i, m, m.Value, keys.Inside(m.Name), keys.Rank(m.Name)})
	}
	if !p.KeepOrder {
		slices.SortStableFunc(parts, func(a, b part) int { return a.rank - b.rank })
	}
	return parts
}

// fill writes an array of numbers with as many of them on each line as fit.
func (p *printer) fill(v *lexicon.Value, level int) {
	p.out.WriteByte('[')
	column := 0
	for i, item := range v.Items {
		scalar, blank := p.scalar(item), p.blankBefore(v, i)
		comma := min(len(v.Items)-1-i, 1) // none after the last
		if taken := len(scalar) + comma; i > 0 && !blank && column+1+taken <= p.Width {
			p.out.WriteByte(' ')
			column += 1 + taken
		} else {
			p.newLine(level+1, blank)
			column = (level+1)*p.Indent + taken
		}
		p.out.Write(scalar)
		p.out.WriteString(","[:comma])
	}
	p.newLine(level, false)
	p.out.WriteByte(']')
}

// key writes the key of a member, and returns its columns; an element of an array has none.
func (p *printer) key(m *lexicon.Member) (columns int) {
	if m == nil {
		return 0
	}
	spelled, columns := p.measurer.key(m)
	p.out.Write(spelled)
	p.out.WriteString(": ")
	return columns
}

// newLine begins a line of a level, after a blank one if so asked.
func (p *printer) newLine(level int, blank bool) {
	if blank {
		p.out.WriteString(p.LineEnd)
	}
	p.out.WriteString(p.LineEnd)
	unit, times := byte(' '), level*p.Indent
	if p.Tabs {
		unit, times = '\t', level
	}
	for range times {
		p.out.WriteByte(unit)
	}
}
