package validate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// outcomes lists results: for each value its index, when it is one of many, and
// the codes and NSIDs of its findings.
func outcomes(t *testing.T, results iter.Seq2[Result, error], many bool) (lines []string) {
	t.Helper()
	for result, err := range results {
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		if many {
			line = strconv.Itoa(result.Index)
		}
		for _, f := range result.Findings {
			line += " " + f.Rule.Code + " " + f.NSID
		}
		lines = append(lines, line)
	}
	return lines
}

// format is a way to read a file.
type format struct {
	name     string
	encoding Encoding
	lines    bool
}

var (
	formatJSON   = format{"JSON", JSON, false}
	formatCBOR   = format{"CBOR", CBOR, false}
	formatNDJSON = format{"NDJSON", JSON, true}
	formatQuery  = format{"query string", Query, false}
)

// read yields what is said about a file.
func (f format) read(ctx context.Context, v *Validator, r io.Reader) iter.Seq2[Result, error] {
	in := Input{Path: "d", Encoding: f.encoding}
	if f.lines {
		return v.Lines(ctx, r, in, StreamOptions{})
	}
	return v.Read(ctx, r, in)
}

func (f format) summary(t *testing.T, v *Validator, r io.Reader) []string {
	t.Helper()
	return outcomes(t, f.read(t.Context(), v, r), f.lines)
}

func TestRead(t *testing.T) {
	memo, bad := []byte(goodMemo), []byte(longMemo(60))
	cborMemo := []byte("\xa2\x64text\x62ok\x65$type\x70com.example.memo")
	for _, test := range []struct {
		name   string
		format format
		data   []byte
		want   []string
	}{
		{"valid JSON", formatJSON, memo, []string{""}},
		{"invalid JSON", formatJSON, bad, []string{" length com.example.memo"}},
		{"JSON over lines", formatJSON, []byte(strings.ReplaceAll(goodMemo, ",", ",\n")), []string{""}},
		{"two values", formatJSON, []byte(goodMemo + "\n" + goodMemo), []string{" json-syntax "}},
		{"no JSON", formatJSON, nil, []string{" json-syntax "}},
		{"NDJSON", formatNDJSON, slices.Concat(memo, []byte("\n"), bad), []string{"0", "1 length com.example.memo"}},
		{"no values", formatNDJSON, nil, nil},
		{"CBOR", formatCBOR, cborMemo, []string{""}},
		{"invalid CBOR", formatCBOR, bytes.Replace(cborMemo, []byte("\x62ok"), []byte("\x02"), 1), []string{" value-type com.example.memo"}},
		{"CBOR cut off", formatCBOR, cborMemo[:9], []string{" invalid-cbor "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := memoValidator(t, Options{})
			if got := test.format.summary(t, v, bytes.NewReader(test.data)); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			// Compressed, by name or by its first bytes, it is the same.
			for _, detect := range []bool{false, true} {
				in := Decompress(iotest.HalfReader(bytes.NewReader(compress(test.data))), detect)
				if got := test.format.summary(t, v, in); !slices.Equal(got, test.want) {
					t.Errorf("compressed: got %q, want %q", got, test.want)
				}
			}
			if got := test.format.summary(t, v, Decompress(bytes.NewReader(test.data), true)); !slices.Equal(got, test.want) {
				t.Errorf("not compressed: got %q, want %q", got, test.want)
			}
		})
	}
}

// Compressed data that is damaged is a finding after the values before it.
func TestDamaged(t *testing.T) {
	whole := compress([]byte(strings.Repeat(goodMemo+"\n", 3000)))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	v := memoValidator(t, Options{})
	for name, data := range map[string][]byte{"cut off": whole[:len(whole)-20], "empty": nil, "another checksum": flipped} {
		for format, rule := range map[format]string{formatNDJSON: "json-syntax", formatJSON: "json-syntax", formatCBOR: "invalid-cbor"} {
			got := format.summary(t, v, Decompress(bytes.NewReader(data), false))
			for i := 0; format.lines && i < len(got)-1; i++ {
				if strings.Contains(got[i], " ") {
					t.Errorf("%s, %s: value %d: %s", name, format.name, i, got[i])
				}
			}
			if len(got) == 0 || !strings.Contains(got[len(got)-1], rule) {
				t.Errorf("%s, %s: got %q, want %s", name, format.name, got, rule)
			}
		}
	}
	got := formatNDJSON.summary(t, v, Decompress(bytes.NewReader(flipped), false))
	if len(got) != 3001 || got[3000] != "3000 json-syntax " {
		t.Errorf("%d values, the last is %q", len(got), got[len(got)-1])
	}
}

// Errors of reading are errors, not findings, and so is a context that is done.
func TestReadErrors(t *testing.T) {
	fault := errors.New("broken reader")
	v := memoValidator(t, Options{})
	for _, format := range []format{formatJSON, formatNDJSON, formatCBOR} {
		last := func(ctx context.Context, r io.Reader) (last error) {
			for _, err := range format.read(ctx, v, r) {
				last = err
			}
			return last
		}
		for _, r := range []io.Reader{
			iotest.ErrReader(fault),
			Decompress(iotest.ErrReader(fault), false),
			Decompress(iotest.ErrReader(fault), true),
			Decompress(io.MultiReader(bytes.NewReader(compress([]byte(goodMemo))[:15]), iotest.ErrReader(fault)), false),
		} {
			if err := last(t.Context(), r); err != fault {
				t.Errorf("%s: got %v, want %v", format.name, err, fault)
			}
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(fault)
		if err := last(ctx, strings.NewReader(goodMemo)); err != fault {
			t.Errorf("%s: got %v, want %v", format.name, err, fault)
		}
	}
}

// Parameters are a query string, or JSON, in a file of their own and in lines.
func TestReadParams(t *testing.T) {
	v := searchParams(t)
	for _, test := range []struct {
		format format
		text   string
		want   []string
	}{
		{formatQuery, "?q=cats&limit=3\n", []string{""}},
		{formatQuery, "q=cats&limit=many", []string{" value-type com.example.searchThings"}},
		{formatQuery, `{"q":"cats","limit":3}`, []string{""}},
		{formatNDJSON, "\"q=cats\"\n{\"q\":\"cats\"}\n\"limit=3\"\n", []string{"0", "1", "2 missing-required com.example.searchThings"}},
	} {
		if got := test.format.summary(t, v, strings.NewReader(test.text)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// What is above a limit of size is one finding, and the lines after it are read.
func TestReadTooLarge(t *testing.T) {
	const limit = 3 << 20
	v := memoValidator(t, Options{MaxValueSize: limit})
	lists := []byte(goodMemo[:len(goodMemo)-1] + `,"more":[` + strings.Repeat("1,", datamodel.MaxTokens(limit)) + `1]}`)
	brackets := func() io.Reader { return &endless{strings.Repeat("[", 1<<15), limit>>15 + 100} }
	for name, test := range map[string]struct {
		format format
		text   io.Reader
		want   []string
	}{
		"bytes":          {formatJSON, brackets(), []string{" too-large "}},
		"bytes of CBOR":  {formatCBOR, &endless{strings.Repeat("\x80", 1<<15), limit>>15 + 100}, []string{" too-large "}},
		"tokens":         {formatJSON, bytes.NewReader(lists), []string{" too-large "}},
		"tokens of CBOR": {formatCBOR, io.MultiReader(strings.NewReader("\x9a\x00\x20\x00\x00"), strings.NewReader(strings.Repeat("\x00", 2<<20))), []string{" too-large "}},
		"tokens in line": {formatNDJSON, io.MultiReader(bytes.NewReader(lists), strings.NewReader("\n"+goodMemo)), []string{"0 too-large ", "1"}},
		"line":           {formatNDJSON, io.MultiReader(brackets(), strings.NewReader("\n"+goodMemo)), []string{"0 too-large ", "1"}},
		"commas in text": {formatJSON, strings.NewReader(goodMemo[:len(goodMemo)-1] + `,"more":"` + strings.Repeat(`,[\"`, limit/5) + `"}`), []string{""}},
	} {
		if got := test.format.summary(t, v, test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
