package cmd

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// When standard input fails, the status is 2 after a report on what was read.
func TestValidateBrokenInput(t *testing.T) {
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
	for _, format := range []string{"json", "ndjson", "cbor", "car"} {
		t.Run(format, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("size.json", []byte(schema), 0o600); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr strings.Builder
			in := io.MultiReader(strings.NewReader("3\n"), iotest.ErrReader(io.ErrClosedPipe))
			status := execute(t.Context(), []string{"validate", "-L", "size.json", "--ref", "com.example.size", "--data-format", format, "-"}, cli.Streams{In: in, Out: &stdout, Err: &stderr}, build.Info{})
			if status != 2 || !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) || !strings.HasPrefix(stdout.String(), "1 file, ") {
				t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
			}
		})
	}
}

// Every counted finding is listed or omitted, also for a value with more findings
// than are kept. What is off or ignored is not counted.
func TestValidateCounts(t *testing.T) {
	const schema = `{"lexicon": 1, "id": "com.example.list", "defs": {"main": {"type": "array",
		"items": {"type": "union", "closed": true, "refs": ["#pair"]}}, "pair": {"type": "object", "required": ["n"], "properties": {
			"n": {"type": "integer"}}}}}`
	const pairs = 25_000 // each with two faults: a string for an integer, a fraction
	data := "[" + strings.TrimSuffix(strings.Repeat(`{"$type": "com.example.list#pair", "n": "", "x": 1.5},`, pairs), ",") + "]"
	for _, test := range []struct {
		args                             string
		errors, warnings, shown, invalid int
	}{
		{"", 2 * pairs, 0, 100, 1},
		{"--max-findings 3 --severity data-model=warning", pairs, pairs, 3, 1},
		{"--severity value-type=off --severity data-model=warning", 0, pairs, 100, 0},
		{"--severity validate=off", 0, 0, 0, 0},
		{"--config ignore.yaml", pairs, 0, 100, 1},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{
				"list.json": schema, "data.json": data,
				"ignore.yaml": "ignore: [{paths: [data.json], rules: [value-type]}]\n",
			} {
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr strings.Builder
			args := append([]string{"validate", "-L", "list.json", "--ref", "com.example.list", "--format", "json", "data.json"}, strings.Fields(test.args)...)
			execute(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr}, build.Info{})
			var report struct {
				Findings []struct{ Rule string }
				Summary  struct{ Errors, Warnings, Omitted, Invalid int }
			}
			if err := json.Unmarshal([]byte(stdout.String()), &report); err != nil {
				t.Fatal(err, stderr.String())
			}
			got, s := report.Summary, len(report.Findings)
			if got.Errors != test.errors || got.Warnings != test.warnings || got.Invalid != test.invalid || s != test.shown || got.Omitted != test.errors+test.warnings-s {
				t.Errorf("%+v with %d findings, want %+v", got, s, test)
			}
		})
	}
}

// Findings that are not shown are counted as those that are, whichever are ignored.
func TestValidateCountsAlike(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"lex/thing.json": `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {"n": {"type": "integer"}}}}}`,
		"lex/note.json": `{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object",
			"required": ["text"], "properties": {"text": {"type": "string", "maxLength": 3}, "thing": {"type": "ref", "ref": "com.example.thing"}}}}}}`,
		"lex/find.json": `{"lexicon": 1, "id": "com.example.find", "defs": {"main": {"type": "query", "parameters": {"type": "params", "properties": {}}}}}`,
		"notes.ndjson": "\uFEFF" + `{"$type":"com.example.note","text":"long","text":"long"}` + strings.Repeat("\n"+
			`{"$type":"com.example.note","text":"long","thing":{"n":""}}`+"\n"+`{"$type":"com.example.note","text":"ok","thing":{"n":1.5}}`+"\n{", 20),
		"find.ndjson": strings.Repeat(`"x=\u0061&%ff=1&%ff=2&%ff=3"`+"\n", 20),
		"all.yaml":    "profile: v1\n",
		"some.yaml":   "ignore: [{nsids: [com.example.thing]}, {nsids: [com.example.note], rules: [length]}]\n",
	} {
		if err := errors.Join(os.MkdirAll("lex", 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	type summary struct{ Errors, Warnings, Infos, Valid, Invalid, Status int }
	count := func(args string) summary {
		var stdout, stderr strings.Builder
		status := execute(t.Context(), strings.Fields("validate -L lex --format json "+args), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr}, build.Info{})
		var report struct{ Summary summary }
		if err := json.Unmarshal([]byte(stdout.String()), &report); err != nil {
			t.Fatal(err, stderr.String())
		}
		report.Summary.Status = status
		return report.Summary
	}
	for _, data := range []string{"notes.ndjson", "find.ndjson --ref com.example.find --part params"} {
		for _, config := range []string{"all", "some"} {
			args := data + " --config " + config + ".yaml"
			want := count(args + " --max-findings 0")
			if want.Errors == 0 {
				t.Errorf("%s: nothing is counted", args)
			}
			for _, more := range []string{" --max-findings 1", " --max-findings 1 -j 1", " --max-findings 4", " --statistics", " --statistics --max-findings 1 -j 1"} {
				if got := count(args + more); got != want {
					t.Errorf("%s: %+v, in full %+v", args+more, got, want)
				}
			}
		}
	}
}
