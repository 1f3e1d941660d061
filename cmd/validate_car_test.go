package cmd

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/repo"
)

// A CAR that is not a regular file is copied to a temporary file, which goes away.
func TestValidateCARCopy(t *testing.T) {
	t.Chdir(t.TempDir())
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	example := txtar.Parse([]byte(repo.Rules()[0].Good())).Files
	car, err := hex.DecodeString(strings.Join(strings.Fields(string(example[0].Data)), ""))
	if err != nil {
		t.Fatal(err)
	}
	var compressed bytes.Buffer
	zip := gzip.NewWriter(&compressed)
	zip.Write(car)
	zip.Close()
	for name, data := range map[string][]byte{
		"size.json": []byte(`{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`),
		"a.car":     car, "a.car.gz": compressed.Bytes(), "cut.car.gz": compressed.Bytes()[:compressed.Len()-9],
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(stdin []byte, args ...string) (int, string) {
		var stdout, stderr strings.Builder
		status := execute(t.Context(), append([]string{"validate", "-L", "size.json"}, args...), cli.Streams{In: bytes.NewReader(stdin), Out: &stdout, Err: &stderr}, build.Info{})
		if stderr.Len() > 0 {
			t.Errorf("%q: %s", args, stderr.String())
		}
		if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
			t.Errorf("%q: %v is left, %v", args, left, err)
		}
		return status, stdout.String()
	}
	for _, args := range [][]string{{"a.car"}, {"a.car.gz"}, {"--data-format", "car", "-"}} {
		if status, out := run(car, args...); status != 0 || out != "1 file, 0 values, no findings\n" {
			t.Errorf("%q: status %d, %s", args, status, out)
		}
	}
	if status, out := run(nil, "cut.car.gz"); status != 1 || !strings.Contains(out, "cut.car.gz: error: cannot decompress the file: the data is truncated [invalid-car]") {
		t.Errorf("cut off: status %d, %s", status, out)
	}
}

// Text has one finding for all missing blocks of a file, which counts once for
// --max-findings; other formats have each.
func TestValidatePartialCAR(t *testing.T) {
	t.Chdir(t.TempDir())
	w := cartest.New()
	tree := w.Node(cartest.BlockCID([]byte("x")),
		cartest.Entry{Key: "com.example.note/a", Value: cartest.BlockCID([]byte("y")), After: cartest.BlockCID([]byte("z"))},
		cartest.Entry{Key: "something", Value: w.Put(map[string]any{"$type": "com.example.note"})})
	for name, data := range map[string][]byte{
		"note.json": []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}`),
		"a.car":     w.File(w.Commit(tree)), "b.car": w.File(w.Commit(cartest.BlockCID([]byte("x")))),
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		flags string
		count int
		parts []string
	}{
		{"--max-findings 2", 2, []string{", the first of 3 missing blocks [missing-block]\n", "b.car: warning: the subtree ", "1 error, 4 warnings, 4 missing blocks\n"}},
		{"--format json", 4, []string{`"warnings":4`, `"missingBlocks":4`}},
		{"--format concise", 4, []string{"1 error, 4 warnings, 4 missing blocks\n"}},
		{"--severity missing-block=off", 0, []string{"1 error, 4 missing blocks\n"}},
		{"--statistics", 1, []string{"1 error, 4 warnings"}},
	} {
		var stdout, stderr strings.Builder
		args := append([]string{"validate", "-L", "note.json", "a.car", "b.car"}, strings.Fields(test.flags)...)
		status := execute(t.Context(), args, cli.Streams{Out: &stdout, Err: &stderr}, build.Info{})
		got := stdout.String()
		if status != 1 || stderr.Len() > 0 || strings.Count(got, "[missing-block]")+strings.Count(got, `"rule":"missing-block"`) != test.count && test.flags != "--statistics" {
			t.Errorf("%s: status %d\n%s%s", test.flags, status, got, stderr.String())
		}
		for _, part := range test.parts {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q is missing in\n%s", test.flags, part, got)
			}
		}
	}
}

// Each wrong shape of a tree is refused, with the CID of a node; the right one is accepted.
func TestValidateCARShapes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("note.json", []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	shapes := cartest.WrongShapes()
	shapes["right"] = cartest.Shape{}
	for name, shape := range shapes {
		w := cartest.New()
		records, note := map[string][]byte{}, w.Put(map[string]any{"$type": "com.example.note"})
		for n := range 500 {
			records[fmt.Sprintf("com.example.note/%d", n)] = note
		}
		if err := os.WriteFile("a.car", w.File(w.Commit(w.Misshapen(records, shape))), 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr strings.Builder
		status := execute(t.Context(), []string{"validate", "-L", "note.json", "a.car"}, cli.Streams{Out: &stdout, Err: &stderr}, build.Info{})
		got := stdout.String()
		isWrong := name != "right"
		found := regexp.MustCompile(`(?m)^a\.car: error: the node baf[a-z2-7]{56} .* \(at byte offset \d+\) \[invalid-tree\]\n      = help: `).MatchString(got)
		if (status == 1) != isWrong || found != isWrong || stderr.Len() > 0 || !strings.Contains(got, "1 file, 500 values, ") {
			t.Errorf("%s: status %d\n%s%s", name, status, got, stderr.String())
		}
	}
}

// The DID document of a did:web is at its own host, so that no directory is asked.
func TestValidateDIDWeb(t *testing.T) {
	t.Chdir(t.TempDir())
	n, err := networktest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	a := n.NewAccount("alice.test", networktest.P256)
	a.DID = "did:web:" + strings.Replace(strings.TrimPrefix(n.PLC, "http://"), ":", "%3A", 1)
	if err := a.Publish(`{"lexicon": 1, "id": "com.example.a", "defs": {}}`); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("a.car", a.Repository(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("note.json", []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(flags ...string) (int, string) {
		var stdout, stderr strings.Builder
		args := append([]string{"validate", "-L", "note.json", "--allow-unknown", "--verify", "a.car"}, flags...)
		status := execute(t.Context(), args, cli.Streams{Out: &stdout, Err: &stderr}, build.Info{})
		return status, stdout.String() + stderr.String()
	}
	const nobody = "http://127.0.0.1:1"
	if status, out := run("--plc", nobody, "--insecure-http"); status != 0 {
		t.Errorf("status %d, %s", status, out)
	}
	if status, out := run("--plc", "https://plc.example.com"); status != 2 || !strings.Contains(out, "must have a host name") {
		t.Errorf("without --insecure-http: status %d, %s", status, out)
	}
	if err := n.Break(networktest.NoKey, -1); err != nil {
		t.Fatal(err)
	}
	if status, out := run("--plc", nobody, "--insecure-http"); status != 2 || !strings.Contains(out, "no key #atproto") {
		t.Errorf("without a key: status %d, %s", status, out)
	}
}

// The records of CAR files are data for stats and diff too.
func TestStatsAndDiffOfCAR(t *testing.T) {
	t.Chdir(t.TempDir())
	w := cartest.New()
	car := w.File(w.Commit(w.Tree(map[string][]byte{
		"com.example.note/a": w.Put(map[string]any{"$type": "com.example.note", "text": "hello"}),
		"com.example.note/b": w.Put(map[string]any{"$type": "com.example.note", "text": "hi"}),
	})))
	schema := func(limit string) []byte {
		return []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"text": {"type": "string", "maxLength": ` + limit + `}}}}}}`)
	}
	for name, data := range map[string][]byte{"a.car": car, "old.json": schema("10"), "new.json": schema("3")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"stats -L old.json a.car", 0, "com.example.note: 2 values, 0 invalid\n"},
		{"diff old.json new.json --data a.car", 1, "breaks 1 of 2 com.example.note records"},
	} {
		var stdout, stderr strings.Builder
		status := execute(t.Context(), strings.Fields(test.args), cli.Streams{Out: &stdout, Err: &stderr}, build.Info{})
		if status != test.status || stderr.Len() > 0 || !strings.Contains(stdout.String(), test.want) {
			t.Errorf("%s: status %d\n%s%s", test.args, status, &stdout, &stderr)
		}
	}
}
