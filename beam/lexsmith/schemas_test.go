package lexsmith

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// An archive has the schema files that validate reads, under the paths it shows.
func TestPack(t *testing.T) {
	thing := strings.ReplaceAll(memo, "memo", "thing")
	writeFiles(t, map[string][]byte{
		"lexicons/com/example/memo.json": []byte(memo), "lexicons/readme.md": {}, "lexicons/other.json": []byte("{}"),
		"lexicons/.hidden/x.json": []byte(thing), "lexicons/node_modules/x.json": []byte(thing),
		"more/thing.json": []byte(thing), "here/x": {},
	})
	for _, test := range []struct {
		dir   string
		paths []string
		want  []string
	}{
		{".", []string{"lexicons"}, []string{"lexicons/com/example/memo.json"}},
		{".", []string{"lexicons/", "more/thing.json"}, []string{"lexicons/com/example/memo.json", "more/thing.json"}},
		{"here", []string{"../more", "../lexicons/com/example/memo.json"}, []string{"../lexicons/com/example/memo.json", "../more/thing.json"}},
		{"more", []string{"."}, []string{"./thing.json"}},
	} {
		t.Run(strings.Join(test.paths, " "), func(t *testing.T) {
			t.Chdir(test.dir)
			archive := pack(t, test.paths...)
			if !bytes.Equal(archive, pack(t, test.paths...)) {
				t.Error("the archive is another the second time")
			}
			catalog, err := load(t.Context(), archive, diag.ProfileV1)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range catalog.Documents() {
				got = append(got, d.Source.Path)
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	if _, err := Pack("absent"); err == nil {
		t.Error("a path that does not exist is packed")
	}
}

// A pipeline without schemas fails.
func TestNoSchemas(t *testing.T) {
	writeFiles(t, map[string][]byte{"empty/x": nil, "other/x.json": []byte("{}")})
	if _, err := Pack("other", "empty"); err == nil || !strings.Contains(err.Error(), "no *.json file found in empty") {
		t.Error(err)
	}
	for name, archive := range map[string][]byte{"no archive": []byte("x"), "no Lexicons": pack(t, "other")} {
		_, err := tryRun(t, Options{}, archive, func(s beam.Scope) beam.PCollection { return Lines(s, beam.Create(s, "{}")) })
		if err == nil || !strings.Contains(err.Error(), "archive of schemas") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
