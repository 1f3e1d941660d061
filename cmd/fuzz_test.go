package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// FuzzCommand runs whole command lines on files that are made from the input. The
// input is an archive like those in testdata/scripts: its comment has the command line
// and, before it, the folder and the standard input:
//
//	cd FOLDER
//	stdin FILE
//	lexsmith ARGUMENT...
//
// Whatever the input, a command must not panic, hang or take much memory; its status
// is 0, 1 or 2; its reports are well-formed and safe for terminals; and the same
// command says the same again, with one worker too.
func FuzzCommand(f *testing.F) {
	for name, value := range map[string]string{"NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": "", "GIT_DIR": "", "GIT_CEILING_DIRECTORIES": os.TempDir()} {
		f.Setenv(name, value)
	}
	os.Unsetenv("GIT_DIR")
	scripts, err := filepath.Glob(filepath.Join("..", "testdata", "scripts", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		f.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		if err != nil {
			f.Fatal(err)
		}
		comments := fuzzComments(string(archive.Comment))
		each := 3 // commands of a script
		if testing.Short() {
			each = 1
		}
		for i := range min(each, len(comments)) {
			seed := txtar.Archive{Comment: []byte(comments[i*len(comments)/each%len(comments)]), Files: archive.Files}
			if text := txtar.Format(&seed); len(text) <= maxFuzzText {
				f.Add(text)
			}
		}
	}
	schema, err := jsonschema.NewCompiler().Compile("../docs/report.schema.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) { fuzzCommand(t, text, schema) })
}

// fuzzComments returns the comment of an archive for each command in a script.
func fuzzComments(script string) []string {
	var comments []string
	folder, input := "", ""
	for line := range strings.Lines(script) {
		words := strings.Fields(line)
		at := slices.Index(words, "lexsmith")
		switch {
		case len(words) == 2 && words[0] == "cd":
			folder = strings.TrimPrefix(words[1], "$WORK/")
		case len(words) == 2 && words[0] == "stdin":
			input = words[1]
		case at >= 0 && words[0] != "#":
			_, args, _ := strings.Cut(line, "lexsmith")
			comment := "lexsmith" + strings.TrimRight(args, "&\n") + "\n"
			if input != "" {
				comment = "stdin " + input + "\n" + comment
			}
			if folder != "" {
				comment = "cd " + folder + "\n" + comment
			}
			comments = append(comments, comment)
			input = ""
		}
	}
	return comments
}

// The limits of an input. They keep it small enough to try many.
const (
	maxFuzzText  = 16 << 10 // bytes
	maxFuzzFiles = 32
)

// fuzzInput is an archive that is understood.
type fuzzInput struct {
	folder, stdin string
	args          []string
	files         []txtar.File
}

// fuzzCommands are the commands that neither use the network nor run until they are
// stopped.
var fuzzCommands = []string{"lint", "validate", "diff", "export", "sample", "fmt", "show", "schema", "new", "init", "rules", "version", "completion", "help"}

// readFuzzInput reads an archive; false if it is not one, or could do something
// outside of its folder.
func readFuzzInput(text []byte) (in fuzzInput, ok bool) {
	if bytes.Contains(text, []byte("-- --")) {
		return in, false // a marker without a name: txtar.Parse panics
	}
	if bytes.Contains(bytes.ToLower(text), []byte("publish")) {
		return in, false // diff --published, and the setting, use the network
	}
	archive := txtar.Parse(text)
	if len(text) > maxFuzzText || len(archive.Files) > maxFuzzFiles {
		return in, false
	}
	in.files = archive.Files
	for line := range strings.Lines(string(archive.Comment)) {
		words := splitWords(strings.TrimSuffix(line, "\n"))
		switch {
		case len(words) == 2 && words[0] == "cd":
			in.folder = words[1]
		case len(words) == 2 && words[0] == "stdin":
			in.stdin = words[1]
		case len(words) > 1 && words[0] == "lexsmith":
			in.args = words[1:]
		}
	}
	for _, file := range in.files {
		if !isInside(file.Name) {
			return in, false
		}
	}
	if in.folder != "" && !isInside(in.folder) || len(in.args) == 0 || !slices.Contains(fuzzCommands, in.args[0]) {
		return in, false
	}
	return in, !slices.ContainsFunc(in.args, leadsOutside)
}

// isInside reports whether a path stays in the folder that it is relative to, and is
// not part of a git repository, which could name programs to run.
func isInside(path string) bool {
	return filepath.IsLocal(path) && !strings.Contains(strings.ToLower(path), ".git")
}

// leadsOutside reports whether an argument can be, or contain, a path to outside of
// the working folder.
func leadsOutside(arg string) bool {
	_, value, _ := strings.Cut(arg, "=")
	short := strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--")
	return strings.Contains(arg, "..") || strings.HasPrefix(arg, "/") || strings.HasPrefix(value, "/") || short && strings.Contains(arg, "/")
}

// splitWords splits a command line of a script: quotes hold words together.
func splitWords(line string) []string {
	var words []string
	word, quoted, inWord := "", false, false
	for _, c := range []byte(line) {
		switch {
		case c == '\'':
			quoted, inWord = !quoted, true
		case !quoted && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word)
			}
			word, inWord = "", false
		default:
			word, inWord = word+string([]byte{c}), true
		}
	}
	if inWord {
		words = append(words, word)
	}
	return words
}

// fuzzResult is what a command said.
type fuzzResult struct {
	status    int
	out, err  string
	full      bool // it said more than is kept
	allocated uint64
}

func fuzzCommand(t *testing.T, text []byte, schema *jsonschema.Schema) {
	in, ok := readFuzzInput(text)
	if !ok {
		t.Skip()
	}
	dir := t.TempDir()
	first := in.run(t, dir)
	first.check(t, in, schema)
	in.args = append([]string{"-j", "1"}, in.args...)
	if again := in.run(t, dir); again.status != first.status || again.out != first.out || again.err != first.err {
		t.Errorf("the same command says something else with one worker: status %d and %d\n%s\n%s\n%s\n%s",
			first.status, again.status, first.out, again.out, first.err, again.err)
	}
}

// run makes the files anew and runs the command on them.
func (in fuzzInput) run(t *testing.T, dir string) (r fuzzResult) {
	t.Chdir(os.TempDir())
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, file := range in.files {
		path := filepath.Join(dir, file.Name)
		if os.MkdirAll(filepath.Dir(path), 0o777) != nil || os.WriteFile(path, file.Data, 0o666) != nil {
			t.Skip() // a name that is impossible, or also that of a folder
		}
	}
	folder := filepath.Join(dir, in.folder)
	if os.MkdirAll(folder, 0o777) != nil {
		t.Skip()
	}
	t.Chdir(folder)
	input := strings.NewReader("")
	for _, file := range in.files {
		if file.Name == in.stdin {
			input.Reset(string(file.Data))
		}
	}
	const limit = 2 * time.Minute // even on a machine that is very busy
	timer := time.AfterFunc(limit, func() { panic("the command hangs") })
	defer timer.Stop()

	out, stderr := &headWriter{}, &headWriter{}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.status = execute(t.Context(), in.args, cli.Streams{In: input, Out: out, Err: stderr}, build.Info{Version: "0.0.0-test"})
	runtime.ReadMemStats(&after)
	r.out, r.err, r.full = out.String(), stderr.String(), out.full || stderr.full
	r.allocated = after.TotalAlloc - before.TotalAlloc
	return r
}

// headWriter keeps the start of what is written to it and fails after that.
type headWriter struct {
	bytes.Buffer
	full bool
}

func (w *headWriter) Write(p []byte) (int, error) {
	if w.Len()+len(p) > 1<<20 {
		w.full = true
		return 0, os.ErrClosed
	}
	return w.Buffer.Write(p)
}

// check checks what is true of all runs. The schema is that of reports in JSON.
func (r fuzzResult) check(t *testing.T, in fuzzInput, schema *jsonschema.Schema) {
	if r.status < statusOK || r.status > statusFailure {
		t.Errorf("status %d", r.status)
	}
	const least, factor = 256 << 20, 4096
	if size := uint64(len(strings.Join(in.args, " ")) + fileSizes(in.files)); r.allocated > least+factor*size {
		t.Errorf("%d bytes allocated for %d bytes of input", r.allocated, size)
	}
	if r.status == statusFailure && r.err == "" {
		t.Error("status 2 without a message")
	}
	if bad, ok := unsafeCharacter(r.err); ok {
		t.Errorf("standard error has %q:\n%q", bad, r.err)
	}
	if r.full || r.status == statusFailure || !slices.Contains([]string{"lint", "validate", "diff"}, in.args[0]) {
		return
	}
	if slices.Contains(in.args, "-") && strings.Contains(strings.Join(in.args, " "), "-fix") {
		return // the text of the input, as it is or fixed
	}
	if strings.HasPrefix(r.out, "{") || strings.HasPrefix(r.out, "[") {
		checkFuzzJSON(t, r.out, schema)
	} else if bad, ok := unsafeCharacter(r.out); ok && !slices.ContainsFunc(in.args, func(arg string) bool { return strings.HasPrefix(arg, "--color") }) {
		t.Errorf("the report has %q:\n%q", bad, r.out)
	}
}

func fileSizes(files []txtar.File) (size int) {
	for _, file := range files {
		size += len(file.Data)
	}
	return size
}

// unsafeCharacter returns a character that a terminal could act on. Tabs are part of
// the lines that a report shows.
func unsafeCharacter(text string) (rune, bool) {
	if !utf8.ValidString(text) {
		return utf8.RuneError, true
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return r, true
		}
	}
	return 0, false
}

// checkFuzzJSON checks a report in JSON, SARIF or the format of GitLab.
func checkFuzzJSON(t *testing.T, text string, schema *jsonschema.Schema) {
	if !json.Valid([]byte(text)) {
		t.Fatalf("not valid JSON:\n%s", text)
	}
	if !strings.HasPrefix(text, `{"tool":`) {
		return
	}
	report, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(report); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}
