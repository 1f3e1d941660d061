package config

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Source is a place with Lexicons of others that are not on the network: a git repository
// or a folder.
type Source struct {
	Folder string    `json:"folder,omitempty"` // relative to the config file
	Git    string    `json:"git,omitempty"`    // URL
	Path   string    `json:"path,omitempty"`   // folder in the repository; "" for all
	Ref    string    `json:"ref,omitempty"`    // branch, tag or commit; "" for the HEAD of the remote repository
	Take   []Pattern `json:"take,omitempty"`   // nil for all Lexicons
}

// Name returns the URL or the folder.
func (s *Source) Name() string { return cmp.Or(s.Git, s.Folder) }

// Takes reports whether a Lexicon is one of those to take.
func (s *Source) Takes(id syntax.NSID) bool {
	return len(s.Take) == 0 || slices.ContainsFunc(s.Take, func(p Pattern) bool { return p.Matches(id) })
}

// Pattern selects Lexicons: an NSID or, as in com.example.*, all below a name. Anywhere,
// "*" stands for one or more characters.
type Pattern string

// ParsePattern reads a pattern with a "*" only at its end.
func ParsePattern(text string) (Pattern, error) {
	if below := strings.TrimSuffix(text, "*"); strings.Contains(text, "*") {
		if below == text || !strings.HasSuffix(below, ".") || !syntax.IsNSID(below+"x") {
			return "", fmt.Errorf("%s is not a valid pattern; write an NSID, or the start of one followed by .*, as in com.example.*", words.Quote(text))
		}
	} else if _, err := syntax.ParseNSID(text); err != nil {
		return "", fmt.Errorf("%s is not a valid NSID: %s", words.Quote(text), syntax.Reason(err))
	}
	return Pattern(text), nil
}

// Matches reports whether the pattern selects a Lexicon.
func (p Pattern) Matches(id syntax.NSID) bool {
	ok, _ := path.Match(strings.ReplaceAll(string(p), "*", "?*"), string(id))
	return ok
}

func (d *decoder) sources(n *yaml.Node, what string) {
	for _, item := range d.items(n, what, "mappings") {
		var s Source
		before := len(d.faults)
		d.mapping(item, "a source", d.sourceKeys(&s))
		if s.Path != "" {
			s.Path = path.Clean(s.Path)
		}
		err := s.check()
		if len(d.faults) == before && err != nil {
			d.report(item, "%s", err)
		}
		if len(d.faults) == before {
			d.config.Sources = append(d.config.Sources, s)
		}
	}
}

// check returns what is wrong with a source as a whole.
func (s *Source) check() error {
	switch {
	case (s.Git == "") == (s.Folder == ""):
		return errors.New(`a source must have either "git" or "folder"`)
	case s.Folder != "" && s.Ref+s.Path != "":
		return errors.New(`"ref" and "path" are only for a source with "git"`)
	case strings.HasPrefix(s.Git, "-") || strings.HasPrefix(s.Ref, "-"):
		return errors.New(`"git" and "ref" must not begin with "-"`)
	case s.Path != "" && (path.IsAbs(s.Path) || s.Path == ".." || strings.HasPrefix(s.Path, "../")):
		return errors.New(`"path" must be a folder in the repository`)
	}
	return nil
}

func (d *decoder) sourceKeys(s *Source) []Key {
	return []Key{
		d.textKey("git", "The URL of a git repository.", &s.Git),
		d.textKey("folder", "A folder, relative to lexsmith.yaml.", &s.Folder),
		d.textKey("ref", "A branch, a tag, or a commit of the repository. The default is its HEAD.", &s.Ref),
		d.textKey("path", "The folder in the repository. The default is all of it.", &s.Path),
		{
			Name: "take", Type: TypePaths, Description: "The Lexicons to take: NSIDs, and patterns such as com.example.*. The default is all.",
			read: func(n *yaml.Node, what string) {
				d.list(n, what, func(n *yaml.Node, text string) bool {
					p, err := ParsePattern(text)
					if err != nil {
						d.report(n, "%s", err)
					}
					s.Take = append(s.Take, p)
					return err == nil
				})
			},
		},
	}
}
