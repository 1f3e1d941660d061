package cmd

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/build"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lexsmith": func() {
			info := build.Info{Version: "0.0.0-test", Commit: "0123abc", Date: "2026-01-02T03:04:05Z"}
			os.Exit(run(docArguments(os.Args[1:]), info))
		},
	})
}

// sideBySide matches scripts that do several things at the same time. The others read and
// check schemas with several workers, as tests of packages do.
var sideBySide = regexp.MustCompile(`^(call|diff_(against|branches|data|published|sides)|docs|lsp|publish|pull|serve|stats|status|test|unpublish|validate)`)

// With -update the outputs that scripts compare are rewritten. With -short, which is for the
// race detector, only some of the scripts run.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "scripts", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		files = slices.DeleteFunc(files, func(file string) bool { return !sideBySide.MatchString(filepath.Base(file)) })
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "")                // counts as unset
			env.Setenv("GORACE", os.Getenv("GORACE")) // see .ci/race
			env.Setenv("TERM", "xterm-256color")
			env.Setenv("newline", "\n")
			env.Values[serverKey{}] = map[string]*serveProcess{}
			env.Values[networkKey{}] = &scriptNetwork{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  status,
			"hex":     hexFile,
			"report":  isReport,
			"escapes": escapes,

			"serving":   startServer,
			"interrupt": interrupt,
			"answering": answering,
			"replying":  replying,
			"send":      send,
			"await":     await,

			"pause":     pause,
			"network":   startNetwork,
			"talk":      talk,
			"factor":    factor,
			"online":    online,
			"account":   newAccount,
			"delegate":  delegate,
			"publishes": publishes,
			"withdraws": withdraws,
			"breaks":    breaks,
			"exports":   exports,
			"delays":    delays,
			"requests":  requests,
			"published": published,

			"publishesas": publishesAs,
		},
	})
}

// status N PROGRAM ARGUMENT... runs a program and checks its exact exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		exited, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exited.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// hex FILE replaces hex digits in a file with the bytes they mean. White space and
// text from "#" to the end of a line are dropped.
func hexFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hex FILE")
	}
	var digits strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		line, _, _ = strings.Cut(line, "#")
		digits.WriteString(strings.Join(strings.Fields(line), ""))
	}
	data, err := hex.DecodeString(digits.String())
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}

// escapes FILE... replaces the escapes of Go string literals in files with what
// they mean, so that a script can contain any byte.
func escapes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: escapes FILE...")
	}
	for _, name := range args {
		var data bytes.Buffer
		for line := range strings.Lines(ts.ReadFile(name)) {
			for text, rest := line, ""; text != ""; text = rest {
				if text[0] == '"' || text[0] == '\n' {
					data.WriteByte(text[0])
					rest = text[1:]
					continue
				}
				r, multibyte, tail, err := strconv.UnquoteChar(text, 0)
				ts.Check(err)
				if multibyte {
					data.WriteRune(r)
				} else {
					data.WriteByte(byte(r))
				}
				rest = tail
			}
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), data.Bytes(), 0o600))
	}
}

// isReport demands that a file, or stdout, is a report as docs/report.schema.json describes it.
func isReport(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: report FILE")
	}
	schema, err := reportSchema()
	ts.Check(err)
	report, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(schema.Validate(report))
}

var reportSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("../docs/report.schema.json")
})
