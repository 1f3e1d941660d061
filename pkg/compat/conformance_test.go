package compat_test

import (
	"context"
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// breaking is the verdict of a comparison: an error is one whether or not a value
// breaks, as with an optional field that was renamed.
func breaking(found []diag.Finding) bool {
	return slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Severity == diag.Error })
}

// Why the verdict on a pair of revisions differs from a mechanical reading of the
// specification's rules.
const (
	byName     = "a string became a ref to an equal string: inline schemas and refs to equal ones are the same"
	optional   = "an optional field has another name, or one of several: no value breaks"
	unreadable = "the schema on one side cannot be read, so that it is not compared: the report is partial"
	experiment = "the Lexicon is experimental, so that errors are warnings"
	noFormat   = "the removed format does not exist, and restricted nothing"
	lostUnseen = "no side loads the variant that was removed, so that it is a warning"
	notLoaded  = "the ref that became a string is to a Lexicon that is not loaded, so that it is a warning"
)

// otherwise has the pairs with another verdict.
var otherwise = map[string]string{
	"chat.bsky.convo.defs/54715e2856":                          byName,
	"com.atproto.sync.getRepo/7ac555bd41":                      optional,
	"com.atproto.sync.subscribeRepos/7e3678c089":               optional,
	"com.atproto.sync.subscribeAllRepos/bb05232720":            unreadable,
	"example.lexicon.record/55afb7cc4e":                        unreadable,
	"example.lexicon.record/80d5463156":                        unreadable,
	"is.currents.feed.getExploreFeed/a54a75a71b":               unreadable,
	"is.currents.feed.getFeed/e48b42af86":                      unreadable,
	"com.publicdomainrelay.temp.market.listBidders/2efa214d58": experiment,
	"com.publicdomainrelay.temp.market.listBidders/41de0d6afa": experiment,
	"social.grain.unspecced.addSpaceMember/1614dff6ab":         experiment,
	"social.grain.unspecced.createPrivateGallery/1614dff6ab":   experiment,
	"sh.tangled.publicKey/89878e9fd2":                          noFormat,
	"fm.teal.alpha.actor.status/104dae2b16":                    lostUnseen,
	"tools.kryphocron.feed.postPrivate/3aed634628":             notLoaded,
}

// TestRevisions compares pairs of successive revisions out of the histories of
// public repositories.
func TestRevisions(t *testing.T) {
	folder := conformance.Path(t, "corpus/revisions")
	file, err := os.Open(filepath.Join(folder, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := csv.NewReader(file)
	rows.Comma, rows.LazyQuotes = '\t', true
	index, err := rows.ReadAll()
	if err != nil || len(index) < 2 {
		t.Fatal("no pairs:", err)
	}
	common := supportDocuments(t, conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons"))
	needed := map[string]bool{}
	for _, row := range index[1:] {
		id, reading, tags := row[0], row[4], row[5]
		t.Run(id, func(t *testing.T) {
			before, after := filepath.Join(folder, id, "before.json"), filepath.Join(folder, id, "after.json")
			old, new := pairCatalog(t, before, nil), pairCatalog(t, after, nil)
			found := compare(t, old, new, diag.ProfileV1)
			report := mustCompare(t, old, new, compat.Options{})
			if slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Hint != nil }) {
				report = mustCompare(t, pairCatalog(t, before, common), pairCatalog(t, after, common), compat.Options{})
				found = report.Findings
			}
			same := tags == "order-only" || tags == "formatting-only"
			if same && len(found) > 0 || !same && len(found) == 0 && !report.Partial {
				t.Errorf("%s: found%s", tags, lines(found))
			}
			verdict := "compatible"
			if breaking(found) {
				verdict = "breaking"
			}
			if (reading == "breaking" || reading == "compatible") && verdict != reading {
				needed[id] = true
				reason := otherwise[id]
				if reason == "" {
					t.Errorf("%s is %s, read mechanically (%s) it is %s:%s", id, verdict, tags, reading, lines(found))
				}
				if reason == unreadable && !report.Partial {
					t.Errorf("%s can be read", id)
				}
			}
		})
	}
	for id := range otherwise {
		if !needed[id] {
			t.Errorf("%s has the verdict of a mechanical reading: it needs no reason", id)
		}
	}
}

// supportDocuments returns the texts of the schemas of a folder, by path.
func supportDocuments(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: folder}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, d := range catalog.Documents() {
		texts[d.Source.Path] = d.Source.Text
	}
	return texts
}

// pairCatalog makes one side of a pair: one file, and what it may refer to.
func pairCatalog(t *testing.T, path string, support map[string][]byte) *lexicon.Catalog {
	t.Helper()
	documents := []*lexicon.Document{lexicon.Parse(&diag.Source{Path: filepath.Base(path), Text: readFile(t, path)}, diag.ProfileV1)}
	for _, path := range slices.Sorted(maps.Keys(support)) {
		d := lexicon.Parse(&diag.Source{Path: path, Text: support[path]}, diag.ProfileV1)
		d.Dependency = true
		documents = append(documents, d)
	}
	return lexicon.NewCatalog(documents...)
}
