package cmd

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Build says from what lexsmith was built. What is empty is taken from the
// build information that Go keeps in the program, as far as that has it.
type Build struct{ Version, Commit, Date string }

// known is the build of this program.
func (b Build) known() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return b.complete(info)
}

// complete fills in what the linker was not told. A version has no leading
// "v"; it is "dev" when nothing is known.
func (b Build) complete(info *debug.BuildInfo) Build {
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

func newVersion(o *options) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the version of lexsmith and of what it is made of",
		Example: `lexsmith version
lexsmith version --format json`,
		Args: maxArgs(0),
		RunE: func(*cobra.Command, []string) error { return runVersion(o) },
	}
	o.addFormat(c, report.Text, report.JSON)
	return c
}

func runVersion(o *options) error {
	b := o.build.known()
	if o.format == string(report.JSON) {
		return writeJSON(o.streams.Out, struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Commit  string `json:"commit,omitempty"`
			Date    string `json:"date,omitempty"`
			Go      string `json:"go"`
			Unicode string `json:"unicode"`
		}{"lexsmith", b.Version, b.Commit, b.Date, runtime.Version(), syntax.UnicodeVersion})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "lexsmith %s\n", b.Version)
	for _, line := range [][2]string{
		{"commit", b.Commit},
		{"date", b.Date},
		{"go", runtime.Version()},
		{"unicode", syntax.UnicodeVersion},
	} {
		if line[1] != "" {
			fmt.Fprintf(&text, "%-8s %s\n", line[0], line[1])
		}
	}
	_, err := fmt.Fprint(o.streams.Out, text.String())
	return err
}
