package lexsmith

import (
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
)

func TestPieceCoder(t *testing.T) {
	for _, want := range []Piece{
		{Text: []byte{}},
		{Path: "a", Format: "ndjson", Start: 1, End: 1 << 40, Line: 2, Index: 3, Text: []byte("text"), Key: "k", Lane: -1},
		{Path: "\xff/\x00", Text: []byte{0xa0, 0xff}},
	} {
		want.Text = append([]byte{}, want.Text...)
		data := encodePiece(want)
		if got, err := decodePiece(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%#v, %v, want %#v", got, err, want)
		}
		for i := range data {
			if got, err := decodePiece(data[:i]); err == nil {
				t.Errorf("%x: %#v, want an error", data[:i], got)
			}
		}
	}
}

func TestCountsCoder(t *testing.T) {
	for _, want := range []Counts{{}, {Valid: 1, Invalid: 2, Unknown: 3, Findings: map[string]int64{"length error": 4}}} {
		data, err := encodeCounts(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decodeCounts(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%#v, %v, want %#v", got, err, want)
		}
	}
}

// No collection has rows, of which runners in Java lose those nulls that Beam writes for nil
// slices and maps.
func TestNoRows(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	archive := beam.Create(s, []byte("archive"))
	for _, pieces := range []beam.PCollection{Files(s, "a"), FileNames(s, beam.Create(s, "a")), Lines(s, beam.Create(s, "{}"))} {
		checked := Validate(s, Options{Workers: 2}, archive, pieces)
		Write(s, "a", 1, beam.Flatten(s, checked.Findings, checked.Counts, checked.Invalid, Stats(s, Options{}, archive, pieces)))
	}
	edges, _, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := graphx.Marshal(edges, &graphx.Options{Environment: &pipeline_v1.Environment{}})
	if err != nil {
		t.Fatal(err)
	}
	coders := pipeline.GetComponents().GetCoders()
	if len(coders) < 5 {
		t.Errorf("only %d coders", len(coders))
	}
	for id, coder := range coders {
		if coder.GetSpec().GetUrn() == "beam:coder:row:v1" {
			t.Errorf("%s is a coder of rows", id)
		}
	}
}
