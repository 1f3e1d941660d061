package play

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A pane is the text of an editor, which can hold several files.
type pane struct {
	name  string
	text  string
	files []file
	lines []line
}

// A file is a part of a pane: one JSON text.
type file struct {
	source *diag.Source
	start  int // of its text in the pane, in bytes
}

// A line is where a line of a pane starts, in bytes and in UTF-16 code units.
type line struct{ bytes, units int }

// header is the line before a file that has a name, as in the txtar format.
var header = regexp.MustCompile(`^-- (\S+) --$`)

// newPane splits a text into files. A file begins after a line "-- path --", and
// with every brace at the start of a line that continues no list or object.
func newPane(name, text string) *pane {
	p := &pane{name: name, text: text}
	units := 0
	path, start := "", 0
	end := func(offset int) {
		if strings.TrimSpace(text[start:offset]) != "" {
			p.add(path, start, offset)
		}
		path, start = "", offset
	}
	offset := 0
	for row := range strings.Lines(text) {
		p.lines = append(p.lines, line{offset, units})
		if match := header.FindStringSubmatch(strings.TrimRight(row, "\r\n")); match != nil {
			end(offset)
			path, start = match[1], offset+len(row)
		} else if row[0] == '{' && !continues(text[start:offset]) {
			if strings.TrimSpace(text[start:offset]) != "" {
				end(offset)
			}
		}
		offset += len(row)
		units += utf16Length(row)
	}
	p.lines = append(p.lines, line{offset, units})
	end(len(text))
	return p
}

// continues reports whether a value can follow a text inside an object or an array.
func continues(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.ContainsRune(":,[", rune(text[len(text)-1]))
}

// add makes a file of a range of the text. Without a name, its name follows from
// the id of the Lexicon. Its path begins with the pane, and is unique.
func (p *pane) add(path string, start, end int) {
	text := []byte(p.text[start:end])
	first := strings.Count(p.text[:start], "\n")
	source := &diag.Source{Text: text, FirstLine: first}
	if path == "" {
		path = "unnamed.json"
		if root, _ := lexicon.ReadJSON(&diag.Source{Text: text}); root != nil {
			if id := lexicon.IDOf(root); id != "" {
				path = strings.ReplaceAll(string(id), ".", "/") + ".json"
			}
		}
	}
	source.Path = p.name + "/" + path
	for n := 2; slices.ContainsFunc(p.files, func(f file) bool { return f.source.Path == source.Path }); n++ {
		source.Path = fmt.Sprintf("%s/%d/%s", p.name, n, path)
	}
	p.files = append(p.files, file{source, start})
}

// catalog parses the files of a pane.
func (p *pane) catalog(profile diag.Profile) *lexicon.Catalog {
	documents := make([]*lexicon.Document, len(p.files))
	for i, f := range p.files {
		documents[i] = lexicon.Parse(f.source, profile)
	}
	return lexicon.NewCatalog(documents...)
}

// place finds the range of a location in the panes; false if it is in none.
func place(panes []*pane, at diag.Location) (Place, bool) {
	if at.Source == nil || at.NoPosition {
		return Place{}, false
	}
	for _, p := range panes {
		for _, f := range p.files {
			if f.source.Path == at.Source.Path {
				return p.rangeOf(f.start+int(at.Span.Start), f.start+int(at.Span.End)), true
			}
		}
	}
	return Place{}, false
}

// rangeOf returns a range of bytes in the units of the page.
func (p *pane) rangeOf(start, end int) Place {
	from, row := p.units(start)
	to, _ := p.units(end)
	return Place{p.name, from, to, row + 1, from - p.lines[row].units + 1}
}

// units returns an offset in UTF-16 code units, and the index of its line.
func (p *pane) units(offset int) (units, row int) {
	offset = min(max(offset, 0), len(p.text))
	row, found := slices.BinarySearchFunc(p.lines, offset, func(l line, offset int) int { return cmp.Compare(l.bytes, offset) })
	if !found {
		row--
	}
	if row > 0 && row == len(p.lines)-1 && !strings.HasSuffix(p.text, "\n") {
		row-- // the text does not end with a line of its own
	}
	l := p.lines[row]
	return l.units + utf16Length(p.text[l.bytes:offset]), row
}

// utf16Length returns the length of a text in UTF-16 code units.
func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
