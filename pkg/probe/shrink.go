package probe

import (
	"context"
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// maxShrinking is how many requests are sent to shrink one.
const maxShrinking = 60

// shrink returns the smallest request that was found to show the same as a finding, and what
// it shows. The error is that of sending; what is returned holds all the same.
func (r *run) shrink(ctx context.Context, t *tally, c *trial, f diag.Finding) (*trial, diag.Finding, error) {
	switch f.Rule { // several requests show these
	case servicerules.UnstableResponse, servicerules.RepeatedItem, servicerules.EndlessCursor:
		return c, f, nil
	}
	if t.Type() == lexicon.TypeSubscription {
		return c, f, nil
	}
	key, left := keyOf(c, &f), maxShrinking
	for improved := true; improved && left > 0; {
		improved = false
		for smaller := range smallerTrials(t.method, c) {
			if left--; left < 0 {
				break
			}
			a, err := r.send(ctx, t, smaller)
			if err != nil {
				return c, f, err
			}
			found := judge(t, smaller, a)
			if i := slices.IndexFunc(found, func(f diag.Finding) bool { return keyOf(smaller, &f) == key }); i >= 0 {
				c, f, improved = smaller, found[i], true
				break
			}
		}
	}
	return c, f, nil
}

// smallerTrials returns the requests that are one step smaller than another one, and as valid
// as that, or with the same fault.
func smallerTrials(m *method, c *trial) iter.Seq[*trial] {
	return func(yield func(*trial) bool) {
		for v := range smaller(c.Params) {
			params, _ := v.(sample.Object)
			next := *c
			if next.Params = params; params == nil {
				next.Params = sample.Object{}
			}
			if c.alone != "" && params.Get(c.alone) == nil {
				continue
			}
			if m.breaks(&next) && !yield(&next) {
				return
			}
		}
		if c.input == nil {
			return
		}
		for v := range smaller(c.input) {
			next := *c
			contentType := c.ContentType
			next.setInput(v)
			next.ContentType = contentType
			if m.breaks(&next) && !yield(&next) {
				return
			}
		}
	}
}

// smaller returns the values that are one step smaller than another one.
func smaller(v sample.Value) iter.Seq[sample.Value] {
	return func(yield func(sample.Value) bool) {
		switch v := v.(type) {
		case sample.Object:
			for _, m := range v {
				if m.Name != "$type" && !yield(v.Without(m.Name)) {
					return
				}
			}
			for _, m := range v {
				for inner := range smaller(m.Value) {
					if !yield(v.With(m.Name, inner)) {
						return
					}
				}
			}
		case sample.Array:
			if len(v) > 1 && (!yield(v[:len(v)/2]) || !yield(v[len(v)/2:])) {
				return
			}
			if len(v) != 2 && len(v) > 0 && !yield(v[:len(v)-1]) {
				return
			}
			for i := range v[:min(len(v), 4)] {
				for inner := range smaller(v[i]) {
					changed := slices.Clone(v)
					changed[i] = inner
					if !yield(changed) {
						return
					}
				}
			}
		case sample.Int:
			for _, n := range slices.Compact([]int64{0, min(1, v.Value-1), v.Value / 2, v.Value - 1}) {
				if n >= 0 && n < v.Value && !yield(sample.Number(n)) {
					return
				}
			}
		case sample.String:
			runes := []rune(v.Text)
			if len(runes) > 1 && yield(sample.Text(string(runes[:len(runes)/2]))) && len(runes) > 2 {
				yield(sample.Text(string(runes[:len(runes)-1])))
			}
		}
	}
}
