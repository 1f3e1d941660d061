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
func Tags(ctx context.Context, dir string) ([]string, error) {
	return newGit(dir).lines(ctx, "for-each-ref", "--merged=HEAD", "--format=%(refname:strip=2)", "refs/tags")
}

// Ignored returns the files and folders below dir that git ignores, each folder with a
// slash at its end. They are relative to dir.
func Ignored(ctx context.Context, dir string) ([]string, error) {
	list, err := newGit(dir).run(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 }), err
}

// isPlain reports whether a revision is the name of a branch or tag, or an
// object id, rather than an expression such as HEAD~2, and needs no quoting in a
// command.
func isPlain(name string) bool {
	return name != "" && name != "HEAD" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, "~^:?*[\\@{}'\"$`&;|<>()!# \t\n")
}

// isObjectID reports whether a name is a full object id in hex.
func isObjectID(name string) bool {
	return (len(name) == 40 || len(name) == 64) && strings.Trim(name, "0123456789abcdef") == ""
}
