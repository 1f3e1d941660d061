package validate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// memoValidator returns a validator of records of com.example.memo, which have
// a text of at most 4 bytes.
func memoValidator(t testing.TB, options Options) *Validator {
	t.Helper()
	return memoSchemas(options).Records()
}

func memoSchemas(options Options) *Schemas {
	return Compile(lexicon.NewCatalog(lexicon.Parse(&lexicon.Source{Path: "memo.json", Text: []byte(`{"lexicon": 1, "id": "com.example.memo", "defs": {"main": {
		"type": "record", "key": "tid",
		"record": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 4}}}
	}}}`)}, options.Profile)), options)
}

const goodMemo = `{"$type":"com.example.memo","text":"ok"}`

// longMemo returns a note of so many bytes, and more than it may have.
func longMemo(size int) string {
	return goodMemo[:len(goodMemo)-4] + strings.Repeat("x", size-len(goodMemo)+2) + `"}`
}

// outcome renders the results of a stream: a line for each value, with the rule,
// record, line and column of each finding, and the text that it points into.
func outcome(index int, result Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", index)
	for _, f := range result.Findings {
		at := f.Source.Position(f.Span.Start)
		fmt.Fprintf(&b, " %s@%s:%d:%d#%s", f.Rule.Code, f.Path(), at.Line, at.Column, f.Data.Record)
	}
	if result.Unknown {
		b.WriteString(" unknown")
	}
	return b.String()
}

// streamed returns what a stream of a text tells.
func streamed(t testing.TB, v *Validator, r io.Reader, limit int, o StreamOptions) []string {
	t.Helper()
	var lines []string
	s := &stream{
		path: "d", options: o, limit: limit, clean: v.Clean,
		check: func(source *lexicon.Source) Result { return v.CheckLine(Input{Source: source}) },
		each: func(index int, result Result) error {
			lines = append(lines, outcome(index, result))
			return nil
		},
	}
	if err := s.run(r); err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestStream(t *testing.T) {
	v := memoValidator(t, Options{})
	long := longMemo(chunkSize + 100)
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blank lines", "\n \t\n\r\n", nil},
		{"one", goodMemo, []string{"0"}},
		{"line end", goodMemo + "\n", []string{"0"}},
		{"several", goodMemo + "\n" + goodMemo + "\n" + goodMemo, []string{"0", "1", "2"}},
		{"a fault", goodMemo + "\n" + longMemo(50) + "\n" + goodMemo, []string{"0", "1 length@d:2:36#1", "2"}},
		{"two faults", `{"$type":"com.example.memo","text":1.5,"x":2.5}`, []string{"0 data-model@d:1:36#0 data-model@d:1:44#0"}},
		{"blank lines count for the line only", "\n" + goodMemo + "\n\n \n[]\n", []string{"0", "1 value-type@d:5:1#1"}},
		{"CRLF", goodMemo + "\r\n\r\n[]\r\n" + goodMemo + "\r\n", []string{"0", "1 value-type@d:3:1#1", "2"}},
		{"broken lines", goodMemo + "\n{\"\n" + goodMemo + "\n}\n" + goodMemo, []string{"0", "1 json-syntax@d:2:3#1", "2", "3 json-syntax@d:4:1#3", "4"}},
		{"two values on a line", goodMemo + goodMemo, []string{"0 json-syntax@d:1:41#0"}},
		{"a value over two lines", "{\"$type\":\n\"com.example.memo\"}", []string{"0 json-syntax@d:1:10#0", "1 json-syntax@d:2:19#1"}},
		{"byte-order mark", "\uFEFF" + goodMemo + "\n[]", []string{"0 byte-order-mark@d:1:1#0", "1 value-type@d:2:1#1"}},
		{"longer than a chunk", goodMemo + "\n" + long + "\n" + goodMemo, []string{"0", "1 length@d:2:36#1", "2"}},
		{"a long line at the end", goodMemo + "\n" + long, []string{"0", "1 length@d:2:36#1"}},
		{"several chunks long", longMemo(9*chunkSize) + "\n" + longMemo(5*chunkSize) + "\n[]\n", []string{"0 length@d:1:36#0", "1 length@d:2:36#1", "2 value-type@d:3:1#2"}},
		{"unknown schema", `{"$type":"com.example.other"}`, []string{"0 schema-not-found@d:1:10#0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for workers := 1; workers <= 8; workers++ {
				got := streamed(t, v, strings.NewReader(test.text), MaxValueSize, StreamOptions{Workers: workers})
				if !slices.Equal(got, test.want) {
					t.Fatalf("%d workers\ngot  %q\nwant %q", workers, got, test.want)
				}
			}
		})
	}
}

// A line above the limit is a finding, whatever its length, and the lines after
// it are read.
func TestStreamTooLong(t *testing.T) {
	v := memoValidator(t, Options{})
	const limit = 2 * chunkSize
	for _, size := range []int{limit - 1, limit, limit + 1, 3 * chunkSize, 7*chunkSize + 5} {
		for _, end := range []string{"", "\n", "\n\n[]\n" + goodMemo} {
			want := []string{"0", "1 length@d:2:36#1"}
			if size >= limit { // with its line end it does not fit
				want[1] = "1 json-syntax@d:2:1#1"
			}
			if len(end) > 1 {
				want = append(want, "2 value-type@d:4:1#2", "3")
			}
			// The first line fills a chunk, so that the long one begins the next.
			first := goodMemo + strings.Repeat(" ", chunkSize-len(goodMemo)-1) + "\n"
			got := streamed(t, v, strings.NewReader(first+longMemo(size)+end), limit, StreamOptions{Workers: 2})
			if !slices.Equal(got, want) {
				t.Errorf("%d bytes, then %q\ngot  %q\nwant %q", size, end, got, want)
			}
		}
	}
}

// mixedText is an NDJSON text with faults of many kinds, and what a plain loop
// over its lines says of it.
func mixedText(r *rand.Rand, v *Validator, size int) (text []byte, want []string) {
	lines := []string{
		goodMemo, goodMemo + " ", goodMemo + "\r", "", " ", "\r", longMemo(60), "[]", "{", `"x"`, "1.5", "nul", `{"$type":"com.example.memo"}`,
		"\xff", "{\"a\":\"\ud7ff\"}", longMemo(3000), `{"$type":"com.example.other"}`,
	}
	index := 0
	for number := 1; len(text) < size; number++ {
		line := lines[r.IntN(len(lines))]
		if r.IntN(200) == 0 {
			line = longMemo(chunkSize/2 + r.IntN(6*chunkSize))
		}
		text = append(append(text, line...), '\n')
		if strings.Trim(line, " \r") == "" {
			continue
		}
		source := &lexicon.Source{Path: "d", Text: []byte(strings.TrimSuffix(line, "\r")), FirstLine: number - 1}
		result := v.Check(Input{Source: source})
		want = append(want, outcome(index, ofRecord(result, fmt.Sprint(index))))
		index++
	}
	return text, want
}

// oddReader hands out a text in pieces of random sizes.
type oddReader struct {
	text   []byte
	random *rand.Rand
	most   int
}

func (r *oddReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[:min(len(r.text), r.random.IntN(r.most))])
	r.text = r.text[n:]
	return n, nil
}

// However the reader cuts a text, and however many workers there are, a stream
// says the same as a loop over the lines.
func TestStreamCuts(t *testing.T) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 1))
		v := memoValidator(t, Options{AllowUnknown: seed%2 == 0})
		text, want := mixedText(random, v, 3_000_000)
		readers := map[string]func() io.Reader{
			"whole":        func() io.Reader { return bytes.NewReader(text) },
			"end at once":  func() io.Reader { return iotest.DataErrReader(bytes.NewReader(text)) },
			"half":         func() io.Reader { return iotest.HalfReader(bytes.NewReader(text)) },
			"small pieces": func() io.Reader { return &oddReader{text, random, 50} },
			"large pieces": func() io.Reader { return &oddReader{text, random, 3 * chunkSize} },
			"compressed":   func() io.Reader { return Decompress(bytes.NewReader(compress(text)), false) },
		}
		for name, reader := range readers {
			workers := 1 + random.IntN(8)
			if got := streamed(t, v, reader(), MaxValueSize, StreamOptions{Workers: workers}); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s, %d workers: %s", seed, name, workers, firstDifference(got, want))
			}
		}
		if got := streamed(t, v, iotest.OneByteReader(bytes.NewReader(text[:200_000])), MaxValueSize, StreamOptions{}); !slices.Equal(got[:len(got)-1], want[:len(got)-1]) {
			t.Fatalf("seed %d, byte by byte: %s", seed, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("value %d: got %q, want %q", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d values, want %d", len(got), len(want))
}

func FuzzStream(f *testing.F) {
	v := memoValidator(f, Options{})
	f.Add([]byte(goodMemo+"\n{\n\n[]"), uint8(1), uint16(3))
	f.Add([]byte("\r\n\uFEFF"+goodMemo+"\r\n\x00"), uint8(3), uint16(1))
	f.Fuzz(func(t *testing.T, text []byte, workers uint8, piece uint16) {
		var want []string
		for number, line := range bytes.Split(text, []byte("\n")) {
			if line = bytes.TrimSuffix(line, []byte("\r")); len(bytes.Trim(line, " \t\r\n")) == 0 {
				continue
			}
			index := len(want)
			result := v.Check(Input{Source: &lexicon.Source{Path: "d", Text: line, FirstLine: number}})
			want = append(want, outcome(index, ofRecord(result, fmt.Sprint(index))))
		}
		reader := &oddReader{text, rand.New(rand.NewPCG(1, uint64(piece))), 2 + int(piece)}
		if got := streamed(t, v, reader, MaxValueSize, StreamOptions{Workers: 1 + int(workers%8)}); !slices.Equal(got, want) {
			t.Fatal(firstDifference(got, want))
		}
	})
}

// A stream stops at the first error of the caller, and tells one of reading
// after the values before it.
func TestStreamErrors(t *testing.T) {
	v := memoValidator(t, Options{})
	text := strings.Repeat(goodMemo+"\n", 20_000)
	mine := errors.New("mine")
	count := 0
	err := v.Stream(strings.NewReader(text), "d", StreamOptions{}, func(int, Result) error {
		if count++; count == 3 {
			return mine
		}
		return nil
	})
	if err != mine || count != 3 {
		t.Errorf("got %v after %d values", err, count)
	}

	count = 0
	broken := io.MultiReader(strings.NewReader(text+goodMemo[:5]), iotest.ErrReader(mine))
	err = v.Stream(broken, "d", StreamOptions{}, func(_ int, result Result) error {
		if count++; len(result.Findings) > 0 {
			t.Errorf("value %d: %v", count-1, result.Findings)
		}
		return nil
	})
	if err != mine || count != 20_000 {
		t.Errorf("got %v after %d values", err, count)
	}

	idle := &oddReader{[]byte("x"), rand.New(rand.NewPCG(1, 1)), 1} // which never gives anything
	if err := v.Stream(idle, "d", StreamOptions{}, func(int, Result) error { return nil }); err != io.ErrNoProgress {
		t.Errorf("got %v, want %v", err, io.ErrNoProgress)
	}
}

func TestStreamProgress(t *testing.T) {
	text := strings.Repeat(goodMemo+"\n", 20_000)
	var seen []int64
	err := memoValidator(t, Options{}).Stream(strings.NewReader(text), "d", StreamOptions{Progress: func(n int64) { seen = append(seen, n) }}, func(int, Result) error { return nil })
	if err != nil || len(seen) < 2 || !slices.IsSorted(seen) || seen[len(seen)-1] != int64(len(text)) {
		t.Errorf("%v, %v", seen, err)
	}
}

func TestStreamRecordKey(t *testing.T) {
	for key, want := range map[string]string{"3jzfcijpj2z2a": "0", "self": "0 record-key@d:1:1#0"} {
		err := memoValidator(t, Options{}).Stream(strings.NewReader(goodMemo), "d", StreamOptions{RecordKey: key}, func(index int, result Result) error {
			if got := outcome(index, result); got != want {
				t.Errorf("%s: got %s, want %s", key, got, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Cases arrive in their order with their line and number.
func TestCases(t *testing.T) {
	text := `{"ref":"com.example.memo","value":` + goodMemo + "}\n\n" +
		`{"ref":"com.example.memo","value":` + goodMemo + `,"valid":false}` + "\n" +
		`{"ref":"com.example.memo"}`
	var got []string
	err := memoSchemas(Options{}).Cases(strings.NewReader(text), "d", StreamOptions{}, nil, func(index int, result Result) error {
		got = append(got, outcome(index, result))
		return nil
	})
	if want := []string{"0", "1 case-verdict@d:3:35#1", "2 case-verdict@d:4:1#2"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

// endless is a text of a line without end: the same piece again and again.
type endless struct {
	piece string
	left  int // pieces
}

func (r *endless) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	r.left--
	return copy(p, r.piece), nil
}

// What a stream holds does not depend on the length of the text, whether all
// its values are valid or none is.
func TestStreamMemory(t *testing.T) {
	v := memoValidator(t, Options{})
	for name, line := range map[string]string{"valid": goodMemo + "\n", "invalid": longMemo(60) + "\n", "tiny": "1\n"} {
		text := &endless{strings.Repeat(line, 1000), 200}
		var most uint64
		err := v.Stream(text, "d", StreamOptions{Workers: 4}, func(index int, _ Result) error {
			if index%20_000 == 0 {
				runtime.GC()
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				most = max(most, memory.HeapAlloc)
			}
			return nil
		})
		if err != nil || most == 0 || most > 16<<20 {
			t.Errorf("%s: %d bytes held, %v", name, most, err)
		}
	}
}

// A valid line costs no allocation; a chunk of lines costs a few.
func TestStreamAllocations(t *testing.T) {
	if underRace {
		t.Skip("pools do not keep what they get under the race detector")
	}
	v := memoValidator(t, Options{})
	const lines = 50_000
	text := strings.Repeat(goodMemo+"\n", lines)
	allocations := testing.AllocsPerRun(3, func() {
		if err := v.Stream(strings.NewReader(text), "d", StreamOptions{Workers: 2}, func(int, Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > lines/100 {
		t.Errorf("%v allocations for %d lines", allocations, lines)
	}
}

func compress(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

func BenchmarkStream(b *testing.B) {
	v := memoValidator(b, Options{})
	text := strings.Repeat(goodMemo+"\n", 20_000)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := v.Stream(strings.NewReader(text), "d", StreamOptions{Workers: workers}, func(int, Result) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
