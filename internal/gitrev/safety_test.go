package gitrev

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// canary makes every setting of a repository that can name a program, and every
// hook, create a file. It returns a function that reports what was run.
func (r testRepository) canary(gitDir string) (ran func() string) {
	r.t.Helper()
	marks := r.t.TempDir()
	program := func(name string) string {
		path := filepath.Join(marks, name+".sh")
		script := fmt.Sprintf("#!/bin/sh\necho run >%q\nexit 1\n", filepath.Join(marks, name+".ran"))
		if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
			r.t.Fatal(err)
		}
		return path
	}
	hooks := filepath.Join(gitDir, "hooks")
	if err := os.MkdirAll(hooks, 0o700); err != nil {
		r.t.Fatal(err)
	}
	for _, hook := range []string{"post-checkout", "post-index-change", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman", "post-merge", "sendemail-validate"} {
		if err := os.Symlink(program("hook-"+hook), filepath.Join(hooks, hook)); err != nil {
			r.t.Skip("links cannot be created:", err)
		}
	}
	var config strings.Builder
	for section, keys := range map[string]string{
		"core":                     "fsmonitor sshCommand gitProxy askPass editor pager alternateRefsCommand",
		`credential`:               "helper",
		`credential "https://x"`:   "helper",
		"gpg":                      "program",
		`gpg "ssh"`:                "program defaultKeyCommand",
		"diff":                     "external",
		`diff "x"`:                 "textconv command",
		`filter "x"`:               "clean smudge process",
		`merge "x"`:                "driver",
		`remote "origin"`:          "uploadpack receivepack",
		"uploadpack":               "packObjectsHook",
		"gc":                       "recentObjectsHook",
		"sequence":                 "editor",
		"interactive":              "diffFilter",
		"pager":                    "rev-parse cat-file ls-files config fetch",
		"submodule":                "update",
		`protocol "ext"`:           "",
		`includeIf "gitdir:/tmp/"`: "",
	} {
		fmt.Fprintf(&config, "[%s]\n", section)
		for _, key := range strings.Fields(keys) {
			fmt.Fprintf(&config, "\t%s = %q\n", key, program(strings.Trim(strings.Map(onlyLetters, section+"-"+key), "-")))
		}
	}
	for _, alias := range []string{"rev-parse", "cat-file", "merge-base", "ls-files", "config", "fetch", "for-each-ref"} {
		fmt.Fprintf(&config, "[alias]\n\t%s = \"!%s\"\n", alias, program("alias-"+alias))
	}
	config.WriteString("[log]\n\tshowSignature = true\n[protocol \"ext\"]\n\tallow = always\n[gc]\n\tauto = 1\n[fetch]\n\trecurseSubmodules = yes\n")
	file, err := os.OpenFile(filepath.Join(gitDir, "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(config.String()); err != nil {
		r.t.Fatal(err)
	}
	return func() string {
		found, _ := filepath.Glob(filepath.Join(marks, "*.ran"))
		var names []string
		for _, name := range found {
			names = append(names, strings.TrimSuffix(filepath.Base(name), ".ran"))
		}
		return strings.Join(names, " ")
	}
}

func onlyLetters(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return '-'
}

// everything does all that the package can do in a repository, and ignores errors.
func (r testRepository) everything(revisions ...string) {
	for _, rev := range revisions {
		c, err := Resolve(r.t.Context(), r.dir, rev, false)
		if err != nil {
			continue
		}
		c.Old.Add(r.t.Context(), "lex")
		c.Old.Add(r.t.Context(), "none")
		c.Old.Near(r.t.Context(), "lexx")
		c.movedFrom(r.t.Context(), "moved")
		c.Sparse(r.t.Context(), []string{"."})
		c.Fill(r.t.Context(), plenty)
		c.Close()
	}
}

// No git command runs a program that the configuration of the repository names,
// also when objects have to be fetched, whatever the protocol.
func TestConfigurationRunsNothing(t *testing.T) {
	missing := strings.Repeat("0123456789", 4)
	origin, _ := partialClone(t, "blob:none", "--no-checkout")
	for name, url := range map[string]string{
		"ext":   "ext::sh -c %s",
		"ssh":   "ssh://localhost.invalid/%s",
		"file":  "file://ORIGIN",
		"path":  "ORIGIN",
		"git":   "git://localhost.invalid/%s",
		"https": "https://x/%s",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GIT_SSH", "false") // no network, and weaker than core.sshCommand
			t.Setenv("https_proxy", "http://127.0.0.1:1")
			clone := testRepository{t, filepath.Join(t.TempDir(), "clone")}
			origin.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://"+origin.dir, clone.dir)
			clone.git("sparse-checkout", "set", "--no-cone", "/none")
			mark := filepath.Join(t.TempDir(), "ran")
			url := strings.ReplaceAll(url, "ORIGIN", origin.dir)
			if strings.Contains(url, "%s") {
				url = fmt.Sprintf(url, "touch% "+mark)
			}
			clone.git("config", "remote.origin.url", url)
			ran := clone.canary(filepath.Join(clone.dir, ".git"))
			clone.everything("HEAD~1", "main", "HEAD", "main~1..main", missing, "origin/none", "HEAD:lex")
			if got := ran(); got != "" {
				t.Errorf("git ran %s", got)
			}
			if _, err := os.Stat(mark); err == nil {
				t.Error("git ran the URL")
			}
		})
	}
}

// The same holds for a bare repository that hides among the files of another one.
// Reading from bare repositories still works.
func TestEmbeddedBareRepository(t *testing.T) {
	r := newTestRepository(t)
	r.commitFiles("lex/a.json", "a")
	bare := testRepository{t, filepath.Join(r.dir, "embedded")}
	r.git("clone", "--quiet", "--bare", ".", bare.dir)
	ran := bare.canary(bare.dir)
	bare.everything("HEAD", "main", "origin/main", "HEAD~1")
	bare.read("main", "lex", "lex/a.json=a")
	if got := ran(); got != "" {
		t.Errorf("git ran %s", got)
	}
}

// The canary sings: git itself, asked in the usual way, runs what it names.
func TestCanary(t *testing.T) {
	_, clone := partialClone(t, "blob:none", "--no-checkout")
	clone.git("config", "remote.origin.url", "ssh://localhost.invalid/x")
	ran := clone.canary(filepath.Join(clone.dir, ".git"))
	clone.try("status")
	clone.try("fetch")
	if got := ran(); !strings.Contains(got, "core-sshCommand") || !strings.Contains(got, "core-fsmonitor") {
		t.Errorf("git ran only %q", got)
	}
}

// Nothing is left behind: no lock, no temporary folder.
func TestNothingLeftBehind(t *testing.T) {
	r, _ := forked(t)
	t.Setenv("TMPDIR", t.TempDir())
	before := r.git("status", "--porcelain") + r.git("for-each-ref") + r.git("count-objects", "-v")
	c, err := Resolve(t.Context(), r.dir, "main", false)
	if err != nil {
		t.Fatal(err)
	}
	c.read(t, "lex")
	c.Close()
	c.Close()
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if after := r.git("status", "--porcelain") + r.git("for-each-ref") + r.git("count-objects", "-v"); after != before {
		t.Errorf("the repository changed:\n%s\n%s", before, after)
	}
}
