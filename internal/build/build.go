// Package build says which build of lexsmith runs, and where its pages are.
package build

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// Repository is the address of the project.
const Repository = "https://github.com/lexsmith/lexsmith"

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

// RulePage returns the address of the page that explains a rule. A released
// version links to the page as it was released, others to the newest one.
func RulePage(version, code string) string {
	revision := "main"
	if strings.Trim(version, "0123456789.") == "" {
		revision = "v" + version
	}
	return Repository + "/blob/" + revision + "/docs/rules.md#" + code
}
