// Package udiff prints the difference of two texts in the unified format, which
// git apply and patch take.
package udiff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// context is the number of lines shown around each change.
const context = 3

// Unified returns the difference between two texts of the file at path, which has
// slashes and is relative to the folder where the difference is to be applied. It
// is empty where the texts are equal. A nil old text is that of a file that does not exist.
func Unified(path string, old, new []byte) []byte {
	if bytes.Equal(old, new) {
		return nil
	}
	w := &writer{old: slices.Collect(strings.Lines(string(old))), new: slices.Collect(strings.Lines(string(new)))}
	from := name("a/" + path)
	if old == nil {
		from = "/dev/null"
	}
	fmt.Fprintf(&w.out, "--- %s\n+++ %s\n", from, name("b/"+path))
	changes := changes(w.old, w.new)
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].old.start-changes[n-1].old.end <= 2*context {
			n++
		}
		w.hunk(changes[:n])
		changes = changes[n:]
	}
	return w.out.Bytes()
}

// name returns the name of a file as git writes it: quoted where a character needs
// it, with a tab behind it where a blank could be taken for its end.
func name(path string) string {
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7F }
	if !strings.ContainsFunc(path, special) {
		if strings.Contains(path, " ") {
			path += "\t"
		}
		return path
	}
	var quoted strings.Builder
	for _, c := range []byte(path) {
		switch {
		case c == '"' || c == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(c)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&quoted, `\%03o`, c)
		default:
			quoted.WriteByte(c)
		}
	}
	return `"` + quoted.String() + `"`
}

type writer struct {
	out      bytes.Buffer
	old, new []string
}

// hunk writes changes that are close to each other, and the lines around them.
func (w *writer) hunk(changes []change) {
	first, last := changes[0], changes[len(changes)-1]
	before := min(context, first.old.start, first.new.start)
	after := min(context, len(w.old)-last.old.end)
	fmt.Fprintf(&w.out, "@@ -%s +%s @@\n",
		span{first.old.start - before, last.old.end + after}, span{first.new.start - before, last.new.end + after})
	at := first.old.start - before
	for _, c := range changes {
		w.lines(' ', w.old[at:c.old.start])
		w.lines('-', w.old[c.old.start:c.old.end])
		w.lines('+', w.new[c.new.start:c.new.end])
		at = c.old.end
	}
	w.lines(' ', w.old[at:at+after])
}

// lines writes lines of a hunk, each with its mark.
func (w *writer) lines(mark byte, lines []string) {
	for _, line := range lines {
		w.out.WriteByte(mark)
		w.out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			w.out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// String returns the span as the header of a hunk has it: the number of its first
// line, for an empty one that of the line before it, and how many lines it has
// unless that is one.
func (s span) String() string {
	switch n := s.end - s.start; n {
	case 0:
		return fmt.Sprintf("%d,0", s.start)
	case 1:
		return fmt.Sprint(s.start + 1)
	default:
		return fmt.Sprintf("%d,%d", s.start+1, n)
	}
}
