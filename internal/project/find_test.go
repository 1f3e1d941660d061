package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMisnamed(t *testing.T) {
	dir := t.TempDir()
	if got, err := Misnamed(dir); got != "" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".lexsmith.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Misnamed(dir); got != filepath.Join(dir, ".lexsmith.yaml") || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, files, from, want string
	}{
		{"here", "lexsmith.yaml .git/", ".", "lexsmith.yaml"},
		{"nearest", "lexsmith.yaml a/lexsmith.yaml a/b/ .git/", "a/b", "../lexsmith.yaml"},
		{"up to the root", "lexsmith.yaml a/b/ .git/", "a/b", "../../lexsmith.yaml"},
		{"not above the root", "lexsmith.yaml a/b/ a/.git/", "a/b", ""},
		{"worktree", "lexsmith.yaml a/lexsmith.yaml a/b/ a/.git", "a/b", "../lexsmith.yaml"},
		{"without repository", "lexsmith.yaml a/b/", "a/b", ""},
		{"without repository, here", "a/b/lexsmith.yaml", "a/b", "lexsmith.yaml"},
		{"a folder of that name", "lexsmith.yaml a/lexsmith.yaml/ .git/", "a", "lexsmith.yaml"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			for _, name := range strings.Fields(test.files) {
				full := filepath.Join(root, filepath.FromSlash(name))
				folder, file := filepath.Split(full)
				if strings.HasSuffix(name, "/") {
					folder, file = full, ""
				}
				if err := os.MkdirAll(folder, 0o700); err != nil {
					t.Fatal(err)
				}
				if file != "" {
					if err := os.WriteFile(full, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			t.Chdir(filepath.Join(root, test.from))
			got, err := Find(".")
			if err != nil {
				t.Fatal(err)
			}
			if filepath.ToSlash(got) != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
