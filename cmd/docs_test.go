package cmd

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
)

// The commands in README.md, CONTRIBUTING.md and the guides print what the documents
// show. CONTRIBUTING.md has the conventions; -update rewrites the outputs.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the documents show a Unix shell")
	}
	if testing.Short() {
		t.Skip("some hundred commands, which scripts run, too")
	}
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			text := readDocument(t, name)
			if strings.Contains(text, "\n$ git ") {
				if _, err := exec.LookPath("git"); err != nil {
					t.Skip("git is not installed")
				}
			}
			d := docRun{t: t, dir: t.TempDir(), addresses: freeAddresses(t, len(docAddresses)), network: newDocNetwork(t, text)}
			ran := d.document(text)
			if *update && ran != text {
				if err := os.WriteFile(filepath.Join("..", filepath.FromSlash(name)), []byte(ran), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// documents returns README.md, CONTRIBUTING.md and the guides by their paths in
// the repository, with slashes.
func documents(t *testing.T) []string {
	t.Helper()
	names := []string{"README.md", "CONTRIBUTING.md"}
	guides, err := filepath.Glob(filepath.Join("..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, guide := range guides {
		names = append(names, "docs/"+filepath.Base(guide))
	}
	return names
}

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// docEnvironment returns the environment of this process without what changes the
// behavior of git, and with fixed names and dates for commits.
func docEnvironment() []string {
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "GIT_") })
	return append(env, "NO_COLOR=1", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
}

// docRun runs the commands of one document in a folder of its own.
type docRun struct {
	t         *testing.T
	dir       string
	addresses []string    // see docAddresses
	network   *docNetwork // nil for none
	line      int         // of the document, the last one that was read
}

// document writes the files of a document and runs its commands. It returns the
// document with the actual outputs.
func (d *docRun) document(text string) string {
	var out strings.Builder
	fence, info, block := "", "", ""
	for line := range strings.Lines(text) {
		d.line++
		mark := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(mark) >= 3:
			fence, info, block = mark, strings.TrimSpace(strings.TrimLeft(line, "`")), ""
		case fence != "" && strings.TrimSpace(line) == fence:
			out.WriteString(d.block(info, block))
			fence = ""
		case fence != "":
			block += line
			continue
		}
		out.WriteString(line)
	}
	if fence != "" {
		d.t.Errorf("line %d: a block is not closed", d.line)
	}
	return out.String()
}

// block writes the file or runs the commands of a fenced block, and returns its text
// with the actual outputs.
func (d *docRun) block(info, text string) string {
	language, file, _ := strings.Cut(info, " ")
	switch {
	case language == "console":
		return d.console(text)
	case file != "":
		name := filepath.Join(d.dir, filepath.FromSlash(file))
		if !filepath.IsLocal(filepath.FromSlash(file)) {
			d.t.Fatalf("line %d: %q is not the path of a file in the folder", d.line, file)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			d.t.Fatal(err)
		}
		written := text
		if d.addresses != nil {
			written = replaceAll(text, docAddresses, d.addresses)
		}
		if err := os.WriteFile(name, []byte(written), 0o644); err != nil {
			d.t.Fatal(err)
		}
		if language == "go" {
			writeModule(d.t, d.dir)
		}
	}
	return text
}

// console runs the commands of a block: the lines that start with "$ ". Each must
// print the lines that follow it.
func (d *docRun) console(text string) string {
	var out strings.Builder
	command, want := "", ""
	end := func() {
		if command == "" {
			if want != "" {
				d.t.Errorf("line %d: the block does not start with a command", d.line)
			}
			return
		}
		got := d.shell(command)
		if got != want && !*update {
			d.t.Errorf("before line %d: %s\nprints\n%s\nthe document has\n%s", d.line, command, got, want)
		}
		out.WriteString("$ " + command + "\n" + got)
	}
	for line := range strings.Lines(text) {
		switch next, isCommand := strings.CutPrefix(line, "$ "); {
		case isCommand:
			end()
			command, want = strings.TrimSuffix(next, "\n"), ""
		case want == "" && strings.HasSuffix(command, `\`):
			command += "\n" + strings.TrimSuffix(line, "\n")
		default:
			want += line
		}
	}
	end()
	return out.String()
}

// shell runs a command and returns what it prints on both streams.
func (d *docRun) shell(command string) string {
	if d.addresses != nil {
		command = replaceAll(command, docAddresses, d.addresses)
	}
	sh := exec.Command("sh", "-c", command)
	sh.Dir = d.dir
	sh.Env = append(append(docEnvironment(), goEnvironment()...), docVariable+"="+strings.Join(d.addresses, ","))
	if d.network != nil {
		d.network.publish(d.t, filepath.Join(d.dir, "published"))
		sh.Env = d.network.environment(sh.Env)
	}
	out, err := sh.CombinedOutput()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		d.t.Fatal(err)
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	if d.addresses != nil {
		return replaceAll(string(out), d.addresses, docAddresses)
	}
	return string(out)
}

// The runner of documents works on a small one.
func TestDocRun(t *testing.T) {
	const text = "Text.\n```json a/b.json\n{}\n```\n```console\n$ cat a/b.json\nold\n$ echo x \\\n  y; echo z >&2; exit 3\n```\n```sh\nnot run\n```\n"
	const want = "Text.\n```json a/b.json\n{}\n```\n```console\n$ cat a/b.json\n{}\n$ echo x \\\n  y; echo z >&2; exit 3\nx y\nz\n```\n```sh\nnot run\n```\n"
	if runtime.GOOS == "windows" {
		t.Skip("the documents show a Unix shell")
	}
	old := *update
	*update = true
	defer func() { *update = old }()
	d := docRun{t: t, dir: t.TempDir()}
	if got := d.document(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// docs has the schemas that the command prints.
func TestDocsSchemas(t *testing.T) {
	for args, name := range map[string]string{
		"lexicon": "lexicon.schema.json", "lexicon --draft 7": "lexicon-draft7.schema.json", "config": "lexsmith.schema.json",
	} {
		var out, stderr strings.Builder
		status := execute(t.Context(), append([]string{"schema"}, strings.Fields(args)...), cli.Streams{Out: &out, Err: &stderr}, build.Info{})
		if status != 0 || out.String() != readDocument(t, "docs/"+name) {
			t.Errorf("lexsmith schema %s does not print docs/%s (status %d, %s): run make update", args, name, status, stderr.String())
		}
	}
}

// The guide to lint says what each report format is.
func TestDocsFormats(t *testing.T) {
	guide := readDocument(t, "docs/lint.md")
	for _, f := range report.Formats() {
		if !strings.Contains(guide, "\n| `"+string(f)+"` | ") {
			t.Errorf("the table of report formats in docs/lint.md lacks %q: add a row", f)
		}
	}
}
