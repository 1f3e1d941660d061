package gitrev

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// writeTree stores a tree object with these entries, each "MODE NAME", for an
// object.
func (r testRepository) writeTree(id string, entries ...string) string {
	r.t.Helper()
	raw, err := hex.DecodeString(id)
	if err != nil {
		r.t.Fatal(err)
	}
	var content strings.Builder
	for _, entry := range entries {
		content.WriteString(entry + "\x00" + string(raw))
	}
	c := exec.Command("git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally")
	c.Dir, c.Stdin = r.dir, strings.NewReader(content.String())
	output, err := c.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(output))
}

// nested returns a repository whose commit has a tree in a tree …, so many deep,
// each of which is in the next one under these names.
func nested(t *testing.T, depth int, names ...string) testRepository {
	t.Helper()
	r := newTestRepository(t)
	r.commitFiles("a.json", "a")
	id := r.writeTree(r.git("rev-parse", "HEAD:a.json"), "100644 a.json")
	for range depth {
		var entries []string
		for _, name := range names {
			entries = append(entries, "40000 "+name)
		}
		id = r.writeTree(id, entries...)
	}
	id = r.writeTree(id, "40000 lex")
	r.git("update-ref", "HEAD", r.git("commit-tree", "-m", "nested", id))
	return r
}

// Eleven small objects can hold 10,000,000,000 paths. Reading stops at a limit,
// soon and with little memory.
func TestTooManyFiles(t *testing.T) {
	r := nested(t, 10, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	c := r.resolve("HEAD")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	_, err := c.Old.Add(t.Context(), "lex")
	if err == nil || err.Error() != "HEAD: more than 1000000 files" {
		t.Errorf("got %v", err)
	}
	if _, err := c.movedFrom(t.Context(), "new"); err == nil {
		t.Error("the search for a former folder has no limit")
	}
	runtime.ReadMemStats(&after)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<30 {
		t.Errorf("allocated %d MiB", used>>20)
	}
}

func TestTooDeep(t *testing.T) {
	r := nested(t, 25, strings.Repeat("d", 200))
	if _, err := r.resolve("HEAD").Old.Add(t.Context(), "lex"); err == nil || err.Error() != "HEAD:a path is longer than 4096 bytes" {
		t.Errorf("got %v", err)
	}
}

// The number of git processes depends neither on the number of files nor on the
// depth of a path, and a path that does not exist costs no more.
func TestProcesses(t *testing.T) {
	r := newTestRepository(t)
	deep := strings.Repeat("d/", 500)
	r.write("lex/0.json", "0")
	for i := range 100 {
		r.write(fmt.Sprintf("lex/%d/a.json", i), fmt.Sprint(i))
	}
	r.commit("first")
	for _, name := range []string{"lex", "lex/0.json", deep + "none", "lex/" + deep} {
		commands := traced(t, func() {
			c := r.resolve("HEAD")
			_, err := c.Old.Add(t.Context(), name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			c.Old.Near(t.Context(), name)
			if err := c.Fill(t.Context(), plenty); err != nil {
				t.Fatal(err)
			}
		})
		total := 0
		for _, n := range commands {
			total += n
		}
		if total > 4 || commands["cat-file"] != 1 {
			t.Errorf("%.20s: %v", name, commands)
		}
	}
}
