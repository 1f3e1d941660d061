package git

import (
	"context"
	"strings"
)

// Names returns the branches, local and remote, and the tags of the repository.
func (d Dir) Names(ctx context.Context) ([]string, error) {
	lines, err := d.Lines(ctx, "for-each-ref", "--format=%(refname:short)%09%(symref)", "refs/heads", "refs/remotes", "refs/tags")
	var names []string
	for _, line := range lines {
		// origin/HEAD stands for another branch.
		if name, symref, _ := strings.Cut(line, "\t"); symref == "" {
			names = append(names, name)
		}
	}
	return names, err
}

// Tags returns the tags of HEAD and of the commits before it.
func (d Dir) Tags(ctx context.Context) ([]string, error) {
	return d.Lines(ctx, "for-each-ref", "--merged=HEAD", "--format=%(refname:strip=2)", "refs/tags")
}

// Ignored returns the files and folders below the folder that git ignores, each folder
// with a slash at its end. They are relative to the folder.
func (d Dir) Ignored(ctx context.Context) ([]string, error) {
	list, err := d.Run(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 }), err
}
