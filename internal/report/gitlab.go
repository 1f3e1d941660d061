package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// gitLabPrinter writes a Code Quality report of GitLab, a JSON array; see
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type gitLabPrinter struct {
	encoder
	options *Options
	seen    map[[sha256.Size]byte]int // how often each fingerprint has occurred
}

func newGitLabPrinter(out *bufio.Writer, o *Options) printer {
	p := &gitLabPrinter{encoder: newEncoder(out), options: o, seen: map[[sha256.Size]byte]int{}}
	p.write("[")
	return p
}

type gitLabFinding struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// finding writes a finding. Its place has the form that GitLab requires: relative to the
// root of the repository, and with a line.
func (p *gitLabPrinter) finding(f *diag.Finding) {
	g := gitLabFinding{Description: fullMessage(f), CheckName: f.Rule.Code, Severity: severityNames[f.Severity].gitLab}
	path, _ := p.options.relative(f.Place().Path())
	g.Location.Path = cmp.Or(strings.TrimPrefix(path, "./"), ".")
	start, _ := positions(f.Place())
	g.Location.Lines.Begin = max(start.Line, 1)
	g.Fingerprint = p.fingerprint(f, g.Location.Path)
	p.item(&g)
}

// fingerprint tells findings apart: by rule, Lexicon and pointer, or by file where there is
// data or no Lexicon. Repetitions are numbered. GitLab takes a finding whose fingerprint the
// target branch has too for an old one, so it must not depend on line numbers.
func (p *gitLabPrinter) fingerprint(f *diag.Finding, path string) string {
	key := []string{f.Rule.Code, f.NSID, f.Place().Pointer}
	switch {
	case f.Data != nil:
		key = append(key, path, f.Data.Record)
	case f.NSID == "":
		key = append(key, path)
	}
	sum := sha256.Sum256([]byte(strings.Join(key, "\x00")))
	n := p.seen[sum]
	p.seen[sum]++
	if n > 0 {
		sum = sha256.Sum256(strconv.AppendInt(sum[:], int64(n), 10))
	}
	return hex.EncodeToString(sum[:16])
}

func (p *gitLabPrinter) close(*outcome) error {
	p.write("]\n")
	return nil
}
