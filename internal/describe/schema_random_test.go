package describe

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The schema refuses no file without errors, however it came about: values of random
// Lexicons, and of those that new writes, are removed, renamed and replaced.
func TestSchemaNeverStricter(t *testing.T) {
	schemas := both(t)
	r := rand.New(rand.NewPCG(1, 2))
	valid, broken, refused := 0, 0, 0
	for _, text := range seeds(t, r) {
		for range 40 {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text)) // numbers stay exact
			if err != nil {
				t.Fatal(err)
			}
			for range 1 + r.IntN(2) {
				all := objects(value)
				mutate(r, all[r.IntN(len(all))])
			}
			mutated, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			if lexicon.ParseFound(&diag.Source{Path: "-", Text: mutated}, diag.ProfileV1) == nil {
				continue
			}
			isFaulty, isRefused := faulty(t, "-", mutated), false
			for draft, schema := range schemas {
				err := check(t, schema, mutated)
				isRefused = err != nil
				if isRefused && !isFaulty {
					t.Fatalf("%s refuses a file without errors: %v\n%s", draft, err, mutated)
				}
			}
			if isFaulty {
				broken++
			} else {
				valid++
			}
			if isRefused {
				refused++
			}
		}
	}
	t.Logf("%d valid files pass; of %d with errors %d are refused", valid, broken, refused)
	if valid < 400 || refused*10 < broken*9 {
		t.Error("too few")
	}
}

// seeds returns Lexicons of every kind.
func seeds(t *testing.T, r *rand.Rand) []string {
	t.Helper()
	const permissions = `{"lexicon": 1, "id": "com.example.auth", "defs": {"main": {
		"type": "permission-set", "title": "A", "title:lang": {"de": "A", "pt-BR": "A"}, "detail": "B", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.a", "com.example.b"], "action": ["create"]},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.getA"], "inheritAud": true},
			{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.getA"], "aud": "*", "inheritAud": false},
			{"type": "permission", "resource": "blob", "accept": ["image/*"]}]}}}`
	files := slices.Repeat([]string{permissions}, 12)
	for range 5 {
		random := generate.Schemas(r, diag.ProfileV1)
		for _, path := range slices.Sorted(maps.Keys(random)) {
			files = append(files, random[path])
		}
	}
	for _, kind := range scaffold.Kinds() {
		id := syntax.NSID("com.example.listThings")
		if kind == "defs" {
			id = "com.example.defs"
		}
		text, err := scaffold.Fill(scaffold.Template(kind, id), kind, id, lexicon.NewCatalog())
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slices.Repeat([]string{string(text)}, 6)...)
	}
	return files
}

// replacements are values that are right in some places.
var replacements = []string{
	"null", "true", "false", "0", "1", "-1", "1.5", `""`, `"x"`, `"*"`, `"main"`, `"#a"`, `"#a.b"`, `"com.example.thing"`, `"string"`, `"object"`,
	`"params"`, `"record"`, `"token"`, `"ref"`, `"union"`, `"permission"`, `"tid"`, `"datetime"`, `"image/*"`, "[]", `["x"]`, `["com.example.a", "com.example.a"]`,
	"{}", `{"type": "string"}`, `{"type": "unknown"}`, `{"type": "integer", "input": 1}`, `["create", "create"]`, "[1]", `"repo"`, `"rpc"`, `"text/ht*"`,
	`"application/json; charset=utf-8, */*"`, `"literal:self"`, `"literal:.."`, "9223372036854775807", "1e3",
}

func replacement(r *rand.Rand) any {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(replacements[r.IntN(len(replacements))]))
	if err != nil {
		panic(err)
	}
	return value
}

// objects returns all objects in a value that have members.
func objects(value any) (all []map[string]any) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 {
			all = append(all, v)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, objects(v[key])...)
		}
	case []any:
		for _, item := range v {
			all = append(all, objects(item)...)
		}
	}
	return all
}

// mutate changes one random member of an object.
func mutate(r *rand.Rand, o map[string]any) {
	key := slices.Sorted(maps.Keys(o))[r.IntN(len(o))]
	list, isList := o[key].([]any)
	switch choice := r.IntN(5); {
	case choice == 0:
		delete(o, key)
	case choice == 1:
		names := []string{
			strings.ToUpper(key), key + "s", "", "a.b", "input", "nullable", "const", "default", "closed", "aud", "lxm", "Lxm", "action",
			"maxLength", "enum", "main", "other",
		}
		o[names[r.IntN(len(names))]] = o[key]
		if r.IntN(2) == 0 {
			delete(o, key)
		}
	case isList && choice == 2:
		o[key] = append(list, replacement(r))
	case isList && choice == 3 && len(list) > 0:
		o[key] = append(list, list[r.IntN(len(list))])
	default:
		o[key] = replacement(r)
	}
}
