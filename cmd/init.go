package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
)

// initOptions says what to write beside lexsmith.yaml.
type initOptions struct {
	ci        string // a CI system, "" for none
	preCommit bool
}

func newInit(g *globals) *cobra.Command {
	o := &initOptions{}
	c := &cobra.Command{
		Use:   "init",
		Short: "Write lexsmith.yaml, and settings for CI and pre-commit",
		Example: `lexsmith init
lexsmith init --ci github --pre-commit`,
		Long: `Writes lexsmith.yaml in the working directory. It lists the folders that contain
Lexicons: yours in "lexicons", and copies of other people's in "include". Without any
Lexicons yet, the command creates a lexicons folder.

--ci also writes the workflow that checks each change, and --pre-commit the hooks; these
must be in the root of the repository. Existing files are kept. The output lists what
was found, and which files were written and which were kept.`,
		Args: cli.MaxArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return runInit(c.Context(), g, o) },
	}
	flags := cli.Flags(c)
	cli.Enum(c, flags, &o.ci, "ci", "", scaffold.Systems(), "write the workflow for the CI `SYSTEM`")
	flags.BoolVar(&o.preCommit, "pre-commit", false, "write the hooks for pre-commit")
	return c
}

func runInit(ctx context.Context, g *globals, o *initOptions) error {
	var gate []scaffold.File
	if o.ci != "" {
		gate = append(gate, scaffold.CI(o.ci))
	}
	if o.preCommit {
		gate = append(gate, scaffold.PreCommit())
	}
	if len(gate) > 0 {
		if err := atRepositoryRoot(); err != nil {
			return err
		}
	}
	if err := initConfig(ctx, g); err != nil {
		return err
	}
	for _, file := range gate {
		if err := initFile(g, file); err != nil {
			return err
		}
	}
	return nil
}

// atRepositoryRoot returns an error when the working directory is a folder inside a
// repository, where CI systems do not look.
func atRepositoryRoot() error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if root := git.Root(here); root != "" && root != here {
		return fmt.Errorf("--ci and --pre-commit write files to the root of the repository; run the command in %s", filepath.ToSlash(root))
	}
	return nil
}

// initConfig writes the config file and makes the folder that it names, unless the
// folder is part of a project already.
func initConfig(ctx context.Context, g *globals) error {
	path, err := project.Find(".")
	if err != nil {
		return err
	}
	if path != "" {
		return printKept(g, path, scaffold.Config(nil, nil).Instead)
	}
	if path, err = project.Misnamed("."); err != nil {
		return err
	}
	if path != "" {
		return printKept(g, path, "rename it to "+config.FileName)
	}
	found := project.FindFolders(ctx, ".")
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := printFolders(g, found); err != nil {
		return err
	}
	if len(found.Own) > 0 {
		return initFile(g, scaffold.Config(found.Own, found.Others))
	}
	own := firstFolder(found.Others)
	if err := checkFolders(own); err != nil {
		return err
	}
	if err := initFile(g, scaffold.Config([]string{own}, found.Others)); err != nil {
		return err
	}
	if entries, err := os.ReadDir(own); err == nil && len(entries) > 0 {
		return nil
	}
	return initFile(g, scaffold.File{Path: own + "/.gitkeep"}) // git has no empty folders
}

// firstFolder returns a folder for the first Lexicon, which is not one with those of
// others.
func firstFolder(others []string) string {
	if slices.ContainsFunc(others, func(other string) bool { return strings.HasPrefix(other+"/", project.DefaultFolder+"/") }) {
		return "schemas"
	}
	return project.DefaultFolder
}

// printFolders prints which Lexicons there are.
func printFolders(g *globals, f project.Folders) (err error) {
	say := func(format string, folders []string, args ...any) {
		if len(folders) > 0 {
			_, failure := fmt.Fprintf(g.Out, format, append(args, terminal.Escape(project.ShownPaths(folders)))...)
			err = cmp.Or(err, failure)
		}
	}
	say("found %s in %s\n", f.Own, words.Count(f.Lexicons, "Lexicon"))
	say("found other people's Lexicons in %s; listed under \"include\"\n", f.Others)
	say("found test data or copies in %s; not listed\n", f.LeftOut)
	return err
}

// initFile writes a file unless it exists.
func initFile(g *globals, file scaffold.File) error {
	switch err := writeNew(filepath.FromSlash(file.Path), []byte(file.Content)); {
	case errors.Is(err, errExists):
		return printKept(g, file.Path, file.Instead)
	case err != nil:
		return err
	}
	_, err := fmt.Fprintf(g.Out, "wrote %s\n", file.Path)
	return err
}

// printKept says that a file exists already, and what to do.
func printKept(g *globals, path, instead string) error {
	_, err := fmt.Fprintf(g.Out, "kept %s, which already exists; %s\n", terminal.Escape(filepath.ToSlash(path)), instead)
	return err
}
