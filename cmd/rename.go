package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/rename"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
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
	own := func(d *lexicon.Document) bool { return !d.Dependency && !others.Hold(d.Source.Path) }
	cases, _, err := s.Places(ctx, o.paths)
	if err != nil {
		return err
	}
	changes, err := r.Plan(ctx, set.Catalog, own, append(cases, filepath.Join(filepath.Dir(s.Config.Path), "tests")), s.Config)
	if err != nil {
		return err
	}
	if o.diff {
		if err := s.printChanges(changes); err != nil || len(changes) == 0 {
			return err
		}
		return errFindings
	}
	if err := files.Apply(changes); err != nil {
		return err
	}
	if err := s.reportChanges(changes); err != nil {
		return err
	}
	var left []string // files that were loaded to resolve references
	for _, d := range set.Documents() {
		if !own(d) && len(r.Schema(d)) > 0 {
			left = append(left, d.Source.Path)
		}
	}
	if left != nil {
		s.Warn("the old name stays in %s outside of the renamed paths: %s",
			words.Count(len(left), "file"), words.ListFunc(left, "and", func(path string) string { return path }))
	}
	s.Note(`if %s is published, it keeps its name there: "lexsmith diff" sees something removed and something added, and existing data keep their $type`, r)
	return nil
}

// printChanges prints changes of files as git does.
func (s *session) printChanges(changes []files.Change) error {
	var paths []string
	for _, c := range changes {
		paths = append(paths, c.Path, c.NewPath)
	}
	base, err := git.PatchBase(paths)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if _, err := s.Out.Write(git.Patch(base, c)); err != nil {
			return err
		}
	}
	return nil
}

// reportChanges says which files were changed.
func (s *session) reportChanges(changes []files.Change) error {
	if s.Quiet {
		return nil
	}
	var lines strings.Builder
	moved := 0
	for _, c := range changes {
		line := "changed " + filepath.ToSlash(c.Path)
		if c.NewPath != c.Path {
			moved++
			line = "moved " + filepath.ToSlash(c.Path) + " to " + filepath.ToSlash(c.NewPath)
		}
		lines.WriteString(terminal.Escape(line) + "\n")
	}
	_, err := fmt.Fprintf(s.Out, "%s%s changed, %d of them moved\n", lines.String(), words.Count(len(changes), "file"), moved)
	return err
}
