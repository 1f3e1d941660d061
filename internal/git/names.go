package git

import (
	"context"
	"slices"
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

// Tags returns the tags of HEAD and of the commits before it; none outside of a repository.
func (d Dir) Tags(ctx context.Context) []string {
	tags, _ := d.Lines(ctx, "for-each-ref", "--merged=HEAD", "--format=%(refname:strip=2)", "refs/tags")
	return tags
}

// Ignored returns the files and folders below the folder that git ignores, each folder
// with a slash at its end; none outside of a repository. They are relative to the folder.
func (d Dir) Ignored(ctx context.Context) []string {
	list, _ := d.Run(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 })
}

// LastTag returns the newest tag of HEAD or a commit before it, and whether it is one of HEAD.
// Then before is the newest tag of the commits before HEAD. Both are "" if there is no tag.
func (d Dir) LastTag(ctx context.Context) (last, before string, ofHead bool, err error) {
	own, err := d.Lines(ctx, "for-each-ref", "--points-at=HEAD", "--format=%(refname:strip=2)", "refs/tags")
	if err != nil {
		return "", "", false, err
	}
	describe := func(options ...string) (string, error) {
		tag, err := d.Run(ctx, slices.Concat([]string{"describe", "--tags", "--abbrev=0"}, options, []string{"HEAD"})...)
		if Said(err, "No names found") || Said(err, "No tags can describe") || Said(err, "No annotated tags") {
			err = nil
		}
		return tag, err
	}
	if last, err = describe(); err != nil || own == nil {
		return last, "", false, err
	}
	var exclude []string
	for _, tag := range own {
		exclude = append(exclude, "--exclude="+tag)
	}
	before, err = describe(exclude...)
	return last, before, true, err
}
