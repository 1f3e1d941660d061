package lexsmith

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Checked is what Validate returns: each a PCollection<string> of NDJSON, whose elements
// are one or more lines without the last line end. Elements do not mix pieces.
type Checked struct {
	// Findings has a JSON object for every finding: those of "lexsmith validate
	// --format json --max-findings 0".
	Findings beam.PCollection
	// Counts has a Row for every collection.
	Counts beam.PCollection
	// Invalid has an Invalid for every value with an error.
	Invalid beam.PCollection
}

// Validate checks pieces against the schemas of an archive, a PCollection<[]byte> with one
// element.
func Validate(s beam.Scope, o Options, archive, pieces beam.PCollection) Checked {
	s = s.Scope("lexsmith.Validate")
	schemas := beam.SideInput{Input: archive}
	findings, counts := beam.ParDo2(s, &schemasFn{o}, archive)
	var invalid []beam.PCollection
	all := [2][]beam.PCollection{{findings}, {counts}}
	for _, branch := range branches(s, o.Workers, pieces) {
		f, c, i := beam.ParDo3(s, &checkFn{Options: o}, branch, schemas)
		all[0], all[1], invalid = append(all[0], f), append(all[1], c), append(invalid, i)
	}
	sums := beam.CombinePerKey(s, &sumFn{}, beam.Flatten(s, all[1]...))
	return Checked{beam.Flatten(s, all[0]...), beam.ParDo(s, countsRow, sums), beam.Flatten(s, invalid...)}
}

// branches spreads pieces over n collections.
func branches(s beam.Scope, n int, pieces beam.PCollection) []beam.PCollection {
	if n <= 1 {
		return []beam.PCollection{pieces}
	}
	cols := make([]beam.PCollection, n)
	for i := range cols {
		// A step that is behind a reshuffle runs beside the others.
		cols[i] = beam.Reshuffle(s, beam.ParDo(s, &laneFn{int64(i), int64(n)}, pieces))
	}
	return cols
}

// laneFn takes one of so many lanes.
type laneFn struct{ Lane, Lanes int64 }

// ProcessElement passes the pieces of the lane on.
func (fn *laneFn) ProcessElement(p Piece, emit func(Piece)) {
	if p.Lane%fn.Lanes == fn.Lane {
		emit(p)
	}
}

// compiled holds the last checker for each value of Options: all instances of checkFn in
// a process share it.
var compiled struct {
	sync.Mutex
	byOptions map[string]*compiledFor
}

type compiledFor struct {
	archive []byte
	checker *checker
}

// shared returns a checker for the schemas of an archive.
func (o *Options) shared(ctx context.Context, archive []byte) (*checker, error) {
	key, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	compiled.Lock()
	defer compiled.Unlock()
	if last := compiled.byOptions[string(key)]; last != nil && bytes.Equal(last.archive, archive) {
		return last.checker, nil
	}
	c, err := o.checker(ctx, archive)
	if err != nil {
		return nil, err
	}
	if compiled.byOptions == nil {
		compiled.byOptions = map[string]*compiledFor{}
	}
	compiled.byOptions[string(key)] = &compiledFor{bytes.Clone(archive), c}
	return c, nil
}

// schemasFn reports schema files that could not be read to their end.
type schemasFn struct{ Options Options }

// ProcessElement reads an archive.
func (fn *schemasFn) ProcessElement(ctx context.Context, archive []byte, findings func(string), counts func(string, Counts)) error {
	c, err := fn.Options.shared(ctx, archive)
	if err != nil {
		return err
	}
	out := outputs{checker: c, findings: batch{emit: findings}, counts: map[string]*Counts{}}
	for _, f := range c.broken {
		out.value(&value{Result: validate.Result{Findings: []diag.Finding{f}}, aside: true})
	}
	out.close(counts)
	return nil
}

// checkFn checks pieces.
type checkFn struct {
	Options Options

	archive []byte
	checker *checker // for the archive
}

// ProcessElement checks a piece.
func (fn *checkFn) ProcessElement(ctx context.Context, p Piece, archive []byte, findings func(string), counts func(string, Counts), invalid func(string)) error {
	if fn.checker == nil || !bytes.Equal(fn.archive, archive) {
		c, err := fn.Options.shared(ctx, archive)
		if err != nil {
			return err
		}
		fn.archive, fn.checker = archive, c
	}
	out := outputs{checker: fn.checker, findings: batch{emit: findings}, invalid: batch{emit: invalid}, counts: map[string]*Counts{}}
	if err := out.piece(ctx, &p); err != nil {
		return err
	}
	out.close(counts)
	return out.err
}
