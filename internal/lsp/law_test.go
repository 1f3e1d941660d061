package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// editing is a client that edits at random, and what it has done: the files on disk and
// the texts that are open.
type editing struct {
	*client
	random  *rand.Rand
	disk    map[string]string
	opened  map[string]string
	version int32
	log     []string
}

// After any edits, the client shows what one shows that has just been started with the
// same files.
func TestShownIsAsNew(t *testing.T) {
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		random := rand.New(rand.NewPCG(uint64(round), 11))
		e := &editing{random: random, disk: map[string]string{}, opened: map[string]string{}}
		for _, name := range lawFiles[:6] {
			e.disk[name] = e.text(name)
		}
		e.client = begin(t, e.disk)
		for range 12 {
			for range 1 + random.IntN(5) {
				e.step()
			}
			fresh := connect(t, workspaceDir(t, nil))
			if err := os.CopyFS(fresh.dir, os.DirFS(e.dir)); err != nil {
				t.Fatal(err)
			}
			fresh.initialize()
			for name, text := range e.opened {
				fresh.open(name, text)
			}
			got, want := e.settled(), fresh.settled()
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, after\n%s\nonly edited:\n%s\nonly new:\n%s", round, strings.Join(e.log, "\n"), without(got, want), without(want, got))
			}
			fresh.close()
			<-fresh.ended
		}
		e.close()
		<-e.ended
	}
}

var lawFiles = []string{
	"lexicons/com/example/a.json", "lexicons/com/example/b.json", "lexicons/com/example/defs.json", "lexicons/com/example/z/y.json",
	"lexicons/com/example.json", "vendor/a.json", "lexicons/com/example/a.examples.json", "lexicons/com/example/new.json",
	"other/a.json", "data/record.json", "data/records.ndjson", "lexicons/package.json", "lexsmith.yaml", "lexicons/.hidden/a.json",
}

func (e *editing) pick(list ...string) string { return list[e.random.IntN(len(list))] }

// step does one thing that an editor or another program does.
func (e *editing) step() {
	name := lawFiles[e.random.IntN(len(lawFiles))]
	text, isOpen := e.opened[name]
	_, exists := e.disk[name]
	e.version++
	switch n := e.random.IntN(10); {
	case isOpen && n < 5 && e.random.IntN(4) > 0: // a few characters
		i := e.random.IntN(len(text) + 1)
		j := min(len(text), i+e.random.IntN(3))
		r := newText([]byte(text)).rangeOf(diag.Span{Start: int32(i), End: int32(j)}, utf8Encoding)
		insert := e.pick("", "x", `"`, "{", "}", ",", "\n", "#", `"type": "ref",`)
		e.opened[name] = text[:i] + insert + text[j:]
		e.change(name, e.version, contentChange{Range: &r, Text: insert})
		e.note("edit", name)
	case isOpen && n < 7:
		e.opened[name] = e.text(name)
		e.change(name, e.version, contentChange{Text: e.opened[name]})
		e.note("replace", name)
	case isOpen && n == 7: // saved
		e.disk[name] = text
		e.put(name)
		e.notify("textDocument/didSave", e.document(name))
		e.note("save", name)
	case isOpen:
		delete(e.opened, name)
		e.notify("textDocument/didClose", e.document(name))
		e.note("close", name)
	case exists && n < 4 || !exists && n == 0:
		e.opened[name] = e.disk[name]
		e.open(name, e.disk[name])
		e.note("open", name)
	case exists && n < 6:
		delete(e.disk, name)
		e.remove(name)
		e.note("delete", name)
	default:
		e.disk[name] = e.text(name)
		e.put(name)
		kind := fileChanged
		if !exists {
			kind = fileCreated
		}
		e.event(name, kind)
		e.note("write", name)
	}
}

func (e *editing) note(what, name string) {
	text, isOpen := e.opened[name]
	if !isOpen {
		text = e.disk[name]
	}
	e.log = append(e.log, fmt.Sprintf("%s %s: %s", what, name, text))
}

// put writes a file as the test has it, without a word to the server.
func (e *editing) put(name string) {
	path := filepath.Join(e.dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(e.disk[name]), 0o666)
	}
	if err != nil {
		e.t.Fatal(err)
	}
}

// text returns a new text for a file, which is often not valid.
func (e *editing) text(name string) string {
	ref := func() string {
		return e.pick("#x", "#y", "com.example.a", "com.example.a#x", "com.example.b#y", "com.example.defs#x", "com.exmaple.defs#x", "com.example.a.x", "com.example.new", "com.example.z.y#x")
	}
	switch filepath.Ext(name) {
	case ".yaml":
		return e.pick("", "lexicons: [lexicons]\n", "lexicons: [lexicons, other]\ninclude: [vendor]\n", "lexicons: [other, lexicons]\n", "include: [vendor]\n",
			"ignore: [{rules: [style], paths: ['lexicons/com/example/a.json']}]\n", "severity: {unused-def: error, unresolved-external-ref: 'off'}\n",
			"lexicon: wrong\n", "lexicons: [lexicons/com/example/z, lexicons]\n", "profile: atproto\n")
	case ".ndjson":
		return `{"$type": "com.example.a", "p": 1}` + "\n" + `{"$type": "com.example.b", "p": "x"}` + "\n"
	}
	switch {
	case strings.HasSuffix(name, "record.json"):
		return `{"$type": "` + e.pick("com.example.a", "com.example.b") + `", "p": "x"}`
	case strings.HasSuffix(name, "examples.json"):
		return e.pick(`{"main": [1, {}]}`, `{"x": ["a"], "y": 1}`, `{"x": [`, `{"lexicon": 1, "id": "com.example.odd", "defs": {"main": {"type": "int"}}}`)
	case strings.HasSuffix(name, "package.json"):
		return e.pick(`{"name": "x"}`, `{"name": "x", }`, `{"defs": {}}`, `{"lexicon"`)
	}
	id := "com.example." + strings.TrimSuffix(filepath.Base(name), ".json")
	if e.random.IntN(3) == 0 {
		id = e.pick("com.example.a", "com.example.b", "com.example.defs", "com.example.z.y", "com.example")
	}
	var defs []string
	for _, name := range []string{"main", "x", "y"} {
		switch e.random.IntN(7) {
		case 0:
			defs = append(defs, `"`+name+`": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["p"], "properties": {"p": {"type": "ref", "ref": "`+ref()+`"}}}}`)
		case 1:
			defs = append(defs, `"`+name+`": {"type": "object", "required": ["p"], "properties": {"p": {"type": "ref", "ref": "`+ref()+`"}, "s": {"type": "string", "format": "handle"}}}`)
		case 2:
			defs = append(defs, `"`+name+`": {"type": "string", "knownValues": ["`+ref()+`"]}`)
		case 3:
			defs = append(defs, `"`+name+`": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["`+ref()+`"]}]}`)
		case 4:
			defs = append(defs, `"`+name+`": {"type": "int"}`)
		}
	}
	text := strings.Repeat("\n", e.random.IntN(2)) + `{"lexicon": 1, "id": "` + id + `", "defs": {` + strings.Join(defs, ",\n") + `}}`
	if e.random.IntN(6) == 0 {
		text = text[:e.random.IntN(len(text))]
	}
	return text
}
