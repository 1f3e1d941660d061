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
