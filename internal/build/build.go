// Package build says which build of lexsmith runs, and where its pages are.
package build

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// Repository is the address of the project.
const Repository = "https://github.com/lexsmith/lexsmith"

// Site is the address of the pages that the module in site builds.
const Site = "https://lexsmith.github.io/lexsmith/"

// Info identifies a build. What the linker did not set is empty.
type Info struct{ Version, Commit, Date string }

// Resolve fills in empty fields from the build information that Go embeds in
// the program, as far as there is any.
func (b Info) Resolve() Info {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return b.complete(info)
}

// complete fills in empty fields. The version loses its leading "v"; it is
// "dev" when nothing is known.
func (b Info) complete(info *debug.BuildInfo) Info {
	if info.Main.Version != "(devel)" {
		b.Version = cmp.Or(b.Version, info.Main.Version)
	}
	b.Version = strings.TrimPrefix(cmp.Or(b.Version, "dev"), "v")
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = cmp.Or(b.Commit, setting.Value)
		case "vcs.time":
			b.Date = cmp.Or(b.Date, setting.Value)
		}
	}
	return b
}

// RulePage returns the address of the page that explains a rule. It ends with the
// code of the rule, which is also the anchor of its heading.
func RulePage(code string) string {
	return Site + "rules/" + code + "/#" + code
}
