package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// side reads one file, and finds what is wrong with it.
func side(t *testing.T, path string) (*lexicon.Catalog, compat.Faults) {
	t.Helper()
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return lexicon.NewCatalog(), compat.Faults{}
	}
	if err != nil {
		t.Fatal(err)
	}
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: path, Text: text}, diag.ProfileV1))
	result, err := lint.Lint(t.Context(), c, lint.Options{MinSeverity: diag.Error})
	if err != nil {
		t.Fatal(err)
	}
	return c, compat.Faults{Findings: result.Findings}
}

// Every change of a comparison is in the release notes once, in the group that it
// belongs to; nothing else is, but that something was not compared.
func TestChangelogRevisions(t *testing.T) {
	pairs, kinds := 0, map[string]int{}
	for _, before := range conformance.Glob(t, "corpus/revisions/*/*/before.json") {
		old, oldFaults := side(t, before)
		new, newFaults := side(t, filepath.Join(filepath.Dir(before), "after.json"))
		result, err := compat.Compare(t.Context(), old, new, compat.Options{Old: oldFaults, New: newFaults})
		if err != nil {
			t.Fatal(err)
		}
		pairs++
		changes, breaking, undecided := map[string]int{}, map[string]int{}, map[string]int{}
		for _, f := range result.Findings {
			switch {
			case f.Change == nil:
			case f.Change.Undecided:
				undecided[f.NSID]++
				changes[f.NSID]++
			case f.Change.Breaks != 0:
				breaking[f.NSID]++
				fallthrough
			default:
				changes[f.NSID]++
			}
		}
		for _, l := range Changelog(result.Findings) {
			got := l.Wording
			for _, g := range l.Groups {
				kinds[g.Title]++
				for _, n := range g.Changes {
					if strings.HasPrefix(n.Text, "parts of this Lexicon") {
						continue
					}
					got++
					switch g.Title {
					case "Breaking":
						breaking[l.NSID]--
					case "Undecided":
						undecided[l.NSID]--
					}
				}
			}
			if got != changes[l.NSID] || breaking[l.NSID] != 0 || undecided[l.NSID] != 0 {
				t.Errorf("%s: %s has %d changes in the notes, want %d (breaking: %d missing, undecided: %d missing)", before, l.NSID, got, changes[l.NSID], breaking[l.NSID], undecided[l.NSID])
			}
			delete(changes, l.NSID)
		}
		for id, n := range changes {
			t.Errorf("%s: %d changes of %s are missing", before, n, id)
		}
		var out bytes.Buffer
		r, err := New(Options{Format: Notes, Out: &out, Command: "diff"})
		if err != nil {
			t.Fatal(err)
		}
		r.Add(result.Findings...)
		if err := r.Close(Summary{Diff: &Diff{}}); err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			if f.Change == nil && f.Severity == diag.Error && strings.Contains(out.String(), f.Message) {
				t.Errorf("%s: the notes contain a finding of lint: %s", before, f.Message)
			}
		}
	}
	t.Logf("%d pairs, groups: %v", pairs, kinds)
	for _, title := range changeGroups {
		if kinds[title] == 0 && title != "Deprecated" {
			t.Errorf("no pair has the group %s", title)
		}
	}
}

// The notes never say that nothing has changed where something could not be compared.
func TestChangelogUndecided(t *testing.T) {
	const parts = "\n## com.example.a\n\n**Undecided**\n\n- Parts of this Lexicon are invalid in one of the versions and were not compared.\n"
	fault := diag.Finding{Rule: ruleLength, Severity: diag.Error, Message: "x", NSID: "com.example.a"}
	note := fault
	note.Severity = diag.Warning
	wording := diag.Finding{Rule: &diag.Rule{Code: "description-changed"}, Severity: diag.Info, Message: "the description changed", NSID: "com.example.a", Change: &diag.Change{}}
	for name, test := range map[string]struct {
		findings  []diag.Finding
		undecided []syntax.NSID
		want      string
	}{
		"only an error of lint": {[]diag.Finding{fault}, []syntax.NSID{"com.example.a"}, parts},
		"said once":             {[]diag.Finding{note}, []syntax.NSID{"com.example.a"}, parts},
		"beside wording": {[]diag.Finding{wording}, []syntax.NSID{"com.example.a"},
			"\n## com.example.a\n\n**Changed**\n\n- The description changed.\n\n**Undecided**" + strings.SplitAfter(parts, "**Undecided**")[1]},
		"an error elsewhere": {[]diag.Finding{fault}, nil, "\nNothing has changed in the Lexicons that could be compared; some are invalid.\n"},
		"no error":           {nil, nil, "\nNothing has changed.\n"},
	} {
		var out bytes.Buffer
		r, err := New(Options{Format: Notes, Out: &out, Command: "diff"})
		if err != nil {
			t.Fatal(err)
		}
		r.Add(test.findings...)
		r.AddUndecided(test.undecided...)
		if err := r.Close(Summary{Diff: &Diff{Partial: len(test.findings) > 0}}); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(out.String(), "# Changes\n"); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

func TestChangeNoteMarkdown(t *testing.T) {
	for _, test := range []struct {
		note ChangeNote
		want string
	}{
		{ChangeNote{Subject: "createdAt", Text: "is now required: records written before may lack it"}, "`createdAt` is now required: records written before may lack it"},
		{ChangeNote{Text: `the "x" definition was added`}, "The `x` definition was added"},
		{ChangeNote{Subject: "tags[]", Text: `"a|b" was added`}, "`tags[]`: `a|b` was added"},
		{ChangeNote{Subject: "x", Text: "the ref changed from a.b.c#d to e.f.g, and <b> *"}, "`x`: the ref changed from `a.b.c#d` to `e.f.g`, and &#60;b&#62; &#42;"},
		{ChangeNote{Subject: "a`b", Text: `an odd " mark`}, `<code>a&#96;b</code>: an odd " mark`},
	} {
		if got := test.note.Markdown(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.note, got, test.want)
		}
	}
}
