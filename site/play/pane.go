package play

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A pane is the text of an editor, which can hold several files.
type pane struct {
	name   string
	text   string
	files  []file
	byPath map[string]int // index in files
	named  map[string]int // how many files a path was for, before it was made unique
	points []point
	starts []int // where lines start, in UTF-16 code units
}

// A file is a part of a pane: one JSON text.
type file struct {
	source *diag.Source
	start  int // of its text in the pane, in bytes
}

// A point is a place in a pane, in bytes and in UTF-16 code units. The pane has those
// where lines start, and others at most some thousand bytes apart.
type point struct{ bytes, units, row int }

const pointDistance = 4096 // in bytes

// header is the line before a file that has a name, as in the txtar format.
var header = regexp.MustCompile(`^-- (\S+) --$`)

// newPane splits a text into files. A file begins after a line "-- path --", and
// with every brace at the start of a line that continues no list or object.
func newPane(name, text string) *pane {
	p := &pane{name: name, text: text, byPath: map[string]int{}, named: map[string]int{}}
	path, start, first := "", 0, 0 // of the file, and its line
	end := func(offset, row int) {
		if strings.TrimSpace(text[start:offset]) != "" {
			p.add(path, start, offset, first)
		}
		path, start, first = "", offset, row
	}
	at := point{}
	for row := range strings.Lines(text) {
		if strings.HasPrefix(row, "-- ") {
			if match := header.FindStringSubmatch(strings.TrimRight(row, "\r\n")); match != nil {
				end(at.bytes, at.row)
				path, start, first = match[1], at.bytes+len(row), at.row+1
			}
		} else if row[0] == '{' && !continues(text[start:at.bytes]) && strings.TrimSpace(text[start:at.bytes]) != "" {
			end(at.bytes, at.row)
		}
		p.starts = append(p.starts, at.units)
		at = p.measure(at, row)
	}
	if text == "" || strings.HasSuffix(text, "\n") {
		p.points = append(p.points, at)
		p.starts = append(p.starts, at.units)
	}
	end(len(text), at.row)
	return p
}

// measure adds the points of a line, and returns the point after it.
func (p *pane) measure(at point, row string) point {
	line := at.row
	for row != "" {
		n := min(len(row), pointDistance)
		for n < len(row) && !utf8.RuneStart(row[n]) {
			n++
		}
		p.points = append(p.points, at)
		at = point{at.bytes + n, at.units + utf16Length(row[:n]), line}
		row = row[n:]
	}
	at.row++
	return at
}

// continues reports whether a value can follow a text inside an object or an array.
func continues(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.ContainsRune(":,[", rune(text[len(text)-1]))
}

// add makes a file of a range of the text. Without a name, its name follows from
// the id of the Lexicon. Its path begins with the pane, and is unique. First is the number
// of lines before it.
func (p *pane) add(path string, start, end, first int) {
	text := []byte(p.text[start:end])
	source := &diag.Source{Text: text, FirstLine: first}
	if path == "" {
		path = "unnamed.json"
		if root, _ := lexicon.ReadJSON(&diag.Source{Text: text}); root != nil {
			if id := lexicon.IDOf(root); id != "" {
				path = "lexicons/" + strings.ReplaceAll(string(id), ".", "/") + ".json" // as in a project
			}
		}
	}
	source.Path = p.name + "/" + path
	for taken := true; taken; _, taken = p.byPath[source.Path] {
		if p.named[path]++; p.named[path] > 1 {
			source.Path = fmt.Sprintf("%s/%d/%s", p.name, p.named[path], path)
		}
	}
	p.byPath[source.Path] = len(p.files)
	p.files = append(p.files, file{source, start})
}

// catalog parses the files of a pane.
func (p *pane) catalog(profile diag.Profile) *lexicon.Catalog {
	documents := make([]*lexicon.Document, len(p.files))
	for i, f := range p.files {
		documents[i] = lexicon.Parse(f.source, profile)
	}
	return lexicon.NewCatalog(append(documents, dependencies(profile)...)...)
}

// rewritten returns the text of the pane with other texts of some files, by their paths.
func (p *pane) rewritten(texts map[string][]byte) string {
	var b strings.Builder
	end := 0
	for _, f := range p.files {
		text, ok := texts[f.source.Path]
		if !ok {
			text = f.source.Text
		}
		b.WriteString(p.text[end:f.start])
		b.Write(text)
		end = f.start + len(f.source.Text)
	}
	return b.String() + p.text[end:]
}

// place finds the range of a location in the panes; false if it is in none.
func place(panes []*pane, at diag.Location) (Place, bool) {
	if at.Source == nil || at.NoPosition {
		return Place{}, false
	}
	for _, p := range panes {
		if i, ok := p.byPath[at.Source.Path]; ok {
			start := p.files[i].start
			return p.rangeOf(start+int(at.Span.Start), start+int(at.Span.End)), true
		}
	}
	return Place{}, false
}

// rangeOf returns a range of bytes in the units of the page.
func (p *pane) rangeOf(start, end int) Place {
	from, row := p.units(start)
	to, _ := p.units(end)
	return Place{p.name, from, to, row + 1, from - p.starts[row] + 1}
}

// restOfLine returns the range from a column, counted in characters, to the end of a line,
// both 1-based.
func (p *pane) restOfLine(line, column int) Place {
	row := min(line, len(p.starts)) - 1
	i := slices.IndexFunc(p.points, func(at point) bool { return at.row == row })
	start := p.points[i].bytes
	text, _, _ := strings.Cut(p.text[start:], "\n")
	text = strings.TrimSuffix(text, "\r")
	rest := text
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return p.rangeOf(start+len(text)-len(rest), start+len(text))
}

// units returns an offset in UTF-16 code units, and the index of its line.
func (p *pane) units(offset int) (units, row int) {
	offset = min(max(offset, 0), len(p.text))
	i, found := slices.BinarySearchFunc(p.points, offset, func(at point, offset int) int { return at.bytes - offset })
	if !found {
		i--
	}
	at := p.points[i]
	return at.units + utf16Length(p.text[at.bytes:offset]), at.row
}

// utf16Length returns the length of a text in UTF-16 code units.
func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
