package validate

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

	"github.com/lexsmith/lexsmith/internal/conformance"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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
	"repo_slice/app.bsky.feed.post/3jquh3emtzo2o": "its blob has the legacy form, which only Options.Legacy allows",
}

func TestCARConformance(t *testing.T) {
	files := conformance.Glob(t, "corpus/data/car/*.car")
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons")), Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	strict, legacy := Compile(catalog, Options{}).Records(), Compile(catalog, Options{Legacy: true}).Records()
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
			c, err := OpenCAR(bytes.NewReader(car), int64(len(car)), name, func(f lexicon.Finding) error {
				besides = append(besides, f.Rule.Code)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			reached, last := 0, ""
			err = c.Records(func(r *CARRecord) error {
				reached++
				id := path.Join(base, r.Collection, r.RecordKey)
				if id <= last || len(r.Findings) > 0 {
					t.Errorf("%s comes after %s, with %v", id, last, r.Findings)
				}
				last = id
				p, ok := peers[id]
				if !ok || p.CID != cidText(blockCID(r.Data)) {
					t.Errorf("%s is a record that the peers do not have with that CID", id)
					return nil
				}
				againstPeers(t, p, strict.CARRecord(name, r), legacy.CARRecord(name, r))
				var a, b tape
				if err := a.readCBOR(r.Data); err != nil || !b.readJSON(p.Data) || outline(&a) != outline(&b) {
					t.Errorf("%s: %v\nCBOR %s\nJSON %s", id, err, outline(&a), outline(&b))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
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

// againstPeers holds our verdicts, without and with legacy forms, against those
// of the two peers, which have no opinion on records without a schema.
func againstPeers(t *testing.T, p peerRecord, strict, legacy Result) {
	verdict := func(r Result) string {
		switch {
		case slices.ContainsFunc(r.Findings, func(f lexicon.Finding) bool { return f.Rule == ruleSchemaNotFound }):
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
