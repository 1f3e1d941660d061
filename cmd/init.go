package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/scaffold"
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
		Long: `Writes lexsmith.yaml and creates a lexicons folder in the working directory. --ci
also writes the workflow that checks each change, and --pre-commit the hooks; these
must be in the root of the repository. Existing files are kept. The output lists which
files were written and which were kept.`,
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
		return o.left(filepath.ToSlash(path), scaffold.Config.Instead)
	}
	if err := checkFolders(defaultFolder); err != nil {
		return err
	}
	if err := o.initFile(scaffold.Config); err != nil {
		return err
	}
	switch err := os.Mkdir(defaultFolder, 0o777); {
	case errors.Is(err, os.ErrExist):
		return o.left(defaultFolder+"/", "it contains your schemas")
	case err != nil:
		return files.Error("create", defaultFolder, err)
	}
	return o.wrote(defaultFolder + "/")
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
