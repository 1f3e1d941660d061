package gitrev

import "strings"

// Names returns the branches, local and remote, and the tags of the repository that
// dir is in.
func Names(dir string) ([]string, error) {
	out, err := newRepository(dir).run("for-each-ref", "--format=%(refname:short)%09%(symref)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		// origin/HEAD stands for another branch.
		if name, symref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); symref == "" {
			names = append(names, name)
		}
	}
	return names, nil
}
