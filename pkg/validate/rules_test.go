package validate_test

import (
	"bytes"
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func TestRuleTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, r := range validate.Rules() {
		if !kebab.MatchString(r.Code) {
			t.Errorf("%q is not kebab-case", r.Code)
		}
		if seen[r.Code] {
			t.Errorf("%s stands twice in the table", r.Code)
		}
		seen[r.Code] = true
		if r.Group != "validate" {
			t.Errorf("%s: group %q", r.Code, r.Group)
		}
		for name, text := range map[string]string{"summary": r.Summary, "reason": r.Reason, "place in the specification": r.Spec, "bad example": r.Bad, "good example": r.Good} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.Code, name)
			}
		}
		if strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") {
			t.Errorf("%s: the summary is one line without a full stop: %q", r.Code, r.Summary)
		}
		if !strings.HasSuffix(r.Reason, ".") {
			t.Errorf("%s: the reason is made of sentences: %q", r.Code, r.Reason)
		}
		if off := r.Severity == (lexicon.Severities{}); off != (r.Code == "datetime-practice") {
			t.Errorf("%s: severity %v", r.Code, r.Severity)
		}
	}
}

// TestRulesAreListed compares the rules that the source declares with those
// that Rules returns.
func TestRulesAreListed(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared, listed []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "Rules" {
					ast.Inspect(n.Body, func(n ast.Node) bool {
						if id, ok := n.(*ast.Ident); ok && strings.HasPrefix(id.Name, "rule") {
							listed = append(listed, id.Name)
						}
						return true
					})
				}
				return false
			case *ast.ValueSpec:
				for _, name := range n.Names {
					if strings.HasPrefix(name.Name, "rule") {
						declared = append(declared, name.Name)
					}
				}
			}
			return true
		})
	}
	slices.Sort(declared)
	slices.Sort(listed)
	if !slices.Equal(declared, listed) {
		t.Errorf("declared are\n%v\nRules lists\n%v", declared, listed)
	}
	if len(listed)+1 != len(validate.Rules()) { // one is from package lexicon
		t.Errorf("Rules returns %d rules, its source names %d", len(validate.Rules()), len(listed))
	}
}

// TestExamples holds every rule against its own examples: the bad one raises
// that rule and no other, infos included, and the good one nothing.
func TestExamples(t *testing.T) {
	for _, r := range validate.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			if got := exampleCodes(t, r.Bad, r.Code == "schema-invalid"); !slices.Equal(got, []string{r.Code}) {
				t.Errorf("the bad example raises %v", got)
			}
			if got := exampleCodes(t, r.Good, false); len(got) != 0 {
				t.Errorf("the good example raises %v", got)
			}
		})
	}
}

// exampleCodes checks the data of an example, which is its last file, and
// returns the codes of the rules that it breaks, each once. Its schemas must be
// sound unless they are what is broken.
func exampleCodes(t *testing.T, example string, broken bool) []string {
	t.Helper()
	files := txtar.Parse([]byte(example)).Files
	if len(files) == 0 {
		t.Fatal("the example has no files")
	}
	var documents []*lexicon.Document
	for _, f := range files[:len(files)-1] {
		d := lexicon.Parse(&lexicon.Source{Path: f.Name, Text: f.Data}, lexicon.ProfileV1)
		if len(d.Found) > 0 && !broken {
			t.Errorf("%s: %s", f.Name, d.Found[0].Message)
		}
		documents = append(documents, d)
	}
	data := files[len(files)-1]
	name, rest, _ := strings.Cut(data.Name, " (")
	name, isHex := strings.CutSuffix(name, " in hex")
	content := bytes.TrimSuffix(data.Data, []byte("\n"))
	if isHex {
		decoded, err := hex.DecodeString(strings.Join(strings.Fields(string(content)), ""))
		if err != nil {
			t.Fatal(err)
		}
		content = decoded
	}
	var options validate.Options
	var ref lexicon.Reference
	var part lexicon.Part
	var cases bool
	in := validate.Input{Path: name, Text: content}
	if strings.HasSuffix(name, ".cbor") {
		in.Encoding = validate.CBOR
	}
	for flags := strings.Fields(strings.TrimSuffix(rest, ")")); len(flags) > 0; {
		flag, value := flags[0], ""
		if flags = flags[1:]; len(flags) > 0 && !strings.HasPrefix(flags[0], "--") {
			value, flags = flags[0], flags[1:]
		}
		switch flag + " " + value {
		case "--cases ":
			cases = true
		case "--legacy ":
			options.Legacy = true
		case "--extra-fields warning":
			options.ExtraFields = true
		case "--severity datetime-practice=warning":
			options.DatetimePractice = true
		case "--part params":
			part = lexicon.PartParams
		case "--part message":
			part = lexicon.PartMessage
		case "--part error":
			part = lexicon.PartError
		default:
			switch flag {
			case "--ref":
				var err error
				if ref, err = lexicon.ParseReference(value, ""); err != nil {
					t.Fatal(err)
				}
			case "--rkey":
				in.RecordKey = value
			default:
				t.Fatalf("no meaning known of %s %s", flag, value)
			}
		}
	}
	schemas := validate.Compile(lexicon.NewCatalog(documents...), options)
	v := schemas.Records()
	if ref.NSID != "" {
		var err error
		if v, err = schemas.Validator(ref, part); err != nil {
			t.Fatal(err)
		}
	}
	var found []lexicon.Finding
	switch {
	case cases:
		for result, err := range schemas.Cases(t.Context(), bytes.NewReader(content), name, validate.StreamOptions{}, nil) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, result.Findings...)
		}
	case part == lexicon.PartParams:
		in.Encoding = validate.Query
		found = v.Check(in).Findings
	default:
		found = v.Check(in).Findings
	}
	var codes []string
	for _, f := range found {
		t.Logf("%s: %s [%s] %s", name, f.Message, f.Rule.Code, f.Pointer)
		if !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
	}
	return codes
}
