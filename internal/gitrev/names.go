package gitrev

import (
	"context"
	"strings"
)

// Names returns the branches, local and remote, and the tags of the repository that
// dir is in.
func Names(ctx context.Context, dir string) ([]string, error) { return newGit(dir).names(ctx) }

func (g git) names(ctx context.Context) ([]string, error) {
	lines, err := g.lines(ctx, "for-each-ref", "--format=%(refname:short)%09%(symref)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, line := range lines {
		// origin/HEAD stands for another branch.
		if name, symref, _ := strings.Cut(line, "\t"); symref == "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// Ignored returns the files and folders below dir that git ignores, each folder with a
// slash at its end. They are relative to dir.
func Ignored(ctx context.Context, dir string) ([]string, error) {
	list, err := newGit(dir).run(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 }), err
}

// Tags returns the tags of HEAD and of the commits before it.
func Tags(ctx context.Context, dir string) ([]string, error) {
	return newGit(dir).lines(ctx, "for-each-ref", "--merged=HEAD", "--format=%(refname:strip=2)", "refs/tags")
}
