package lexicon

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// catalogOf makes n Lexicons of a record, a query and some shared definitions
// each, every one of them referring to the next.
func catalogOf(n, shared int) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := range n {
		var b strings.Builder
		next := fmt.Sprintf("com.example.group%d.thing", (i+1)%n)
		fmt.Fprintf(&b, `{"lexicon": 1, "id": "com.example.group%d.thing", "description": "Things of group %d.", "defs": {`, i, i)
		fmt.Fprintf(&b, "\n"+`  "main": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "required": ["name", "at"], "properties": {
    "name": {"type": "string", "description": "What it is called.", "maxLength": 640, "maxGraphemes": 64},
    "at": {"type": "string", "format": "datetime", "description": "When it was made."},
    "next": {"type": "ref", "description": "The next one.", "ref": "%s#shared0"},
    "any": {"type": "union", "description": "What comes with it.", "refs": ["#shared0", "%s"]}}}}`, next, next)
		for k := range shared {
			fmt.Fprintf(&b, ",\n"+`  "shared%d": {"type": "object", "properties": {
    "size": {"type": "integer", "description": "How large it is.", "minimum": 0, "maximum": 100},
    "tags": {"type": "array", "description": "Words for it.", "items": {"type": "string", "maxLength": 64}, "maxLength": 8}}}`, k)
		}
		b.WriteString("\n}}\n")
		fsys[fmt.Sprintf("com/example/group%d/thing.json", i)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return fsys
}

func BenchmarkLoad(b *testing.B) {
	for _, size := range []struct {
		name              string
		lexicons, defsOfA int
	}{{"10 Lexicons", 10, 2}, {"400 Lexicons", 400, 4}, {"4000 Lexicons", 4000, 4}} {
		fsys := catalogOf(size.lexicons, size.defsOfA)
		bytes := 0
		for _, f := range fsys {
			bytes += len(f.Data)
		}
		b.Run(size.name, func(b *testing.B) {
			dir := b.TempDir()
			if err := os.CopyFS(dir, fsys); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				if c, err := Load(context.Background(), []Input{{FS: os.DirFS(dir), Name: ".", Display: "."}}, LoadOptions{}); err != nil || c.Files() != size.lexicons {
					b.Fatal(c.Files(), err)
				}
			}
		})
	}
}
