package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/stats"
)

// WriteStats writes how data use their schemas, as text, JSON, or Markdown. Found counts the
// findings by severity.
func WriteStats(o Options, types []stats.Type, s Summary, found [diag.Error + 1]int) error {
	out := bufio.NewWriterSize(o.Out, 32<<10)
	all := outcome{Summary: s, counts: found}
	if o.Format == JSON {
		p := &jsonPrinter{encoder: newEncoder(out)}
		p.head(&o, "types")
		for i := range types {
			p.item(&types[i])
		}
		return cmp.Or(p.close(&all), out.Flush())
	}
	for i := range types {
		if i > 0 {
			fmt.Fprintln(out)
		}
		statsTables(out, &types[i], o.Format == Markdown, cmp.Or(o.Width, math.MaxInt))
	}
	if !o.Quiet {
		if len(types) > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, all.line(false))
	}
	return out.Flush()
}

// statsTables writes the report on a type. Text is cut to a number of columns.
func statsTables(out io.Writer, t *stats.Type, markdown bool, width int) {
	title := fmt.Sprintf("%s: %s, %d invalid", terminal.Escape(t.Ref), words.Count(t.Values, "value"), t.Invalid)
	if markdown {
		title = "### " + inert(title)
	}
	fmt.Fprintln(out, title)
	fields := [][]string{{"FIELD", "TYPE", "WRITTEN", "NULL", "INVALID", "LENGTH, RANGE, OR VALUES"}}
	unreached := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Of == 0 {
			unreached++
			continue
		}
		path := f.Path
		if !markdown {
			path = shorten(path, width/5*2)
		}
		fields = append(fields, []string{path, f.Type, share(f.Count, f.Of), share(f.Null, f.Count), share(f.Invalid, f.Count), details(f)})
	}
	extra := [][]string{{"EXTRA FIELD", "COUNT", "TYPES", "EXAMPLE"}}
	for _, e := range t.ExtraFields {
		where := atLine(e.Example.Path, e.Example.Line)
		extra = append(extra, []string{e.Path, strconv.FormatInt(e.Count, 10), typeCounts(e.Types), where + " " + cmp.Or(e.Example.Record, e.Example.Pointer)})
	}
	for _, table := range [][][]string{fields, extra} {
		switch {
		case len(table) == 1:
		case markdown:
			markdownTable(out, table)
		default:
			textTable(out, table, width)
		}
	}
	if unreached > 0 {
		fmt.Fprintf(out, "\n%s inside of others that were never written\n", words.Count(unreached, "field"))
	}
	if o := t.Omitted; o != nil {
		var omitted phrases
		omitted.add(o.Fields, words.Count(o.Fields, "field"))
		omitted.add(int(o.ExtraFields), words.Count(o.ExtraFields, "occurrence")+" of extra fields")
		fmt.Fprintf(out, "\nleft out: %s\n", words.Enumerate(omitted, "and"))
	}
}

// shorten leaves out the middle of a path that is longer than a number of characters.
func shorten(path string, most int) string {
	text := []rune(path)
	if len(text) <= most {
		return path
	}
	return string(text[:most/3]) + "…" + string(text[len(text)-(most-most/3-1):])
}

// textTable writes a table whose lines are cut to a number of columns.
func textTable(out io.Writer, table [][]string, width int) {
	for _, row := range table {
		for i := range row {
			row[i] = terminal.Escape(row[i])
		}
	}
	fmt.Fprintln(out)
	for line := range strings.Lines(terminal.Columns(table)) {
		if text := []rune(line); len(text)-1 > width { // with a line feed
			line = string(text[:width-1]) + "…\n"
		}
		io.WriteString(out, line)
	}
}

func markdownTable(out io.Writer, table [][]string) {
	fmt.Fprintln(out)
	for i, row := range table {
		for n := range row {
			row[n] = inert(row[n])
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintln(out, strings.Repeat("|---", len(row))+"|")
		}
	}
}

// share says how many of a number there are, as a percentage where that says more.
func share(n, of int64) string {
	switch {
	case n == 0:
		return "0"
	case n == of:
		return strconv.FormatInt(n, 10) + " (all)"
	}
	return fmt.Sprintf("%d (%.3g%%)", n, 100*float64(n)/float64(max(of, 1)))
}

// details says what the values of a field are.
func details(f *stats.Field) string {
	var parts []string
	for _, r := range []struct {
		*stats.Range
		unit string
	}{{f.Bytes, " byte"}, {f.Graphemes, " grapheme"}, {f.Range, ""}, {f.Elements, " element"}, {f.Sizes, " byte"}} {
		if r.Range != nil {
			if r.unit != "" && (r.Min != 1 || r.Max != 1) {
				r.unit += "s"
			}
			parts = append(parts, spread(r.Range)+r.unit+limits(r.Range))
		}
	}
	if f.Format != nil && f.Format.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d not a valid %s", f.Format.Failed, f.Format.Name))
	}
	for _, s := range []*stats.Seen{f.MIMETypes, f.Seen} {
		if s == nil {
			continue
		}
		const most = 6
		for _, v := range s.Values[:min(len(s.Values), most)] {
			mark := ""
			if !v.Known && s == f.Seen {
				mark = " (not in the schema)"
			}
			parts = append(parts, fmt.Sprintf("%s %d%s", v.Value, v.Count, mark))
		}
		if more := len(s.Values) - most; more > 0 {
			parts = append(parts, fmt.Sprintf("%d more", more))
		}
		if s.Others != nil {
			parts = append(parts, fmt.Sprintf("%s with %s not in the schema", words.Count(s.Others.Count, "value"), words.Count(s.Others.Distinct, "spelling")))
		}
	}
	return strings.Join(parts, ", ")
}

// spread says where numbers are: the smallest, the median, the 99th percentile, and the
// largest.
func spread(r *stats.Range) string {
	if r.Min == r.Max {
		return strconv.FormatInt(r.Min, 10)
	}
	return fmt.Sprintf("%d…%d…%d…%d", r.Min, r.Median, r.P99, r.Max)
}

// limits says which limits the schema has.
func limits(r *stats.Range) string {
	var parts []string
	for _, limit := range []struct {
		word  string
		value *int64
	}{{"≥", cmp.Or(r.MinLength, r.MinGraphemes, r.Minimum)}, {"≤", cmp.Or(r.MaxLength, r.MaxGraphemes, r.Maximum, r.MaxSize)}} {
		if limit.value != nil {
			parts = append(parts, limit.word+strconv.FormatInt(*limit.value, 10))
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, " ") + ")"
}
