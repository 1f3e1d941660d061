package format

import (
	"bytes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// layOut returns the text of root, the value of source.
func layOut(source *lexicon.Source, root *lexicon.Value, o Options) []byte {
	o = o.withDefaults()
	b := builder{text: source.Text, keep: o.KeepOrder}
	n := b.node(root, lexicon.RoleOf(root))
	p := printer{Options: o}
	p.out.Grow(len(source.Text) + len(source.Text)/4)
	p.value(&n, 0, 0, 0)
	p.out.WriteString(o.LineEnd)
	return p.out.Bytes()
}

// printer writes nodes.
type printer struct {
	Options
	out bytes.Buffer
}

// value writes a node that begins at a column of a line of a level. After is the
// number of columns that must follow it on the line where it ends.
func (p *printer) value(n *node, level, column, after int) {
	switch {
	case n.scalar != nil || len(n.children) == 0 || !n.broken && column+n.width+after <= p.Width:
		p.flat(n)
	case n.filled:
		p.fill(n, level)
	default:
		p.lines(n, level)
	}
}

// flat writes a node on one line.
func (p *printer) flat(n *node) {
	if n.scalar != nil {
		p.out.Write(n.scalar)
		return
	}
	p.out.WriteByte(n.open)
	inner := n.open == '{' && len(n.children) > 0
	if inner {
		p.out.WriteByte(' ')
	}
	for i := range n.children {
		child := &n.children[i]
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.key(child)
		p.flat(child)
	}
	if inner {
		p.out.WriteByte(' ')
	}
	p.out.WriteByte(n.close())
}

// lines writes an object or array with each child on a line of its own.
func (p *printer) lines(n *node, level int) {
	p.out.WriteByte(n.open)
	for i := range n.children {
		child := &n.children[i]
		p.newLine(level+1, child.blank)
		p.key(child)
		comma := 1
		if i == len(n.children)-1 {
			comma = 0
		}
		p.value(child, level+1, (level+1)*p.Indent+child.keyWidth, comma)
		p.out.WriteString(","[:comma])
	}
	p.newLine(level, false)
	p.out.WriteByte(n.close())
}

// fill writes an array of scalars with as many of them on each line as fit.
func (p *printer) fill(n *node, level int) {
	p.out.WriteByte(n.open)
	column := 0
	for i := range n.children {
		child := &n.children[i]
		taken := child.width
		if i < len(n.children)-1 {
			taken++ // the comma
		}
		if i > 0 && !child.blank && column+1+taken <= p.Width {
			p.out.WriteByte(' ')
			column += 1 + taken
		} else {
			p.newLine(level+1, child.blank)
			column = (level+1)*p.Indent + taken
		}
		p.out.Write(child.scalar)
		if i < len(n.children)-1 {
			p.out.WriteByte(',')
		}
	}
	p.newLine(level, false)
	p.out.WriteByte(n.close())
}

func (p *printer) key(n *node) {
	if n.key != nil {
		p.out.Write(n.key)
		p.out.WriteString(": ")
	}
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

// close returns the bracket that ends the object or array n.
func (n *node) close() byte { return n.open + 2 } // in ASCII for {} and [] alike
