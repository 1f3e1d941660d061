package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/sides"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// diffOptions says what to compare.
type diffOptions struct {
	paths   []string // OLD and NEW, or those of the working tree to compare with a revision
	against string   // REV or REV:PATH
	pinned  bool     // --against is given
	tip     bool     // compare with a branch itself
	lastTag bool     // compare with the newest tag

	network   networkOptions
	published bool   // compare with what is published
	cache     string // folder; "" for none

	data      []string // files and folders with records; nil for those in lexsmith.yaml
	examples  int      // of broken records for each finding; 0: all
	exemplary bool     // the number of them is given
}

func newDiff(g *globals) *cobra.Command {
	o := &diffOptions{}
	c := &cobra.Command{
		Use:   "diff {OLD NEW | {A..B|--against REV|--published} [PATH...]}",
		Short: "Check that schema changes are compatible",
		Example: `lexsmith diff old/lexicons new/lexicons             two folders, or two files
lexsmith diff --against main                        what changed since this branch left main
lexsmith diff --against v1.2.0 com/example          only one folder, since a tag
lexsmith diff v1.2.0..v1.3.0                        two revisions
lexsmith diff --against origin/main:lexicons new    a folder in a revision, and one in the working tree
lexsmith diff --against origin/main --format markdown > comment.md
lexsmith diff --since-last-tag --format changelog   release notes
lexsmith diff --against HEAD --data events.ndjson    uncommitted changes, and the records they break
lexsmith diff --published                           compare with the published Lexicons`,
		Long: `Each side is a set of Lexicons, matched by id; file names do not matter. A change is
an error if the versioning rules of the specification forbid it, a warning if they allow it but data can
break, and otherwise an info finding (use -a to show these). A change breaks
backward compatibility if existing data can become invalid, and forward compatibility if
old software can reject new data.

With --against, the old side is read from git: the same paths in the given revision.
Without PATH, the paths listed under "lexicons" in lexsmith.yaml are used, or else
./lexicons. "diff: {against: REV}" in lexsmith.yaml sets the default for the flag. If
a path does not exist in the revision yet, the old side is empty.

A branch, local or remote, means its merge base with HEAD, where the current branch
started; with --tip, it means the branch itself. A tag, a commit, HEAD~2, or main~1
means exactly that commit. REV... means the merge base of REV and HEAD. With A..B, the
old side is A, and the new side is B instead of the working tree; with A...B, the old
side is the merge base of the two. "diff A..B" is short for "diff --against A..B". With
--since-last-tag, the old side is the newest tag before the working tree or, if that is
the same as a tagged HEAD, before HEAD.

--format changelog writes release notes in Markdown for those who use the schemas: what
changed in each Lexicon, and what they have to do about it.

With --published, the old side is the published version of each of your Lexicons. A
Lexicon that is published under the same authority but missing from your files counts
as removed, unless PATH lists only files. A Lexicon that is not published, or has no
DNS record, counts as new. If a lookup fails, the exit status is 2. With --cache, the
next run fetches only what has changed. "diff: {published: true}" in lexsmith.yaml
sets the default for the flag.

With --data, the records in data files, such as Jetstream events, are checked against both
sides, as validate does: each finding says how many records the change breaks, with up to
three examples, or all with --max-examples 0. A warning that breaks a record becomes an
error, and so does anything else that makes a record invalid, such as a new field whose
name is already in use (breaks-data). Other findings stay as they are: a sample of data
cannot prove that a change breaks nothing. "diff: {data: [PATH]}" in lexsmith.yaml sets the
default for the flag.

Both sides are linted. An error that only the new side has is reported as an error; an
error that the old side also has is an info finding. Where a schema is invalid on either
side, changes are not compared, and a warning says why. Errors that leave no doubt about
which data is valid, such as a wrong default, do not prevent a comparison.
The exit status is 1 if there are errors (see --fail-on), and 2 if the command could
not run.`,
		SuggestFor: []string{"breaking", "compare", "compat"},
		Args: cli.Args(func(c *cobra.Command, args []string) error {
			o.paths, o.pinned = args, c.Flags().Changed("against")
			if len(args) > 0 && !o.pinned && isRange(args[0]) {
				o.against, o.pinned, o.paths = args[0], true, args[1:]
			}
			if o.lastTag && (o.pinned || o.tip || o.published) {
				return errors.New("--since-last-tag cannot be combined with --against, --tip, or --published")
			}
			if err := g.checkReporting(args); err != nil {
				return err
			}
			o.exemplary = c.Flags().Changed("max-examples")
			return o.checkPublished(c.Flags().Changed)
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runDiff(ctx, s, o) }),
	}
	c.Flags().StringVar(&o.against, "against", "", "take the old side from the git revision `REV[:PATH]`")
	cli.Complete(c, "against", cli.Offer(revisions))
	c.Flags().BoolVar(&o.lastTag, "since-last-tag", false, "compare with the newest tag that is an ancestor")
	c.Flags().BoolVar(&o.tip, "tip", false, "compare with the tip of the branch, not the merge base")
	c.Flags().BoolVar(&o.published, "published", false, "compare with the published Lexicons")
	cli.Text(c.Flags(), &o.cache, "cache", "", "folder name", "with --published: cache fetched Lexicons in `DIR`")
	c.Flags().StringArrayVar(&o.data, "data", nil, "report which records in the data file or folder `PATH` a change breaks (repeatable)")
	o.examples = 3
	cli.Number(c.Flags(), &o.examples, "max-examples", "", 0, 0, "with --data: show at most `N` broken records for each finding; 0 means all")
	o.network.addTo(c.Flags())
	g.addFormat(c, append(report.Formats(), report.Markdown, report.Notes)...)
	g.addReporting(c)
	return c
}

// errSides is a command line that does not say what the two sides are.
var errSides = &cli.UsageError{Command: "lexsmith diff", Err: errors.New("pass OLD and NEW, or use --against to compare with a git revision")}

// errOneSide is the errSides of a command line with one path.
var errOneSide = fmt.Errorf("only one side is given; %w", errSides)

func runDiff(ctx context.Context, s *session, o *diffOptions) error {
	s.MayBeEmpty = len(o.paths) == 0
	for _, path := range o.paths {
		if format, _ := datafile.FormatOf(path); format != datafile.JSON && !isFolder(path) {
			return fmt.Errorf("%s is a data file, not a Lexicon; pass it with --data", words.Quote(path))
		}
	}
	data, err := o.dataFiles(ctx, s)
	if err != nil {
		return err
	}
	both, err := o.sides(ctx, s)
	if err != nil {
		return err
	}
	return o.report(ctx, s, both, data)
}

// sides loads what is compared.
func (o *diffOptions) sides(ctx context.Context, s *session) (both *sides.Sides, err error) {
	switch {
	case o.fromNetwork(s.Config):
		return o.publishedSides(ctx, s)
	case o.lastTag:
		return s.sidesSinceLastTag(ctx, o.paths)
	}
	revision, err := o.revision(s.Config)
	switch {
	case err != nil:
		return nil, err
	case revision != (sides.Revision{}):
		both, err = s.sides().OfRevision(ctx, revision, o.tip, o.paths)
	case o.tip:
		return nil, errors.New("--tip requires a branch; pass it with --against")
	default:
		both, err = s.sides().OfPaths(ctx, o.paths[0], o.paths[1])
	}
	if errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(o.paths, isMissing) {
		err = fmt.Errorf("%w\n%s", err, o.sidesHelp(revision))
	}
	return both, err
}

// sides returns what loads the sides of a comparison.
func (s *session) sides() sides.Loader { return sides.Loader{Project: s.Project, Streams: &s.Streams} }

// sidesSinceLastTag compares with the newest tag or, if that is one of HEAD and nothing has
// changed since, with the one before.
func (s *session) sidesSinceLastTag(ctx context.Context, paths []string) (*sides.Sides, error) {
	const flag = "--since-last-tag"
	last, before, ofHead, err := git.In(".").LastTag(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if last == "" {
		return nil, errors.New(flag + ": HEAD and the commits before it have no tags; fetch them, or use --against REV")
	}
	both, err := s.sides().OfRevision(ctx, sides.Revision{From: flag, Text: last}, false, paths)
	switch {
	case err != nil || !ofHead || !sameTexts(both.Old.Catalog, both.New.Catalog):
		return both, err
	case before == "":
		return nil, fmt.Errorf("%s: nothing has changed since the tag %s of HEAD, and the commits before HEAD have no tags; fetch them, or use --against REV",
			flag, words.Quote(last))
	}
	return s.sides().OfRevision(ctx, sides.Revision{From: flag, Text: before}, false, paths)
}

// sameTexts reports whether two catalogs have the same Lexicons, byte for byte.
func sameTexts(a, b *lexicon.Catalog) bool {
	texts := func(c *lexicon.Catalog) (all []string) {
		for _, d := range c.Documents() {
			all = append(all, string(d.Source.Text))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(texts(a), texts(b))
}

// report compares two sides, with the evidence of data files if there are any.
func (o *diffOptions) report(ctx context.Context, s *session, both *sides.Sides, data datafile.List) error {
	r, err := s.diffReport("diff", [2]string{both.Old.Revision, both.New.Revision}, damageRules...)
	if err != nil {
		return err
	}
	old, new := both.Old.Catalog, both.New.Catalog
	changes, err := s.compare(ctx, old, new)
	if err != nil {
		return err
	}
	var counted *report.Data
	var unreadable []error
	if len(data.Files)+len(data.Unreadable) > 0 {
		counted, unreadable = o.evidence(ctx, s, old, new, &changes, data)
	}
	summary := report.Summary{Files: old.Files() + new.Files(), Skipped: old.Skipped() + new.Skipped(), Against: both.Against}
	if o.fromNetwork(s.Config) {
		summary.Published = &report.PublishedSide{Unverified: o.network.noVerify}
	}
	addFindings(old, &changes, r, &summary)
	summary.Diff.Data = counted
	s.noteShared(changes)
	return s.finish(r, summary, unreadable...)
}

// sidesHelp says what the paths of a command line can be, where one does not
// exist.
func (o *diffOptions) sidesHelp(revision sides.Revision) string {
	if revision != (sides.Revision{}) {
		return "to see what was removed, pass the folder that contained it"
	}
	return "OLD and NEW must be files or folders; to compare git revisions, use --against REV or --against A..B"
}

// isRange reports whether an argument is A..B or A...B, and not a path such as ../old.
func isRange(arg string) bool {
	return gitrev.IsRange(arg) && isMissing(arg) && !strings.HasPrefix(arg, ".") && !strings.Contains(arg, "/..")
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// revision returns the revision to compare with, the zero one when there are two
// paths to compare.
func (o *diffOptions) revision(c *config.Config) (sides.Revision, error) {
	switch {
	case o.pinned:
		return sides.Revision{From: "--against", Text: o.against}, nil
	case len(o.paths) == 2:
		return sides.Revision{}, nil
	case len(o.paths) < 2 && c.Diff.Against != "":
		return sides.Revision{From: c.Path + ": diff.against", Text: c.Diff.Against}, nil
	case len(o.paths) == 1 && isMissing(o.paths[0]):
		return sides.Revision{}, fmt.Errorf("%w; did you mean --against %s?", errOneSide, o.paths[0])
	case len(o.paths) == 1:
		return sides.Revision{}, errOneSide
	case len(o.paths) > 2:
		return sides.Revision{}, fmt.Errorf("unexpected argument %s; %w", words.Quote(o.paths[2]), errSides)
	}
	return sides.Revision{}, fmt.Errorf("nothing to compare; %w, or set diff.against in lexsmith.yaml", errSides)
}
