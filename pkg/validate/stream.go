package validate

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// StreamOptions says how a stream of values is checked.
type StreamOptions struct {
	Workers int // how many values to check at once; 0: the number of processors
	// RecordKey, when not empty, is held against the key of every record.
	RecordKey string
	// Progress, when not nil, is called now and then with the number of bytes
	// checked so far.
	Progress func(bytes int64)
}

// Stream checks NDJSON: one JSON value a line. Blank lines are passed over. It
// calls each for every value, in the order of the text, from the goroutine that
// called Stream; index is that of the value, from 0. A line that is no JSON, or
// longer than MaxValueSize, is a finding like any other, and so is compressed
// data that is damaged (see Decompress): the values before it are checked.
//
// The memory it takes does not depend on the length of the text. The result of
// a value has a Source of its own, which holds its line.
//
// The error is the first one of each, which ends the stream, or one of reading.
func (v *Validator) Stream(r io.Reader, path string, o StreamOptions, each func(index int, result Result) error) error {
	s := &stream{path: path, options: o, limit: MaxValueSize, each: each}
	s.clean = v.Clean
	if o.RecordKey != "" {
		s.clean = noneClean
	}
	s.check = func(source *lexicon.Source) Result {
		return v.CheckLine(Input{Source: source, RecordKey: o.RecordKey})
	}
	return s.run(r)
}

// Cases runs cases, one a line; see Case. It calls each for every case with the
// finding case-verdict or none, as Stream does for values. The function keep is
// that of RunCase; it is called from several goroutines.
func (s *Schemas) Cases(r io.Reader, path string, o StreamOptions, keep func(*lexicon.Finding) bool, each func(index int, result Result) error) error {
	check := func(source *lexicon.Source) Result {
		c, found := s.ReadCase(Input{Source: source})
		if c != nil {
			found = append(found, s.RunCase(c, keep)...)
		}
		return Result{Findings: found}
	}
	return (&stream{path: path, options: o, limit: MaxValueSize, clean: noneClean, check: check, each: each}).run(r)
}

// noneClean sends every line to the full check.
func noneClean([]byte) bool { return false }

// stream checks the lines of a text with several workers. One goroutine cuts
// the text into chunks; the workers check them; the caller's goroutine takes
// them in their order and hands them back.
type stream struct {
	path    string
	options StreamOptions
	limit   int                                  // bytes of the longest line
	clean   func(line []byte) bool               // there is nothing to say of the line
	check   func(source *lexicon.Source) Result  // what there is to say
	each    func(index int, result Result) error // takes the results

	// What was delivered so far.
	bytes         int64
	lines, values int
}

func (s *stream) run(r io.Reader) error {
	workers := s.options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	count := 2*workers + 2
	// No send chunks: each of these has room for all chunks.
	free, work, order := make(chan *chunk, count), make(chan *chunk, count), make(chan *chunk, count)
	for range count {
		free <- newChunk()
	}
	stop := make(chan struct{})
	defer close(stop)
	lines := &splitter{in: r, limit: s.limit}
	go func() {
		split(lines, free, stop, func(b *chunk) {
			order <- b
			work <- b
		})
		close(work)
		close(order)
	}()
	for range workers {
		go func() {
			for b := range work {
				s.checkChunk(b)
				b.checked <- struct{}{}
			}
		}()
	}
	for b := range order {
		<-b.checked
		if err := s.deliver(b); err != nil {
			return err
		}
		b.reset()
		free <- b
	}
	if lines.err == io.EOF {
		return nil
	}
	return s.broken(lines)
}

// split cuts a text into chunks until it ends or stop is closed.
func split(lines *splitter, free <-chan *chunk, stop <-chan struct{}, send func(*chunk)) {
	var held []*chunk // while a long line is read
	take := func() *chunk {
		if n := len(held); n > 0 {
			b := held[n-1]
			held = held[:n-1]
			return b
		}
		select {
		case b := <-free:
			return b
		case <-stop:
			return nil
		}
	}
	lines.alone = func() bool {
		for len(held) < cap(free)-1 {
			select {
			case b := <-free:
				held = append(held, b)
			case <-stop:
				return false
			}
		}
		return true
	}
	for {
		b := take()
		if b == nil || !lines.fill(b) {
			return
		}
		send(b)
		if len(held) == cap(free)-1 {
			select { // the chunk with the long line is the only one on its way
			case b := <-free:
				held = append(held, b)
			case <-stop:
				return
			}
		}
	}
}

// checkChunk checks the values of a chunk from where the last call ended: to
// the end of the chunk, or until maxPending of them have something to say.
func (s *stream) checkChunk(b *chunk) {
	if b.tooLong {
		b.tooLong = false
		b.pending = append(b.pending, s.tooLong(b.lines))
		b.lines, b.values = 1, 1
	}
	for b.at < len(b.text) && len(b.pending) < maxPending {
		line := b.text[b.at:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
			b.at++
		}
		b.at += len(line)
		b.lines++
		if line = bytes.TrimSuffix(line, []byte("\r")); blanks(line, 0) == len(line) {
			continue
		}
		b.values++
		if len(line) <= partsMatter && s.clean(line) {
			continue
		}
		if cap(b.text) <= chunkSize {
			line = bytes.Clone(line)
		}
		source := &lexicon.Source{Path: s.path, Text: line, FirstLine: b.lines - 1}
		if f, ok := tooLarge(source, lexicon.RuleJSONSyntax, "the line", s.limit); ok {
			b.pending = append(b.pending, pending{b.values - 1, f.Source, Result{Findings: []lexicon.Finding{f}}})
			continue
		}
		if result := s.check(source); len(result.Findings) > 0 || result.Unknown {
			b.pending = append(b.pending, pending{b.values - 1, source, result})
		}
	}
}

// deliver hands over the results of a chunk.
func (s *stream) deliver(b *chunk) error {
	for next := 0; ; s.checkChunk(b) {
		for i := range b.pending {
			p := &b.pending[i]
			if err := s.nothing(next, p.index); err != nil {
				return err
			}
			p.source.FirstLine += s.lines
			if err := s.each(s.values+p.index, numbered(p.result, s.values+p.index)); err != nil {
				return err
			}
			next = p.index + 1
		}
		if err := s.nothing(next, b.values); err != nil {
			return err
		}
		next = b.values
		clear(b.pending)
		if b.pending = b.pending[:0]; b.at == len(b.text) {
			break
		}
	}
	s.lines += b.lines
	s.values += b.values
	s.bytes += int64(len(b.text))
	if s.options.Progress != nil {
		s.options.Progress(s.bytes)
	}
	return nil
}

// nothing delivers the values of a chunk of which there is nothing to say.
func (s *stream) nothing(from, to int) error {
	for ; from < to; from++ {
		if err := s.each(s.values+from, Result{}); err != nil {
			return err
		}
	}
	return nil
}

// numbered puts the index of a value into its findings.
func numbered(result Result, index int) Result { return ofRecord(result, strconv.Itoa(index)) }

// tooLong is the finding on a line above the limit, before which there are so
// many lines.
func (s *stream) tooLong(lines int) pending {
	source := &lexicon.Source{Path: s.path, FirstLine: lines}
	f := tooLargeFinding(source, lexicon.RuleJSONSyntax, fmt.Sprintf("the line has more than %d MiB", s.limit>>20))
	return pending{0, f.Source, Result{Findings: []lexicon.Finding{f}}}
}

// broken ends a text that could not be read to its end.
func (s *stream) broken(lines *splitter) error {
	source := &lexicon.Source{Path: s.path, Text: lines.rest, FirstLine: s.lines}
	finding, ok := damaged(source, lexicon.RuleJSONSyntax, lines.err)
	if !ok {
		return lines.err
	}
	return s.each(s.values, numbered(Result{Findings: []lexicon.Finding{finding}}, s.values))
}
