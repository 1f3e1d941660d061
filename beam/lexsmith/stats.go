package lexsmith

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/stats"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Stats counts how the values of pieces use their schemas, which are in an archive. It
// returns a PCollection<string> with a line for each record type: the "types" of "lexsmith
// stats --format json", in the same bytes.
func Stats(s beam.Scope, o Options, archive, pieces beam.PCollection) beam.PCollection {
	s = s.Scope("lexsmith.Stats")
	schemas := beam.SideInput{Input: archive}
	var parts []beam.PCollection
	for _, branch := range branches(s, o.Workers, pieces) {
		parts = append(parts, beam.ParDo(s, &countFn{o}, branch, schemas))
	}
	return beam.ParDo(s, &statsFn{o}, beam.GroupByKey(s, beam.AddFixedKey(s, beam.Flatten(s, parts...))), schemas)
}

// countFn counts the values of pieces.
type countFn struct{ Options Options }

// ProcessElement returns the summary of a piece as JSON.
func (fn *countFn) ProcessElement(ctx context.Context, p Piece, archive []byte) ([]byte, error) {
	c, err := fn.Options.shared(ctx, archive)
	if err != nil {
		return nil, err
	}
	own := *c
	collector := stats.NewCollector(c.catalog, c.policy.Keep)
	own.validator = validate.Compile(c.catalog, validate.Options{Profile: c.profile, AllowUnknown: true}).Observed(collector.Observe)
	discard := batch{emit: func(string) {}}
	out := outputs{checker: &own, findings: discard, invalid: discard, counts: map[string]*Counts{}}
	if err := out.piece(ctx, &p); err != nil {
		return nil, err
	}
	return json.Marshal(collector.Summary())
}

// statsFn merges summaries.
type statsFn struct{ Options Options }

// ProcessElement returns the lines of all summaries, which are as JSON.
func (fn *statsFn) ProcessElement(ctx context.Context, _ int, parts func(*[]byte) bool, archive []byte, emit func(string)) error {
	c, err := fn.Options.shared(ctx, archive)
	if err != nil {
		return err
	}
	all := stats.NewSummary(c.catalog)
	for part := []byte(nil); parts(&part); part = nil {
		if err := json.Unmarshal(part, all); err != nil {
			return err
		}
	}
	for _, t := range all.Report(stats.Options{}) {
		emit(string(report.JSONLine(&t)))
	}
	return nil
}
