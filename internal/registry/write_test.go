package registry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Where the manifest cannot be written, no file is.
func TestWriteAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.json")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, project.ManifestName)
	if err := os.Mkdir(manifest, 0o700); err != nil {
		t.Fatal(err)
	}
	c := filepath.Join(dir, "lexsmith.yaml")
	if err := os.WriteFile(c, []byte("profile: v1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings, err := config.Load(c)
	if err != nil {
		t.Fatal(err)
	}
	v := &Vendor{Folder: filepath.Join(dir, "vendor"), Manifest: &Manifest{}, Lock: &SourceLock{}, config: settings}
	plan := &Pull{Manifest: &Manifest{Resolutions: map[syntax.NSID]Resolution{"com.example.new": {}}}, Lock: &SourceLock{}, Plan: Plan{
		{NSID: "com.example.new", Action: Add, Path: filepath.Join(dir, "new.json"), text: []byte("new")},
		{NSID: "com.example.old", Action: Update, Path: old, text: []byte("new"), file: []byte("old")},
	}}
	if _, err := v.Write(plan); err == nil || !strings.HasPrefix(err.Error(), "nothing was written: ") {
		t.Errorf("got %v", err)
	}
	wantFiles(t, dir, map[string]string{"old.json": "old", "lexsmith.yaml": "profile: v1\n"})

	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	note, err := v.Write(plan)
	if err != nil || !strings.HasSuffix(note, "lexsmith.yaml: added vendor/lexicons to \"include\"") {
		t.Fatal(note, err)
	}
	wantFiles(t, dir, map[string]string{
		"old.json": "new", "new.json": "new", "lexsmith.yaml": "profile: v1\ninclude: [vendor/lexicons]\n",
		project.ManifestName: string(plan.Manifest.Text()),
	})
}

// wantFiles demands that a folder has these files only.
func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() == project.ManifestName {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if wanted, ok := want[e.Name()]; err != nil || !ok || string(text) != wanted {
			t.Errorf("%s: %q, %v", e.Name(), text, err)
		}
		delete(want, e.Name())
	}
	for name := range want {
		t.Errorf("%s does not exist", name)
	}
}
