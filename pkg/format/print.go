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
	switch {
	case len(v.Members) > 0:
		p.out.WriteString("{ ")
		keys := role.Keys(v)
		for i, at := range p.order(v, keys) {
			if i > 0 {
				p.out.WriteString(", ")
			}
			m := &v.Members[at]
			p.key(m)
			p.flat(m.Value, keys.Inside(m.Name))
		}
		p.out.WriteString(" }")
	case len(v.Items) > 0:
		p.out.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.flat(item, role)
		}
		p.out.WriteByte(']')
	default:
		p.out.Write(p.scalar(v))
	}
}

// lines writes an object or array with each part on a line of its own.
func (p *printer) lines(v *lexicon.Value, role lexicon.Role, level int) {
	comma := func(i, parts int) int {
		if i == parts-1 {
			return 0
		}
		return 1
	}
	if v.Kind == lexicon.KindArray {
		p.out.WriteByte('[')
		for i, item := range v.Items {
			p.newLine(level+1, p.blankBefore(v, i))
			after := comma(i, len(v.Items))
			p.value(item, role, level+1, (level+1)*p.Indent, after)
			p.out.WriteString(","[:after])
		}
		p.newLine(level, false)
		p.out.WriteByte(']')
		return
	}
	p.out.WriteByte('{')
	keys := role.Keys(v)
	for i, at := range p.order(v, keys) {
		m := &v.Members[at]
		p.newLine(level+1, (i > 0 || p.KeepOrder) && p.blankBefore(v, at))
		columns := p.key(m)
		after := comma(i, len(v.Members))
		p.value(m.Value, keys.Inside(m.Name), level+1, (level+1)*p.Indent+columns, after)
		p.out.WriteString(","[:after])
	}
	p.newLine(level, false)
	p.out.WriteByte('}')
}

// order returns the indexes of the members of an object in the order in which they
// are written.
func (p *printer) order(v *lexicon.Value, keys lexicon.Keys) []int {
	order := make([]int, len(v.Members))
	for i := range order {
		order[i] = i
	}
	if !p.KeepOrder {
		ranks := make([]int, len(v.Members))
		for i := range ranks {
			ranks[i] = keys.Rank(v.Members[i].Name)
		}
		slices.SortStableFunc(order, func(a, b int) int { return ranks[a] - ranks[b] })
	}
	return order
}

// fill writes an array of numbers with as many of them on each line as fit.
func (p *printer) fill(v *lexicon.Value, level int) {
	p.out.WriteByte('[')
	column := 0
	for i, item := range v.Items {
		scalar := p.scalar(item)
		taken := len(scalar)
		if i < len(v.Items)-1 {
			taken++ // the comma
		}
		blank := p.blankBefore(v, i)
		if i > 0 && !blank && column+1+taken <= p.Width {
			p.out.WriteByte(' ')
			column += 1 + taken
		} else {
			p.newLine(level+1, blank)
			column = (level+1)*p.Indent + taken
		}
		p.out.Write(scalar)
		if i < len(v.Items)-1 {
			p.out.WriteByte(',')
		}
	}
	p.newLine(level, false)
	p.out.WriteByte(']')
}

// key writes the key of a member, and returns its columns.
func (p *printer) key(m *lexicon.Member) (columns int) {
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
