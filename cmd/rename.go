package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/rename"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// renameOptions says what to rename, and where.
type renameOptions struct {
	from, to string
	paths    []string
	diff     bool // print what would change
}

func newRename(g *globals) *cobra.Command {
	o := &renameOptions{}
	c := &cobra.Command{
		Use:        "rename FROM TO [PATH...]",
		Short:      "Rename a Lexicon, a namespace, or a definition",
		SuggestFor: []string{"move", "mv"},
		Example: `lexsmith rename com.example.note org.example.note
lexsmith rename "com.example.*" "org.example.*"         a namespace with everything below it
lexsmith rename com.example.defs#note com.example.defs#memo
lexsmith rename com.example.note org.example.note --diff | git apply`,
		Long: `The new name is written to the Lexicon itself, to everything in PATH that refers to it
(references, tokens, permission sets, and spaces), to $type in NAME.examples.json, to ref
and $type in test cases in PATH and in the tests folder of the project, and to lexsmith.yaml.
A file whose path spells the id, such as com/example/note.json, is moved; others
stay where they are. Everything else stays as it is, so renaming back restores every byte.
Files loaded with -L or "include:" are not changed.

If the new name or the place of a file is taken, or a name is invalid, nothing is
written and the exit status is 2. With --diff, the exit status is 1 if there is something
to change.

A published Lexicon keeps its name: "lexsmith diff" sees a removed and an added Lexicon,
and existing data keep their $type.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New("pass the old and the new name")
			}
			o.from, o.to, o.paths = args[0], args[1], args[2:]
			if slices.Contains(o.paths, stdin) {
				return errors.New("files are renamed in place, so standard input cannot be used")
			}
			return nil
		}),
		ValidArgsFunction: cli.Offer(g.definedNames),
		RunE:              func(c *cobra.Command, _ []string) error { return runRename(c.Context(), g, o) },
	}
	c.Flags().BoolVar(&o.diff, "diff", false, "print the changes instead of making them")
	return c
}

func runRename(ctx context.Context, g *globals, o *renameOptions) error {
	r, err := rename.Parse(o.from, o.to)
	if err != nil {
		return err
	}
	s, err := g.open(ctx)
	if err != nil {
		return err
	}
	set, err := s.Load(ctx, o.paths)
	if err != nil {
		return err
	}
	if set.Unreadable != nil {
		return set.Unreadable
	}
	others, err := s.Others()
	if err != nil {
		return err
	}
	n := &renaming{session: s, options: o, rename: r, set: set, own: func(d *lexicon.Document) bool {
		return !d.Dependency && !others.Hold(d.Source.Path)
	}}
	if err := r.Check(set.Catalog, n.own); err != nil {
		return err
	}
	if err := n.plan(ctx); err != nil {
		return err
	}
	if o.diff {
		return n.print()
	}
	if err := files.Apply(n.changes); err != nil {
		return err
	}
	return n.report()
}

// renaming is a run of rename.
type renaming struct {
	*session
	options *renameOptions
	rename  *rename.Rename
	set     *project.Schemas
	own     func(*lexicon.Document) bool
	changes []files.Change
}

// plan determines the changes: of Lexicons with their examples, of test cases, and of
// lexsmith.yaml.
func (n *renaming) plan(ctx context.Context) error {
	for _, d := range n.set.Documents() {
		if !n.own(d) {
			continue
		}
		path, edits := d.Source.Path, n.rename.Schema(d)
		if d.Partial && len(edits) > 0 {
			return fmt.Errorf("%s has syntax errors, so not all names in it are known; fix them first", path)
		}
		moved, err := n.place(d)
		if err != nil {
			return err
		}
		if err := n.add(path, moved, d.Source.Text, d.Source.Edited(edits)); err != nil {
			return err
		}
		if d.Examples == nil {
			continue
		}
		examples := strings.TrimSuffix(moved, ".json") + lexicon.ExamplesSuffix
		if err := n.add(d.Examples.Source.Path, examples, d.Examples.Source.Text, d.Examples.Source.Edited(n.rename.Examples(d))); err != nil {
			return err
		}
	}
	if err := n.cases(ctx); err != nil {
		return err
	}
	if n.Config.Path != "" {
		text, err := files.Read(n.Config.Path, files.MaxProjectFile)
		if err != nil {
			return files.Error("read", n.Config.Path, err)
		}
		source := &diag.Source{Path: n.Config.Path, Text: text}
		edits, err := n.Config.Renamed(source, n.rename.Pattern, n.rename.PathPattern)
		if err != nil {
			return err
		}
		if err := n.add(n.Config.Path, n.Config.Path, text, source.Edited(edits)); err != nil {
			return err
		}
	}
	slices.SortFunc(n.changes, func(a, b files.Change) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// place returns the new path of the file of a Lexicon.
func (n *renaming) place(d *lexicon.Document) (string, error) {
	path := d.Source.Path
	id, ok := n.rename.NSID(d.ID)
	info, err := os.Lstat(filepath.FromSlash(path))
	if !ok || err != nil || !info.Mode().IsRegular() { // a link stays where it is
		return path, files.Error("read", path, err)
	}
	if moved, ok := rename.Path(path, d.ID, id); ok {
		return moved, nil
	}
	// A part of the id can be outside of the path that was given.
	full, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", err
	}
	moved, ok := rename.Path(filepath.ToSlash(full), d.ID, id)
	if !ok {
		return path, nil
	}
	here, err := filepath.Abs(".")
	if err != nil || filepath.IsAbs(path) {
		return moved, err
	}
	relative, err := filepath.Rel(here, filepath.FromSlash(moved))
	return filepath.ToSlash(relative), err
}

// add adds a file, if it changes.
func (n *renaming) add(path, moved string, old, new []byte) error {
	if path == moved && bytes.Equal(old, new) {
		return nil
	}
	for _, c := range n.changes {
		if c.NewPath == filepath.FromSlash(moved) {
			return fmt.Errorf("%s and %s would both become %s", filepath.ToSlash(c.Path), path, moved)
		}
	}
	n.changes = append(n.changes, files.Change{Path: filepath.FromSlash(path), NewPath: filepath.FromSlash(moved), Old: old, New: new})
	return nil
}

// cases adds the files of test cases: those below the paths, and in the folder tests of the
// project.
func (n *renaming) cases(ctx context.Context) error {
	paths, _, err := n.Places(ctx, n.options.paths)
	if err != nil {
		return err
	}
	paths = append(paths, filepath.Join(filepath.Dir(n.Config.Path), "tests"))
	return rename.CaseFiles(ctx, paths, func(string) ([]byte, bool) { return nil, false }, func(source *diag.Source) error {
		return n.add(source.Path, source.Path, source.Text, source.Edited(n.rename.Cases(source)))
	})
}

// print prints the changes as git does.
func (n *renaming) print() error {
	var paths []string
	for _, c := range n.changes {
		paths = append(paths, filepath.ToSlash(c.Path), filepath.ToSlash(c.NewPath))
	}
	base, err := diffBase(paths)
	if err != nil {
		return err
	}
	for _, c := range n.changes {
		if _, err := n.Out.Write(movedDiff(below(base, filepath.ToSlash(c.Path)), below(base, filepath.ToSlash(c.NewPath)), c.Old, c.New)); err != nil {
			return err
		}
	}
	if len(n.changes) > 0 {
		return errFindings
	}
	return nil
}

// report says what was changed, and what that means where the old name is published.
func (n *renaming) report() error {
	moved := 0
	for _, c := range n.changes {
		line := "changed " + filepath.ToSlash(c.Path)
		if c.NewPath != c.Path {
			moved++
			line = "moved " + filepath.ToSlash(c.Path) + " to " + filepath.ToSlash(c.NewPath)
		}
		if n.Quiet {
			continue
		}
		if _, err := fmt.Fprintln(n.Out, terminal.Escape(line)); err != nil {
			return err
		}
	}
	if !n.Quiet {
		if _, err := fmt.Fprintf(n.Out, "%s changed, %d of them moved\n", words.Count(len(n.changes), "file"), moved); err != nil {
			return err
		}
	}
	if left := n.left(); left != nil {
		n.Warn("the old name stays in %s outside of the renamed paths: %s",
			words.Count(len(left), "file"), words.ListFunc(left, "and", func(path string) string { return path }))
	}
	n.Note(`if %s is published, it keeps its name there: "lexsmith diff" sees something removed and something added, and existing data keep their $type`, n.rename)
	return nil
}

// left returns the files that were loaded to resolve references, and name what was renamed.
func (n *renaming) left() []string {
	var paths []string
	for _, d := range n.set.Documents() {
		if !n.own(d) && len(n.rename.Schema(d)) > 0 {
			paths = append(paths, d.Source.Path)
		}
	}
	return paths
}
