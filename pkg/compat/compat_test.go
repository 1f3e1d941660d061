package compat_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// countdown is a context that is done after it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCanceled: a comparison ends early when its context is done, between any
// two definitions.
func TestCanceled(t *testing.T) {
	side := func(maximum int) *lexicon.Catalog {
		return catalog(t, manyDefinitions(100, maximum)+fmt.Sprintf(`, "r": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#d%d"}}}`, maximum))
	}
	old, new := side(1), side(2)
	for asked := range 300 {
		report, err := compat.Compare(&countdown{context.Background(), asked}, old, new, compat.Options{})
		if err == nil {
			return
		}
		if !errors.Is(err, context.Canceled) || report.Findings != nil {
			t.Fatalf("asked %d times: %v, %d findings", asked, err, len(report.Findings))
		}
	}
	t.Error("the comparison never ends")
}

// TestOmitted has more changes than are kept.
func TestOmitted(t *testing.T) {
	const n, softened = diag.MaxFindings + 10, "(only a warning because com.temp.thing is experimental)"
	side := func(id, name string) string {
		fields := joined(n, func(i int) string { return fmt.Sprintf(`"%s%d": {"type": "integer"}`, name, i) })
		required := joined(n, func(i int) string { return fmt.Sprintf(`"%s%d"`, name, i) })
		return files(id, `"main": {"type": "object", "required": [`+required+`], "properties": {`+fields+`}}`)
	}
	for _, c := range []struct {
		id       string
		severity diag.Severity
	}{{"com.example.thing", diag.Error}, {"com.temp.thing", diag.Warning}} {
		report := mustCompare(t, catalog(t, side(c.id, "a")), catalog(t, side(c.id, "b")), compat.Options{})
		if len(report.Findings) != 2*diag.MaxFindings || len(report.Omitted) != 2 {
			t.Fatalf("%d findings, %d omissions", len(report.Findings), len(report.Omitted))
		}
		for _, o := range report.Omitted {
			if o.Count != 10 || o.Like.Severity != c.severity || strings.HasSuffix(o.Like.Message, softened) != (c.severity == diag.Warning) {
				t.Errorf("%d omitted like %s: %s", o.Count, outcome(o.Like), o.Like.Message)
			}
		}
	}
}
