package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

// lint compares lexsmith with indigo on the same Lexicons.
func (b *bench) lint() error {
	peer, err := b.peer("indigolint")
	if err != nil {
		return err
	}
	return b.Measure(measure.Pair{
		Title:  "lint",
		Ours:   measure.Command{Name: "lexsmith lint", Args: []string{b.lexsmith, "lint", b.lexicons}, Fails: true},
		Theirs: measure.Command{Name: "indigo load + lexlint", Args: []string{peer, b.lexicons}},
		Runs:   40, Goal: measure.Wall(0.6, 0.30, 0.45),
	})
}

// diff compares "diff --against" with lint in a copy of the Lexicons, of which one in
// ten is not the same as in the commit.
func (b *bench) diff() error {
	dir := filepath.Join(b.bin, "diff")
	if err := os.CopyFS(filepath.Join(dir, "lexicons"), os.DirFS(b.lexicons)); err != nil {
		return err
	}
	if err := measure.Commit(dir); err != nil {
		return err
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") {
			return err
		}
		if files++; files%10 != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, append(text, '\n'), 0o644)
	})
	if err != nil {
		return err
	}
	command := func(args ...string) measure.Command {
		return measure.Command{Name: "lexsmith " + args[0], Args: append([]string{b.lexsmith}, args...), Dir: dir, Fails: true}
	}
	return b.Measure(measure.Pair{
		Title: fmt.Sprintf("diff of %d Lexicons", files), Ours: command("diff", "--against", "HEAD", "lexicons"), Theirs: command("lint", "lexicons"),
		Runs: 20, Goal: measure.Wall(1.6, 1.3, 1.6),
	})
}

// many compares lint of 10,000 Lexicons with lint of 1,000.
func (b *bench) many() error {
	command := func(n int) (measure.Command, error) {
		dir := filepath.Join(b.bin, fmt.Sprint(n))
		return measure.Command{Name: fmt.Sprintf("%d Lexicons", n), Args: []string{b.lexsmith, "lint", dir}, Fails: true}, writeLexicons(dir, n)
	}
	ours, err := command(10_000)
	if err != nil {
		return err
	}
	theirs, err := command(1_000)
	if err != nil {
		return err
	}
	return b.Measure(measure.Pair{Title: "lint of many Lexicons", Ours: ours, Theirs: theirs, Runs: 7, Goal: measure.Wall(12, 11, 12)})
}

// writeLexicons writes n Lexicons, each a record with a reference to another one.
func writeLexicons(dir string, n int) error {
	const document = `{
  "lexicon": 1,
  "id": "com.example.group%[2]d.record%[1]d",
  "defs": {
    "main": {
      "type": "record",
      "description": "A record of kind %[1]d.",
      "key": "tid",
      "record": {
        "type": "object",
        "required": ["createdAt", "name"],
        "properties": {
          "createdAt": {"type": "string", "format": "datetime", "description": "When it was made."},
          "name": {"type": "string", "maxLength": 640, "maxGraphemes": 64, "description": "What it is called."},
          "next": {"type": "ref", "ref": "com.example.group%[4]d.record%[3]d#detail", "description": "The next one."}
        }
      }
    },
    "detail": {
      "type": "object",
      "description": "A detail.",
      "properties": {"size": {"type": "integer", "minimum": 0, "description": "How large it is."}}
    }
  }
}
`
	const group = 100 // Lexicons in a folder
	for i := range n {
		folder := filepath.Join(dir, "com", "example", fmt.Sprintf("group%d", i/group))
		if i%group == 0 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
		}
		next := (i + 1) % n
		text := fmt.Sprintf(document, i, i/group, next, next/group)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("record%d.json", i)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
