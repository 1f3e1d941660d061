package repo

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// peerRecord is a record of a CAR file of the conformance inputs, as peers see
// it.
type peerRecord struct {
	ID     string          `json:"id"` // file, collection and record key
	CID    string          `json:"cid"`
	Indigo string          `json:"indigo"`
	TS     string          `json:"ts"`
	Data   json.RawMessage `json:"data"`
}

// legacyRecords are the records that the second peer, which takes legacy forms,
// accepts and we refuse, and why.
var legacyRecords = map[string]string{
	"repo_slice/app.bsky.feed.post/3jquh3emtzo2o": "its blob has the legacy form, which only validate.Options.Legacy allows",
}

func TestCARConformance(t *testing.T) {
	files := conformance.Glob(t, "corpus/data/car/*.car")
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons")), Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	strict, legacy := validate.Compile(catalog, validate.Options{}).Records(), validate.Compile(catalog, validate.Options{Legacy: true}).Records()
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".car")
		t.Run(base, func(t *testing.T) {
			car, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := os.ReadFile(conformance.Path(t, "corpus/data/records/"+base+".ndjson"))
			if err != nil {
				t.Fatal(err)
			}
			peers := map[string]peerRecord{}
			for line := range bytes.Lines(lines) {
				var p peerRecord
				if err := json.Unmarshal(line, &p); err != nil {
					t.Fatal(err)
				}
				peers[p.ID] = p
			}
			var besides []string
			c, err := Open(t.Context(), bytes.NewReader(car), int64(len(car)), Options{
				Path: name, Report: func(f diag.Finding) { besides = append(besides, f.Rule.Code) },
			})
			if err != nil {
				t.Fatal(err)
			}
			reached, last := 0, ""
			for r, err := range c.Records(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				reached++
				id := path.Join(base, r.Collection, r.RecordKey)
				if id <= last || len(r.Findings) > 0 {
					t.Errorf("%s comes after %s, with %v", id, last, r.Findings)
				}
				last = id
				p, ok := peers[id]
				if !ok || p.CID != r.CID.String() {
					t.Errorf("%s is a record that the peers do not have with that CID", id)
					continue
				}
				in := validate.Input{Text: r.Data, Encoding: validate.CBOR, RecordKey: r.RecordKey, Collection: r.Collection}
				againstPeers(t, p, strict.Check(in), legacy.Check(in))
				if other := strict.Check(validate.Input{Text: p.Data}); !slices.Equal(faults(other), faults(strict.Check(in))) {
					t.Errorf("%s: in JSON there are the faults %q", id, faults(other))
				}
			}
			if commit, err := c.Commit(); err != nil || len(commit.Sig) != 64 || len(commit.Unsigned()) == 0 {
				t.Errorf("commit %+v, %v", commit, err)
			}
			if reached != len(peers) {
				t.Errorf("%d records, the peers reach %d", reached, len(peers))
			}
			besides = slices.DeleteFunc(besides, func(code string) bool { return code == "missing-block" })
			if len(besides) > 0 {
				t.Errorf("findings of the file itself: %q", besides)
			}
			if slice := base != "fakermaker" && base != "small_v2"; slice != (c.Missing() > 0) {
				t.Errorf("%d blocks are missing", c.Missing())
			}
		})
	}
}

// faults returns the codes and pointers of findings.
func faults(r validate.Result) (faults []string) {
	for _, f := range r.Findings {
		faults = append(faults, f.Rule.Code+" "+f.Pointer)
	}
	return faults
}

// againstPeers compares our verdicts, without and with legacy forms, with those of
// the two peers, which have no opinion on records without a schema.
func againstPeers(t *testing.T, p peerRecord, strict, legacy validate.Result) {
	verdict := func(r validate.Result) string {
		switch {
		case slices.ContainsFunc(r.Findings, func(f diag.Finding) bool { return f.Rule.Code == "schema-not-found" }):
			return "no-schema"
		case r.Valid():
			return "valid"
		}
		return "invalid"
	}
	if got := verdict(strict); got != p.Indigo {
		t.Errorf("%s is %s, indigo says %s: %v", p.ID, got, p.Indigo, strict.Findings)
	}
	if got := verdict(legacy); got != p.TS {
		t.Errorf("%s is %s with legacy forms, @atproto/lexicon says %s: %v", p.ID, got, p.TS, legacy.Findings)
	}
	if got := verdict(strict); (got != p.TS) != (legacyRecords[p.ID] != "") {
		t.Errorf("%s is %s, @atproto/lexicon says %s; the known reason: %s", p.ID, got, p.TS, legacyRecords[p.ID])
	}
}
