package stream

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

const limit = 8 << 20

// look has a result for lines with an x: their number and length.
func look(l *Line, result *string) (weight int) {
	switch {
	case l.TooLong:
		*result = fmt.Sprintf("%d too long", l.Number)
	case bytes.IndexByte(l.Text, 'x') < 0:
		return 0
	default:
		*result = fmt.Sprintf("%d:%d", l.Number, len(l.Text))
	}
	return 1
}

// inWords is the index of an outcome, and its result if there is one.
func inWords(o Outcome[string]) string {
	if o.Result == nil {
		return strconv.Itoa(o.Index)
	}
	return strconv.Itoa(o.Index) + " " + *o.Result
}

// summary returns the outcomes of a text: "3 17:5" for the fourth line that is not
// blank, the eighteenth of the text, with 5 bytes and an x; "3" for one without.
func summary(t testing.TB, r io.Reader, o Options) (lines []string, err error) {
	t.Helper()
	for outcome, fault := range Lines(t.Context(), r, o, look) {
		if fault != nil {
			err = fault
			continue
		}
		lines = append(lines, inWords(outcome))
	}
	return lines, err
}

func TestLines(t *testing.T) {
	long := strings.Repeat("y", 9*chunkSize) + "x"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blank lines", "\n \t\n\r\n", nil},
		{"one", "y", []string{"0"}},
		{"line end", "x\n", []string{"0 0:1"}},
		{"CRLF", "y\r\n\r\nxx\r\ny\r\n", []string{"0", "1 2:2", "2"}},
		{"blank lines count for the number only", "\ny\n\n \nx\n", []string{"0", "1 4:1"}},
		{"blanks are kept", " x \n", []string{"0 0:3"}},
		{"long lines", "x\n" + long + "\nx\n" + long, []string{"0 0:1", fmt.Sprint("1 1:", len(long)), "2 2:1", fmt.Sprint("3 3:", len(long))}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for workers := 1; workers <= 8; workers++ {
				if got, err := summary(t, strings.NewReader(test.text), Options{Workers: workers, Limit: limit}); err != nil || !slices.Equal(got, test.want) {
					t.Fatalf("%d workers, %v\n got %q\nwant %q", workers, err, got, test.want)
				}
			}
		})
	}
}

// A line above the limit has an outcome, whatever its length, and the lines after
// it are read.
func TestTooLong(t *testing.T) {
	for _, limit := range []int{2 * chunkSize, 2*chunkSize + 1, 1000} {
		for _, size := range []int{limit - 1, limit, limit + 1, 3 * chunkSize, 7*chunkSize + 5} {
			for _, end := range []string{"", "\n", "\n\nx\ny"} {
				// The first line fills a chunk, so that the long one begins the next.
				text := strings.Repeat("y", chunkSize-1) + "\n" + strings.Repeat("x", size) + end
				got, err := summary(t, strings.NewReader(text), Options{Workers: 2, Limit: limit})
				if err != nil {
					t.Fatal(err)
				}
				want := []string{"0", fmt.Sprint("1 1:", size)}
				if chunkSize-1 > limit {
					want[0] = "0 0 too long"
				}
				if size > limit {
					want[1] = "1 1 too long"
				}
				if len(end) > 1 {
					want = append(want, "2 3:1", "3")
				}
				if !slices.Equal(got, want) {
					t.Errorf("limit %d, %d bytes, then %q\n got %q\nwant %q", limit, size, end, got, want)
				}
			}
		}
	}
}

// The limit is exact, whatever its relation to the sizes of buffers.
func TestLimit(t *testing.T) {
	for _, base := range []int{chunkSize, 2 * chunkSize, loneSize} {
		for limit := base - 2; limit <= base+1; limit++ {
			for length := limit; length <= limit+2; length++ {
				want := []string{fmt.Sprint("0 0:", length), "1 1:1"}
				if length > limit {
					want[0] = "0 0 too long"
				}
				for _, end := range []string{"\n", "\r\n"} {
					text := strings.Repeat("x", length) + end + "x"
					if got, err := summary(t, strings.NewReader(text), Options{Workers: 1, Limit: limit}); err != nil || !slices.Equal(got, want) {
						t.Fatalf("a line of %d bytes with the limit %d: %v, got %q, want %q", length, limit, err, got, want)
					}
				}
			}
		}
	}
}

// mixed is a text of many lines, and what a plain loop says about it.
func mixed(r *rand.Rand, size int) (text []byte, want []string) {
	lines := []string{"", " ", "\r", "y", "x", "x\r", " y x", strings.Repeat("x", 300), strings.Repeat("y", 3000)}
	for number := 0; len(text) < size; number++ {
		line := lines[r.IntN(len(lines))]
		if r.IntN(300) == 0 {
			line = strings.Repeat("xy", chunkSize/4+r.IntN(3*chunkSize))
		}
		text = append(append(text, line...), '\n')
		if line = strings.TrimSuffix(line, "\r"); strings.Trim(line, " ") == "" {
			continue
		}
		index := fmt.Sprint(len(want))
		if strings.Contains(line, "x") {
			index += fmt.Sprintf(" %d:%d", number, len(line))
		}
		want = append(want, index)
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

// However the reader cuts a text, and however many workers there are, the
// outcomes are those of a loop over the lines.
func TestCuts(t *testing.T) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 1))
		text, want := mixed(random, 3_000_000)
		for name, reader := range map[string]io.Reader{
			"whole":        bytes.NewReader(text),
			"end at once":  iotest.DataErrReader(bytes.NewReader(text)),
			"half":         iotest.HalfReader(bytes.NewReader(text)),
			"small pieces": &oddReader{text, random, 50},
			"large pieces": &oddReader{text, random, 3 * chunkSize},
			"compressed":   Decompress(bytes.NewReader(compress(text)), false),
		} {
			workers := 1 + random.IntN(8)
			if got, err := summary(t, reader, Options{Workers: workers, Limit: limit}); err != nil || !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s, %d workers: %v, %d outcomes, want %d", seed, name, workers, err, len(got), len(want))
			}
		}
	}
}

// A read error comes after the lines before it, with what was read of the next.
func TestReadErrors(t *testing.T) {
	mine := errors.New("mine")
	text := strings.Repeat("x\n\n", 20_000)
	got, err := summary(t, io.MultiReader(strings.NewReader(text+"xyz"), iotest.ErrReader(mine)), Options{Limit: limit})
	fault, ok := errors.AsType[*ReadError](err)
	if len(got) != 20_000 || !ok || !errors.Is(err, mine) || string(fault.Rest) != "xyz" || fault.Number != 40_000 || fault.Index != 20_000 {
		t.Errorf("%d lines, then %+v", len(got), err)
	}
	idle := &oddReader{[]byte("x"), rand.New(rand.NewPCG(1, 1)), 1} // which never gives anything
	if _, err := summary(t, idle, Options{Limit: limit}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v, want %v", err, io.ErrNoProgress)
	}
}

// The loop of the caller can end early, and so can the context, even while a read
// blocks.
func TestStop(t *testing.T) {
	count := 0
	for range Lines(t.Context(), strings.NewReader(strings.Repeat("y\n", 1_000_000)), Options{Limit: limit}, look) {
		if count++; count == 3 {
			break
		}
	}
	if count != 3 {
		t.Errorf("%d lines", count)
	}

	cause := errors.New("cause")
	ctx, cancel := context.WithCancelCause(t.Context())
	blocked, hold := io.Pipe()
	defer hold.Close()
	go func() {
		io.WriteString(hold, "y\n")
		cancel(cause)
	}()
	for _, err := range Lines(ctx, blocked, Options{Limit: limit}, look) {
		if err != nil && err != cause {
			t.Errorf("got %v, want %v", err, cause)
		}
		count++
	}
	if count != 4 {
		t.Errorf("%d outcomes, want only the error", count-3)
	}

	ctx, cancel = context.WithCancelCause(t.Context())
	defer cancel(nil)
	var last error
	begin := time.Now()
	for outcome, err := range Lines(ctx, &endless{"x\n", math.MaxInt}, Options{Limit: limit}, look) {
		if last = err; outcome.Index == 1000 {
			cancel(cause)
		}
	}
	if last != cause || time.Since(begin) > 5*time.Second {
		t.Errorf("%v after %v", last, time.Since(begin))
	}
}

func TestProgress(t *testing.T) {
	text := strings.Repeat("y\n", 200_000)
	var seen []int64
	if _, err := summary(t, strings.NewReader(text), Options{Limit: limit, Progress: func(n int64) { seen = append(seen, n) }}); err != nil {
		t.Fatal(err)
	}
	if len(seen) < 2 || !slices.IsSorted(seen) || seen[len(seen)-1] != int64(len(text)) {
		t.Errorf("%v", seen)
	}
}

// What comes before a pause of the input is delivered during the pause, and Idle is
// called then.
func TestPause(t *testing.T) {
	in, out := io.Pipe()
	var idle atomic.Int64 // lines that were delivered when Idle was called
	go func() {
		defer out.Close()
		for _, step := range []struct {
			text string
			want int64
		}{{"x", 0}, {"\nyx\nx", 2}, {"x\n", 3}, {strings.Repeat("x\n", 100_000), 100_003}} {
			io.WriteString(out, step.text)
			for begin := time.Now(); idle.Load() != step.want; time.Sleep(time.Millisecond) {
				if time.Since(begin) > 20*time.Second {
					t.Errorf("%d lines are delivered, want %d", idle.Load(), step.want)
					return
				}
			}
		}
	}()
	var lines []string
	options := Options{Limit: limit, Workers: 2, Idle: func() { idle.Store(int64(len(lines))) }}
	for outcome, err := range Lines(t.Context(), in, options, look) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, inWords(outcome))
	}
	if len(lines) != 100_003 || lines[1] != "1 1:2" || lines[2] != "2 2:2" {
		t.Errorf("%d lines: %q", len(lines), lines[:min(len(lines), 4)])
	}
}

// endless is a text that repeats a piece.
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

// What is held does not depend on the length of the text, whether lines have
// results or not.
func TestMemory(t *testing.T) {
	for name, line := range map[string]string{"without results": strings.Repeat("y", 40) + "\n", "with results": strings.Repeat("x", 60) + "\n", "tiny": "x\n"} {
		var most uint64
		for outcome, err := range Lines(t.Context(), &endless{strings.Repeat(line, 1000), 200}, Options{Workers: 4, Limit: limit}, look) {
			if err != nil {
				t.Fatal(err)
			}
			if outcome.Index%20_000 == 0 {
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

// A line without a result costs no allocation.
func TestAllocations(t *testing.T) {
	const lines = 50_000
	text := strings.Repeat("y\n", lines)
	work := func(*Line, *int) int { return 0 }
	allocations := testing.AllocsPerRun(3, func() {
		for _, err := range Lines(t.Context(), strings.NewReader(text), Options{Workers: 2, Limit: limit}, work) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocations > lines/100 {
		t.Errorf("%v allocations for %d lines", allocations, lines)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("x\n\n\ny"), uint8(1), uint16(3))
	f.Add([]byte("\r\nx\r\n\x00"), uint8(3), uint16(1))
	f.Fuzz(func(t *testing.T, text []byte, workers uint8, piece uint16) {
		var want []string
		for number, line := range bytes.Split(text, []byte("\n")) {
			if line = bytes.TrimSuffix(line, []byte("\r")); len(bytes.Trim(line, " \t\r\n")) == 0 {
				continue
			}
			index := fmt.Sprint(len(want))
			if bytes.IndexByte(line, 'x') >= 0 {
				index += fmt.Sprintf(" %d:%d", number, len(line))
			}
			want = append(want, index)
		}
		reader := &oddReader{text, rand.New(rand.NewPCG(1, uint64(piece))), 2 + int(piece)}
		var got []string
		for outcome, err := range Lines(t.Context(), reader, Options{Workers: 1 + int(workers%8), Limit: limit}, look) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, inWords(outcome))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func compress(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}
