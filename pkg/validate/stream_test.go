package validate

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// memoValidator returns a validator of records of com.example.memo, which have
// a text of at most 4 bytes.
func memoValidator(t testing.TB, options Options) *Validator {
	t.Helper()
	return memoSchemas(options).Records()
}

func memoSchemas(options Options) *Schemas {
	return Compile(lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "memo.json", Text: []byte(`{"lexicon": 1, "id": "com.example.memo", "defs": {"main": {
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
func outcome(result Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", result.Index)
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
func streamed(t testing.TB, v *Validator, r io.Reader, in Input, workers int) []string {
	t.Helper()
	in.Path = "d"
	var lines []string
	for result, err := range v.Lines(t.Context(), r, in, StreamOptions{Workers: workers}) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, outcome(result))
	}
	return lines
}

func TestStream(t *testing.T) {
	v := memoValidator(t, Options{})
	long := longMemo(200_000)
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
		{"several chunks long", longMemo(1_200_000) + "\n" + longMemo(600_000) + "\n[]\n", []string{"0 length@d:1:36#0", "1 length@d:2:36#1", "2 value-type@d:3:1#2"}},
		{"unknown schema", `{"$type":"com.example.other"}`, []string{"0 schema-not-found@d:1:10#0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for workers := 1; workers <= 8; workers++ {
				got := streamed(t, v, strings.NewReader(test.text), Input{}, workers)
				if !slices.Equal(got, test.want) {
					t.Fatalf("%d workers\ngot  %q\nwant %q", workers, got, test.want)
				}
			}
		})
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
			line = longMemo(60_000 + r.IntN(800_000))
		}
		text = append(append(text, line...), '\n')
		if strings.Trim(line, " \r") == "" {
			continue
		}
		result := v.Check(Input{Path: "d", Text: []byte(strings.TrimSuffix(line, "\r")), FirstLine: number - 1})
		result.Index = index
		for i := range result.Findings {
			result.Findings[i].Data.Record = fmt.Sprint(index)
		}
		want = append(want, outcome(result))
		index++
	}
	return text, want
}

// However many workers there are, a stream says the same as a loop over the
// lines. How the reader cuts the text is tested in package stream.
func TestStreamOrder(t *testing.T) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 1))
		v := memoValidator(t, Options{AllowUnknown: seed%2 == 0})
		text, want := mixedText(random, v, 3_000_000)
		workers := 1 + random.IntN(8)
		if got := streamed(t, v, bytes.NewReader(text), Input{}, workers); !slices.Equal(got, want) {
			t.Fatalf("seed %d, %d workers: %s", seed, workers, firstDifference(got, want))
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

func TestStreamRecordKey(t *testing.T) {
	for key, want := range map[string]string{"3jzfcijpj2z2a": "0", "self": "0 record-key@d:1:1#0"} {
		got := streamed(t, memoValidator(t, Options{}), strings.NewReader(goodMemo), Input{RecordKey: key}, 1)
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
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
		for result, err := range v.Lines(t.Context(), text, Input{}, StreamOptions{Workers: 4}) {
			if err != nil {
				t.Fatal(err)
			}
			if result.Index%20_000 == 0 {
				runtime.GC()
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				most = max(most, memory.HeapAlloc)
			}
		}
		if most == 0 || most > 16<<20 {
			t.Errorf("%s: %d bytes held", name, most)
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
		for _, err := range v.Lines(t.Context(), strings.NewReader(text), Input{}, StreamOptions{Workers: 2}) {
			if err != nil {
				t.Fatal(err)
			}
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
				for _, err := range v.Lines(b.Context(), strings.NewReader(text), Input{}, StreamOptions{Workers: workers}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// Parts of a file, told what comes before them, have the results of the whole file.
func TestLinesParts(t *testing.T) {
	v := memoValidator(t, Options{AllowUnknown: true})
	text := []string{goodMemo, "", longMemo(60), " ", "{", `{"$type":"com.example.absent"}`, goodMemo, longMemo(70), `{"$type":"com.example.memo#main"}`, `{"$type":"no NSID"}`}
	stream := func(lines []string, before, index int) (all []string) {
		in := Input{Path: "d", FirstLine: before}
		options := StreamOptions{Workers: 1, FirstIndex: index, Identify: true}
		for result, err := range v.Lines(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), in, options) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, outcome(result)+" "+result.Collection)
		}
		return all
	}
	want := []string{
		"0 com.example.memo", "1 length@d:3:36#1 com.example.memo", "2 json-syntax@d:5:2#2 ", "3 unknown com.example.absent", "4 com.example.memo",
		"5 length@d:8:36#5 com.example.memo", "6 type-main-fragment@d:9:10#6 ", "7 type-syntax@d:10:10#7 ",
	}
	if got := stream(text, 0, 0); !slices.Equal(got, want) {
		t.Errorf("the whole text\n got %q\nwant %q", got, want)
	}
	index := 0
	for i := range text {
		head, tail := stream(text[:i], 0, 0), stream(text[i:], i, index)
		if got := slices.Concat(head, tail); !slices.Equal(got, want) {
			t.Errorf("cut at line %d\n got %q\nwant %q", i, got, want)
		}
		if strings.TrimSpace(text[i]) != "" {
			index++
		}
	}
}
