package cmd

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func newVersion(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the versions of lexsmith, its build, and its Unicode tables",
		Example: `lexsmith version
lexsmith version --format json`,
		Args: cli.MaxArgs(0),
		RunE: func(*cobra.Command, []string) error { return runVersion(g) },
	}
	g.addFormat(c, report.Text, report.JSON)
	return c
}

func runVersion(g *globals) error {
	b := g.build.Resolve()
	if !g.text() {
		return writeJSON(g.Out, struct {
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
	_, err := fmt.Fprint(g.Out, text.String())
	return err
}
