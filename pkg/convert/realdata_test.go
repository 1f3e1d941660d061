package convert

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestRealData validates records and bodies of the network against the exports:
// what the validator accepts, they accept.
func TestRealData(t *testing.T) {
	data, corpus := conformance.Path(t, "corpus/data"), conformance.Path(t, "corpus/schemas")
	files := conformance.Glob(t, "corpus/data/records/*.ndjson")
	var inputs []lexicon.Input
	for _, folder := range []string{
		corpus + "/bluesky-social__atproto/lexicons", data + "/catalog", corpus + "/grainsocial__grain", corpus + "/mary-ext__tangled.sh-mirror",
	} {
		inputs = append(inputs, lexicon.Input{FS: os.DirFS(folder), Name: ".", Display: folder})
	}
	catalog, err := lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	schemas := validate.Compile(catalog, validate.Options{AllowUnknown: true})
	var exports []*compiledExport
	for _, target := range targets(nil) {
		exports = append(exports, compileExport(t, target.name, translated(target.make(t, catalog)), target.draft, true, target.address))
	}
	accepted := 0
	for _, file := range append(files, data+"/mutated.ndjson", data+"/xrpc.ndjson") {
		eachLine(t, file, func(line []byte) {
			var value struct {
				Ref, NSID, Part string
				Data            json.RawMessage
			}
			if err := json.Unmarshal(line, &value); err != nil {
				t.Fatal(err)
			}
			ref, err := lexicon.ParseReference(value.Ref+value.NSID, "")
			if err != nil {
				t.Fatal(err)
			}
			k := key{Reference: ref, part: part(value.Part)}
			number := map[string]lexicon.Part{"params": lexicon.PartParams, "input": lexicon.PartInput, "output": lexicon.PartOutput}[value.Part]
			v, err := schemas.Validator(ref, number)
			if err != nil || !v.Check(validate.Input{Text: value.Data}).Valid() {
				return
			}
			accepted++
			instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(value.Data))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range exports {
				if schema := x.schemas[k]; schema != nil {
					if err := schema.Validate(instance); err != nil {
						t.Errorf("%s refuses %s: %v", x.name, value.Data, err)
					}
				}
			}
		})
	}
	if accepted < 150 {
		t.Errorf("only %d values are valid", accepted)
	}
}

func eachLine(t *testing.T, file string, each func([]byte)) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
