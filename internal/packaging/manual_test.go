package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/cmd"
)

func TestManual(t *testing.T) {
	lint := cmd.Page{
		Name: "lexsmith lint", Summary: "Check it", Usage: "lexsmith lint [PATH...]",
		Text:    "Words.\n.Dots, 'quotes' and a \\.\n\n    shown  as it is",
		Example: "lexsmith lint -   standard input",
		Flags: []cmd.Flag{
			{Name: "format", Value: "text|json", Usage: "form …", Default: "text"},
			{Name: "help", Shorthand: "h", Usage: "help"},
			{Name: "all", Usage: "show all", Shared: true},
		},
	}
	topic := cmd.Page{Name: "lexsmith config", Topic: true, Summary: "The file", Text: "Words."}
	all := []cmd.Page{{Name: "lexsmith", Summary: "Do it", Usage: "lexsmith COMMAND"}, lint, topic}
	want := strings.Join([]string{
		`.TH "LEXSMITH-LINT" "1" "" "lexsmith" "Manual of lexsmith"`,
		`.SH "NAME"`,
		`lexsmith-lint \- check it`,
		`.SH "SYNOPSIS"`,
		`\fBlexsmith lint [PATH...]\fR`,
		`.SH "DESCRIPTION"`,
		`Words.`,
		`\&.Dots, \(aqquotes\(aq and a \e.`,
		`.PP`,
		`.nf`,
		`    shown  as it is`,
		`.fi`,
		`.SH "OPTIONS"`,
		`.TP`,
		`\fB\-\-format\fR \fItext|json\fR`,
		`form \[u2026] (default text)`,
		`.TP`,
		`\fB\-h\fR, \fB\-\-help\fR`,
		`help`,
		`.SH "OPTIONS OF EVERY COMMAND"`,
		`.TP`,
		`\fB\-\-all\fR`,
		`show all`,
		`.SH "EXAMPLES"`,
		`.nf`,
		`lexsmith lint \-   standard input`,
		`.fi`,
		`.SH "SEE ALSO"`,
		`\fBlexsmith\fR(1),`,
		`\fBlexsmith\-config\fR(7)`,
		``,
	}, "\n")
	if got := manual(lint, all); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if root := manual(all[0], all); !strings.Contains(root, ".SH \"COMMANDS\"\n.TP\n\\fBlexsmith\\-lint\\fR(1)\nCheck it.\n") {
		t.Errorf("the page of the root does not list its command:\n%s", root)
	}
	if page := manual(topic, all); strings.Contains(page, "SYNOPSIS") || fileName(topic) != "lexsmith-config.7" {
		t.Errorf("%s:\n%s", fileName(topic), page)
	}
}

// The real pages: complete, equal each time, and without a fault that roff
// would warn of.
func TestWrite(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, folder := range []string{first, second} {
		if err := write(folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"man1/lexsmith.1.gz", "man1/lexsmith-lint.1.gz", "man7/lexsmith-config.7.gz",
		"completions/lexsmith.bash", "completions/_lexsmith", "completions/lexsmith.fish", "completions/lexsmith.ps1",
	} {
		if _, err := os.Stat(filepath.Join(first, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Log("groff is not installed: the pages are not held against it")
	}
	files, err := filepath.Glob(filepath.Join(first, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(first, path)
		again, err := os.ReadFile(filepath.Join(second, relative))
		if err != nil || !bytes.Equal(data, again) || len(data) == 0 {
			t.Errorf("%s: not the same in the second run, or empty (%v)", relative, err)
		}
		if groff == "" || !strings.HasSuffix(path, ".gz") {
			continue
		}
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		check := exec.Command(groff, "-man", "-ww", "-z", "-Tutf8")
		check.Stdin = io.Reader(r)
		if warnings, err := check.CombinedOutput(); err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v\n%s", relative, err, warnings)
		}
	}
}
