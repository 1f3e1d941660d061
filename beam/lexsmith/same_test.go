package lexsmith

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/fxamacker/cbor/v2"
	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// made is how many records the comparison with "lexsmith validate" has.
const made = 100_000

// The pipeline and "lexsmith validate" say the same of 100,000 generated records, byte for
// byte: every finding, and what is counted for each collection.
func TestSameAsValidate(t *testing.T) {
	tool := buildTool(t)
	files, records := generated(1)
	files["data/a.ndjson"] = records[0]
	files["data/b.ndjson.gz"] = zipped(records[1])
	files["data/c.jsonl"] = records[2]
	writeFiles(t, files)
	for _, flags := range [][]string{nil, {"--allow-unknown", "--legacy", "--severity", "extra-field=info", "--severity", "length=warning", "--severity", "format=off"}} {
		want := validated(t, tool, flags, "data")
		if total := want.summary; total.Values != made || total.Valid < made/10 || total.Invalid < made/10 || total.Omitted > 0 || len(want.rows) < 10 {
			t.Fatalf("the records do not test much: %+v, %d collections", total, len(want.rows))
		}
		o := Options{}
		if flags != nil {
			o = Options{AllowUnknown: true, Legacy: true, Severity: []string{"extra-field=info", "length=warning", "format=off"}}
		}
		for _, workers := range []int{1, 2} {
			o.Workers = workers
			t.Run(fmt.Sprint(workers, " workers ", flags), func(t *testing.T) {
				got := run(t, o, pack(t, "lexicons"), func(s beam.Scope) beam.PCollection {
					return cutFilesAt(s, 1<<20, "data/*")
				})
				want.compare(t, got)
			})
		}
	}
}

// The same goes for files of every format, also those that are damaged.
func TestSameFiles(t *testing.T) {
	tool := buildTool(t)
	files, _ := generated(0)
	good, bad := `{"$type": "com.example.memo", "text": "ok"}`, `{"$type": "com.example.memo", "text": "too long"}`
	files["lexicons/memo.json"] = []byte(memo)
	files["lexicons/broken.json"] = []byte(`{"lexicon": 1, "id": "com.example.broken", "defs": {"main": {"type": "record", `)
	for name, text := range map[string]string{
		"lines.ndjson": good + "\r\n \r\n" + bad + "\n\n{\n[]\n{\"$type\": 3}\n" + good, "empty.ndjson": "", "blank.ndjson": "\n\n",
		"mark.ndjson": "\ufeff" + bad + "\n" + bad, "latin.ndjson": bad[:len(bad)-3] + "\xe9\"}\n", "unknown.ndjson": `{"$type": "com.example.absent"}`,
		"deep.ndjson": strings.Repeat("[", 1500) + "\n" + `{"$type": "com.example.memo#main", "text": "ok"}`,
		"one.json":    good, "other.json": bad, "many.json": good + "\n" + bad,
		"memo.cbor": "\xa2\x64text\x63abc\x65$type\x70com.example.memo", "long.cbor": "\xa2\x64text\x65abcde\x65$type\x70com.example.memo", "bad.cbor": "\xa1\x00",
	} {
		files["data/"+name] = []byte(text)
	}
	files["data/zipped.ndjson.gz"] = zipped([]byte(bad + "\n" + bad))
	files["data/cut.ndjson.gz"] = zipped(bytes.Repeat([]byte(bad+"\n"), 1000))[:60]
	files["data/other.json.gz"] = []byte("no gzip")
	cars := 0
	for _, rule := range repo.Rules() {
		for kind, example := range map[string]string{"good": rule.Good(), "bad": rule.Bad()} {
			for _, f := range txtar.Parse([]byte(example)).Files {
				if car, err := hex.DecodeString(strings.Join(strings.Fields(string(f.Data)), "")); err == nil && len(car) > 50 {
					files["data/"+rule.Code+"-"+kind+".car"] = car
					files["data/"+rule.Code+"-"+kind+"-z.car.gz"] = zipped(car)
					cars++
				}
			}
		}
	}
	if cars < 4 {
		t.Fatalf("only %d examples are CAR files", cars)
	}
	writeFiles(t, files)
	got := run(t, Options{Workers: 2}, pack(t, "lexicons"), func(s beam.Scope) beam.PCollection { return Files(s, "data/*") })
	want := validated(t, tool, nil, "data")
	if len(want.findings) < 20 {
		t.Errorf("only %d findings", len(want.findings))
	}
	want.compare(t, got)
}

// cutFilesAt is Files with pieces of another size.
func cutFilesAt(s beam.Scope, size int64, pattern string) beam.PCollection {
	files := beam.ParDo(s, listFiles, beam.Create(s, pattern))
	return beam.Reshuffle(s, beam.ParDo(s, &cutFn{Size: size}, files))
}

// buildTool builds lexsmith and returns the path of the program.
func buildTool(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "lexsmith")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// generated returns schema files, and records as three NDJSON texts: so many of each 100,000
// are there.
func generated(share int) (files map[string][]byte, texts [3][]byte) {
	r := rand.New(rand.NewPCG(16, 2))
	files = map[string][]byte{}
	all := map[string]string{}
	for i := range 12 {
		for name, text := range generate.Schemas(r, diag.ProfileV1) {
			rename := strings.NewReplacer("example.", fmt.Sprintf("example%d.", i))
			all[rename.Replace(name)] = rename.Replace(text)
		}
	}
	for name, text := range all {
		files["lexicons/"+name] = []byte(text)
	}
	catalog := generate.Catalog(all, diag.ProfileV1)
	records := recordsOf(catalog)
	var out [3]bytes.Buffer
	for i := range made * share {
		b := &out[0]
		if i%10 == 8 {
			b = &out[1]
		} else if i%10 == 9 {
			b = &out[2]
		}
		def := records[r.IntN(len(records))]
		text := generate.JSON(generate.Value(r, catalog, def.Schema))
		switch r.IntN(60) {
		case 0:
			text = text[:r.IntN(len(text))]
			text = append(text, '{')
		case 1:
			text = []byte(`{"$type": "com.example.absent", "n": ` + strconv.Itoa(i) + `}`)
		case 2:
			b.WriteString(" \t\r\n\n")
		}
		b.Write(text)
		b.WriteString([]string{"\n", "\r\n"}[r.IntN(2)])
	}
	for i := range out {
		texts[i] = out[i].Bytes()
	}
	return files, texts
}

// recordsOf returns the records of a catalog, always in the same order.
func recordsOf(c *lexicon.Catalog) (records []*lexicon.Definition) {
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			if def.Schema.Type() == lexicon.TypeRecord {
				records = append(records, def)
			}
		}
	}
	slices.SortFunc(records, func(a, b *lexicon.Definition) int {
		return strings.Compare(a.Reference().String(), b.Reference().String())
	})
	return records
}

func zipped(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// verdict is what "lexsmith validate" says.
type verdict struct {
	findings []string // sorted
	rows     []string // what Counts is to be, sorted
	invalid  int
	summary  struct{ Values, Valid, Invalid, Unknown, Omitted int64 }
}

// place is where a value is.
type place struct {
	Path   string
	Record json.RawMessage
}

func (p place) key() string { return p.Path + "#" + string(p.Record) }

// validated runs "lexsmith validate" on a folder with the schemas in lexicons.
func validated(t *testing.T, tool string, flags []string, folder string) verdict {
	t.Helper()
	args := append([]string{"validate", "-j", "1", "--format", "json", "--max-findings", "0", "--results", folder}, flags...)
	out, err := exec.Command(tool, args...).Output()
	if exit, failed := errors.AsType[*exec.ExitError](err); err != nil && !(failed && exit.ExitCode() == 1) {
		t.Fatalf("%q: %v", args, err)
	}
	var report struct {
		Findings []json.RawMessage
		Results  []struct {
			place
			Valid bool
		}
		Summary struct{ Values, Valid, Invalid, Unknown, Omitted int64 }
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	v := verdict{summary: report.Summary, invalid: int(report.Summary.Invalid)}
	findings := make([]struct {
		place
		Rule, Severity string
	}, len(report.Findings))
	unreadable := map[string]bool{} // such values have no collection
	for i, text := range report.Findings {
		v.findings = append(v.findings, string(text))
		f := &findings[i]
		if err := json.Unmarshal(text, f); err != nil {
			t.Fatal(err)
		}
		if f.Severity == "error" && slices.Contains([]string{"json-syntax", "too-deep", "invalid-cbor"}, f.Rule) {
			unreadable[f.key()] = true
		}
	}
	collections := collectionsOf(t, folder)
	counts := map[string]*Counts{}
	of := func(p place) *Counts {
		name := ""
		if !unreadable[p.key()] {
			name = collections(p.Path, string(p.Record))
		}
		if counts[name] == nil {
			counts[name] = &Counts{}
		}
		return counts[name]
	}
	for _, r := range report.Results {
		if c := of(r.place); r.Valid {
			c.Valid++
		} else {
			c.Invalid++
		}
	}
	for _, f := range findings {
		of(f.place).finding(f.Rule+" "+f.Severity, 1)
	}
	slices.Sort(v.findings)
	for name, c := range counts {
		row, err := countsRow(name, *c)
		if err != nil {
			t.Fatal(err)
		}
		v.rows = append(v.rows, row)
	}
	slices.Sort(v.rows)
	return v
}

// collectionsOf returns a function that tells the collection of a value.
func collectionsOf(t *testing.T, folder string) func(path, record string) string {
	t.Helper()
	catalog, err := lexicon.Load(t.Context(), []lexicon.Input{{FS: os.DirFS("lexicons"), Name: "."}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]bool{}
	for _, def := range recordsOf(catalog) {
		records[def.Reference().String()] = true
	}
	known := map[string]string{}
	paths, err := filepath.Glob(folder + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, ".gz") {
			if zip, err := gzip.NewReader(bytes.NewReader(text)); err == nil {
				var b bytes.Buffer
				b.ReadFrom(zip) // what is there, of a damaged file
				text = b.Bytes()
			}
		}
		name := filepath.ToSlash(path)
		values := bytes.Split(text, []byte("\n"))
		if !strings.Contains(name, ".ndjson") && !strings.HasSuffix(name, ".jsonl") {
			values = [][]byte{text}
		}
		i := 0
		for _, text := range values {
			if strings.TrimSpace(string(text)) == "" {
				continue
			}
			var value map[string]any
			d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
			d.UseNumber() // some are beyond float64
			err := d.Decode(&value)
			if strings.HasSuffix(name, ".cbor") {
				err = cbor.Unmarshal(text, &value)
			}
			if collection, ok := value["$type"].(string); err == nil && ok && (syntax.IsNSID(collection) || records[collection]) {
				known[name+"#"+strconv.Itoa(i)] = collection
			}
			i++
		}
	}
	return func(path, record string) string {
		if uri := strings.Split(strings.Trim(record, `"`), "/"); len(uri) == 5 {
			return uri[3]
		}
		if record == "" {
			record = "0"
		}
		return known[path+"#"+record]
	}
}

// compare compares what the pipeline has with it. Unknown values are among the valid
// ones of the results.
func (v *verdict) compare(t *testing.T, got results) {
	t.Helper()
	equal(t, "findings", got.findings, v.findings)
	var rows []string
	unknown := int64(0)
	for _, text := range got.counts {
		var row Row
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			t.Fatal(err)
		}
		unknown += row.Unknown
		row.Valid, row.Unknown = row.Valid+row.Unknown, 0
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(text))
	}
	slices.Sort(rows)
	equal(t, "counts", rows, v.rows)
	if unknown != v.summary.Unknown || len(got.invalid) != v.invalid {
		t.Errorf("%d unknown and %d invalid values, want %d and %d", unknown, len(got.invalid), v.summary.Unknown, v.invalid)
	}
}
