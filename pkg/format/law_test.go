package format

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// layouts are all combinations of options that matter.
func layouts() []Options {
	var all []Options
	for _, indent := range []Options{{}, {Indent: 4}, {Tabs: true}, {Tabs: true, Indent: 8}} {
		for _, width := range []int{0, 40, 120} {
			for _, keep := range []bool{false, true} {
				o := indent
				o.Width, o.KeepOrder = width, keep
				all = append(all, o)
			}
		}
	}
	return all
}

// hold demands the laws of formatting of a text: what is formatted stays as it is,
// has the same value, the same tokens, and its keys in order.
func hold(t *testing.T, text []byte, o Options) {
	t.Helper()
	before := bytes.Clone(text)
	got, err := Source(text, o)
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	if !bytes.Equal(text, before) {
		t.Errorf("%q was changed to %q", before, text)
	}
	if again, err := Source(got, o); err != nil || !bytes.Equal(again, got) {
		t.Errorf("%+v: %q is formatted as\n%s\nand then as\n%s (%v)", o, text, got, again, err)
	}
	if want, got := value(t, text), value(t, got); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v: %q became\n%v", o, text, got)
	}
	want, have := tokens(t, text), tokens(t, got)
	if !o.KeepOrder {
		slices.Sort(want)
		slices.Sort(have)
	}
	if !slices.Equal(want, have) {
		t.Errorf("%+v: %q became\n%s", o, text, got)
	}
	for _, line := range bytes.Split(bytes.TrimSuffix(got, []byte("\n")), []byte("\n")) {
		if bytes.HasSuffix(line, []byte(" ")) || bytes.HasSuffix(line, []byte("\t")) {
			t.Errorf("%+v: a line ends with white space:\n%s", o, got)
		}
	}
	if bytes.Contains(got, []byte("\n\n\n")) || !bytes.HasSuffix(got, []byte("\n")) || bytes.HasSuffix(got, []byte("\n\n")) {
		t.Errorf("%+v: blank lines:\n%q", o, got)
	}
}

// value returns what a text means, exact numbers in their one spelling.
func value(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return exact(v)
}

func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		return decimal(v.String())
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = exact(v[name])
		}
	}
	return v
}

// decimal returns a number as a sign, digits without zeros around them, and an
// exponent.
func decimal(number string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	e, _ := new(big.Int).SetString(strings.TrimPrefix(exponent, "+"), 10)
	if e == nil {
		e = new(big.Int)
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(whole+fraction, "0")
	e.Add(e, big.NewInt(int64(len(whole+fraction)-len(digits)-len(fraction))))
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		e.SetInt64(0)
	}
	if negative {
		digits = "-" + digits
	}
	return digits + "e" + e.String()
}

// tokens returns the strings and words of a text as they are spelled, and its
// numbers by their values.
func tokens(t *testing.T, text []byte) []string {
	t.Helper()
	d := jsontext.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	var all []string
	for {
		switch kind := d.PeekKind(); kind {
		case 0:
			return all
		case '{', '}', '[', ']':
			if _, err := d.ReadToken(); err != nil {
				t.Fatal(err)
			}
			all = append(all, kind.String())
		default:
			raw, err := d.ReadValue()
			if err != nil {
				t.Fatal(err)
			}
			spelling := string(raw)
			if kind == '0' {
				spelling = decimal(spelling)
			}
			all = append(all, spelling)
		}
	}
}

// ordered demands that the keys of a Lexicon come in the order of the language.
func ordered(t *testing.T, v *lexicon.Value, role lexicon.Role) {
	t.Helper()
	keys := role.Keys(v)
	for i, m := range v.Members {
		if i > 0 && keys.Rank(v.Members[i-1].Name) > keys.Rank(m.Name) {
			t.Errorf("%q comes before %q in %s", v.Members[i-1].Name, m.Name, v.Pointer())
		}
		ordered(t, m.Value, keys.Inside(m.Name))
	}
	for _, item := range v.Items {
		ordered(t, item, role)
	}
}

// randomText writes JSON with white space wherever it may be.
type randomText struct {
	*rand.Rand
	strings.Builder
}

func (r *randomText) oneOf(texts ...string) { r.WriteString(texts[r.IntN(len(texts))]) }

func (r *randomText) blanks() {
	r.oneOf("", "", "", "", "", " ", " ", "\t", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", " \n \n\n")
}

func (r *randomText) text() {
	r.WriteByte('"')
	for range r.IntN(1 + r.IntN(60)) {
		r.oneOf("a", "b", "type", " ", `\n`, `\u0041`, `\/`, `\"`, "日", "é", "👩‍👩‍👦", "☝", "❤️", "\u0301")
	}
	r.WriteByte('"')
}

func (r *randomText) value(depth int) {
	kind := r.IntN(10)
	switch {
	case depth == 0 || kind < 2:
		r.oneOf("true", "false", "null", "0", "-0", "-12.50E+03", "1.00", "12345678901234567890", "1e-007")
	case kind < 4:
		r.text()
	case kind < 7:
		r.WriteByte('{')
		first := r.IntN(len(someKeys))
		for i := range r.IntN(6) {
			if i > 0 {
				r.blanks()
				r.WriteByte(',')
			}
			r.blanks()
			r.WriteString(`"` + someKeys[(first+i*3)%len(someKeys)] + `"`) // no key twice
			r.blanks()
			r.WriteByte(':')
			r.blanks()
			r.value(depth - 1)
		}
		r.blanks()
		r.WriteByte('}')
	default:
		r.WriteByte('[')
		numbers := r.IntN(2) == 0
		for i := range r.IntN(1 + r.IntN(30)) {
			if i > 0 {
				r.blanks()
				r.WriteByte(',')
			}
			r.blanks()
			if numbers {
				r.oneOf("1", "-2.50", "1234567", "3E5")
			} else {
				r.value(r.IntN(depth))
			}
		}
		r.blanks()
		r.WriteByte(']')
	}
}

var someKeys = []string{"defs", "type", "lexicon", "properties", "id", "description", "main", "items", "required", "nullable", "x", `t\u0079pe2`, "日本"}

func TestLawsOfRandomText(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	all := layouts()
	for seed := range rounds {
		r := &randomText{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		r.oneOf("", "", "\ufeff")
		r.blanks()
		r.value(1 + r.IntN(6))
		r.blanks()
		hold(t, []byte(r.String()), all[seed%len(all)])
	}
}

// Lexicons with keys in any order, written in any layout.
func TestLawsOfLexicons(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	all := layouts()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		for _, text := range generate.Schemas(r, diag.ProfileV1) {
			root, _ := lexicon.ReadJSON(&diag.Source{Text: []byte(text)})
			shuffled := &randomText{Rand: r}
			shuffled.shuffle(text, root)
			o := all[r.IntN(len(all))]
			hold(t, []byte(shuffled.String()), o)
			o.KeepOrder = false
			checkOrder(t, []byte(shuffled.String()), o)
		}
	}
}

func checkOrder(t *testing.T, text []byte, o Options) {
	t.Helper()
	got, err := Source(text, o)
	if err != nil {
		t.Fatal(err)
	}
	root, _ := lexicon.ReadJSON(&diag.Source{Text: got})
	ordered(t, root, lexicon.RoleOf(root))
}

// shuffle writes a value of a text with its keys in any order.
func (r *randomText) shuffle(text string, v *lexicon.Value) {
	separate := func(i int) {
		if i > 0 {
			r.WriteByte(',')
		}
		r.blanks()
	}
	switch v.Kind {
	case lexicon.KindObject:
		r.WriteByte('{')
		for i, n := range r.Perm(len(v.Members)) {
			separate(i)
			m := &v.Members[n]
			r.WriteString(text[m.NameSpan.Start:m.NameSpan.End] + ":")
			r.blanks()
			r.shuffle(text, m.Value)
		}
		r.WriteByte('}')
	case lexicon.KindArray:
		r.WriteByte('[')
		for i, item := range v.Items {
			separate(i)
			r.shuffle(text, item)
		}
		r.WriteByte(']')
	default:
		r.WriteString(text[v.Span.Start:v.Span.End])
	}
}

func TestLawsOfCorpus(t *testing.T) {
	corpus := os.DirFS(conformance.Path(t, "corpus"))
	all := layouts()
	done := 0
	for _, folder := range []string{"schemas", "schemas-broken", "revisions"} {
		err := fs.WalkDir(corpus, folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".json") {
				return err
			}
			text, err := fs.ReadFile(corpus, path)
			if err != nil {
				return err
			}
			if _, err := Source(text, Options{}); err != nil {
				return nil // no JSON
			}
			done++
			t.Run(path, func(t *testing.T) {
				hold(t, text, all[done%len(all)])
				checkOrder(t, text, Options{})
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if done < 1500 {
		t.Errorf("only %d files", done)
	}
}

func FuzzSource(f *testing.F) {
	for seed := range 20 {
		r := &randomText{Rand: rand.New(rand.NewPCG(uint64(seed), 3))}
		r.value(5)
		f.Add([]byte(r.String()), seed%2 == 0, uint8(seed*9))
	}
	f.Add([]byte(`{"lexicon": 1, "defs": {"a": {"x": 1}, "main": {"description": "", "type": "token"}}}`), true, uint8(80))
	f.Fuzz(func(t *testing.T, text []byte, keep bool, width uint8) {
		o := Options{KeepOrder: keep, Width: int(width), Tabs: width%2 == 1}
		if _, err := Source(text, o); err != nil {
			if jsontree.CheckJSON(&diag.Source{Text: text}) == nil {
				t.Errorf("%q is faultless, and not formatted: %v", text, err)
			}
			return
		}
		hold(t, text, o)
	})
}
