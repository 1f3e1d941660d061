package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// initOptions says what to write beside lexsmith.yaml.
type initOptions struct {
	*options
	ci        string // a CI system, "" for none
	preCommit bool
}

func newInit(o *options, run func(*initOptions) error) *cobra.Command {
	i := &initOptions{options: o}
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
		Args: maxArgs(0),
		RunE: func(*cobra.Command, []string) error { return run(i) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	addEnum(c, flags, &i.ci, "ci", "", scaffold.Systems(), "write the workflow for the CI `SYSTEM`")
	flags.BoolVar(&i.preCommit, "pre-commit", false, "write the hooks for pre-commit")
	return c
}

func runInit(o *initOptions) error {
	var gate []scaffold.File
	if o.ci != "" {
		gate = append(gate, scaffold.CI(o.ci))
	}
	if o.preCommit {
		gate = append(gate, scaffold.PreCommit)
	}
	if len(gate) > 0 {
		if err := atRepositoryRoot(); err != nil {
			return err
		}
	}
	if err := o.initConfig(); err != nil {
		return err
	}
	for _, file := range gate {
		if err := o.initFile(file); err != nil {
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
	if root, ok := config.RepositoryRoot(here); ok && root != here {
		return fmt.Errorf("--ci and --pre-commit write files to the root of the repository; run the command in %s", filepath.ToSlash(root))
	}
	return nil
}

// initConfig writes the config file and makes the folder that it names, unless the
// folder is part of a project already.
func (o *initOptions) initConfig() error {
	for _, find := range []func(string) (string, error){config.Find, config.Misnamed} {
		path, err := find(".")
		if err != nil {
			return err
		}
		switch {
		case path == "":
			continue
		case filepath.Base(path) != config.FileName:
			return o.left(filepath.ToSlash(path), "rename it to "+config.FileName)
		}
		return o.left(filepath.ToSlash(path), scaffold.Config(scaffold.Folders{}).Instead)
	}
	found := findFolders(o.ctx, ".")
	if err := o.found(&found); err != nil {
		return err
	}
	if len(found.Own) > 0 {
		return o.initFile(scaffold.Config(found))
	}
	found.Own = []string{ownFolder(found.Others)}
	if err := checkFolders(found.Own[0]); err != nil {
		return err
	}
	if err := o.initFile(scaffold.Config(found)); err != nil {
		return err
	}
	if entries, err := os.ReadDir(found.Own[0]); err == nil && len(entries) > 0 {
		return nil
	}
	return o.initFile(scaffold.File{Path: path.Join(found.Own[0], ".gitkeep")}) // git has no empty folders
}

// ownFolder returns a folder for the first Lexicon, which is not one with those of
// others.
func ownFolder(others []string) string {
	if slices.ContainsFunc(others, func(other string) bool { return strings.HasPrefix(other+"/", defaultFolder+"/") }) {
		return "schemas"
	}
	return defaultFolder
}

// found prints which Lexicons there are.
func (o *initOptions) found(f *scaffold.Folders) error {
	var err error
	say := func(format string, folders []string, args ...any) {
		if len(folders) > 0 {
			_, failure := fmt.Fprintf(o.streams.Out, format, append(args, printable(shownPaths(folders)))...)
			err = cmp.Or(err, failure)
		}
	}
	say("found %s in %s\n", f.Own, syntax.Count(f.Lexicons, "Lexicon"))
	say("found other people's Lexicons in %s; listed under \"include\"\n", f.Others)
	say("found test data or copies in %s; not listed\n", f.LeftOut)
	return err
}

// initFile writes a file unless it exists.
func (o *initOptions) initFile(file scaffold.File) error {
	switch err := writeNew(filepath.FromSlash(file.Path), []byte(file.Content)); {
	case errors.Is(err, errExists):
		return o.left(file.Path, file.Instead)
	case err != nil:
		return err
	}
	return o.wrote(file.Path)
}

func (o *initOptions) wrote(path string) error {
	_, err := fmt.Fprintf(o.streams.Out, "wrote %s\n", path)
	return err
}

func (o *initOptions) left(path, instead string) error {
	_, err := fmt.Fprintf(o.streams.Out, "kept %s, which already exists; %s\n", printable(path), instead)
	return err
}
