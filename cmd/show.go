package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// showOptions says what to show of a definition.
type showOptions struct {
	ref    string
	depth  int
	usedBy bool
	needs  bool
	format string
}

func newShow(g *globals) *cobra.Command {
	o := &showOptions{depth: 1}
	c := &cobra.Command{
		Use:   "show NSID[#NAME]",
		Short: "Show a definition as an outline",
		Example: `lexsmith show com.example.post
lexsmith show com.example.defs#author --depth 3
lexsmith show com.example.post --used-by   who refers to it
lexsmith show com.example.post --needs     what it refers to`,
		Long: `The outline shows the fields of a definition with their types, limits, and
descriptions. The targets of references are included, up to --depth references deep; an
ellipsis marks omitted parts. For an NSID without a main definition, all definitions
are shown. Schemas are loaded from -L, then from include and lexicons in lexsmith.yaml,
or from ./lexicons.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			return definitionArg(args, &o.ref)
		}),
		ValidArgsFunction: cli.Offer(g.definedNames),
		RunE:              g.runOnData(func(_ context.Context, s *session, set *project.Schemas) error { return runShow(s, set, o) }),
	}
	flags := cli.Flags(c)
	cli.Number(flags, &o.depth, "depth", "", 0, 100, "follow references `N` deep")
	flags.BoolVar(&o.usedBy, "used-by", false, "list the places that refer to the definition")
	flags.BoolVar(&o.needs, "needs", false, "list everything that the definition refers to, directly or indirectly")
	cli.Enum(c, flags, &o.format, "format", "text", []string{"text", "json", "markdown"}, "format of the outline")
	return c
}

// showResult is what show prints with --format json.
type showResult struct {
	Definitions []describe.Outline `json:"definitions,omitempty"`
	UsedBy      []describe.Use     `json:"usedBy,omitzero"`
	Needs       []describe.Need    `json:"needs,omitzero"`
}

func runShow(s *session, set *project.Schemas, o *showOptions) error {
	ref, err := findReference(set, o.ref)
	if err != nil {
		return err
	}
	definitions, err := showDefinitions(set, ref, strings.Contains(o.ref, "#"))
	if err != nil {
		return err
	}
	var r showResult
	for _, def := range definitions {
		if o.usedBy {
			r.UsedBy = append(r.UsedBy, describe.UsedBy(set.Catalog, def)...)
		}
		if o.needs {
			r.Needs = append(r.Needs, describe.Needs(set.Catalog, def)...)
		}
	}
	if !o.usedBy && !o.needs {
		r.Definitions = describe.Outlines(set.Catalog, o.depth, definitions...)
	}
	if o.format == "json" {
		if o.usedBy && r.UsedBy == nil {
			r.UsedBy = []describe.Use{}
		}
		return errors.Join(writeJSON(s.Out, r), set.Unreadable)
	}
	if _, err := io.WriteString(s.Out, o.text(r, s.Width)); err != nil {
		return err
	}
	return set.Unreadable
}

// showDefinitions returns the definition that a reference names or, if it names a Lexicon
// without a main definition, all definitions of that.
func showDefinitions(set *project.Schemas, ref lexicon.Reference, explicit bool) ([]*lexicon.Definition, error) {
	if d := set.Document(ref.NSID); d != nil && d.Main() == nil && !explicit && len(d.Defs) > 0 {
		return d.Defs, nil
	}
	def, err := set.Find(ref)
	if err != nil {
		return nil, err
	}
	return []*lexicon.Definition{def}, nil
}

// text returns the outlines and lists for people.
func (o *showOptions) text(r showResult, width int) string {
	markdown := o.format == "markdown"
	var parts []string
	for _, d := range r.Definitions {
		if markdown {
			parts = append(parts, d.Markdown())
		} else {
			parts = append(parts, d.Text(width))
		}
	}
	title, item := "%s %s:\n", "  %s\n"
	if markdown {
		title, item = "%s %s:\n\n", "- `%s`\n"
	}
	list := func(what string, lines []string) {
		var b strings.Builder
		fmt.Fprintf(&b, title, o.ref, what)
		if len(lines) == 0 {
			b.WriteString("  nothing\n")
		}
		for _, line := range lines {
			fmt.Fprintf(&b, item, terminal.Escape(line))
		}
		parts = append(parts, b.String())
	}
	if o.usedBy {
		var lines []string
		for _, use := range r.UsedBy {
			lines = append(lines, fmt.Sprintf("%s:%d: %s %s", use.Path, use.Line, use.Reference, use.Subject))
		}
		list("used by", lines)
	}
	if o.needs {
		var lines []string
		for _, need := range r.Needs {
			line := fmt.Sprintf("%s:%d: %s %s", need.Path, need.Line, need.Type, need.Reference)
			if need.State != "" {
				line = need.Reference + ": " + need.State
			}
			lines = append(lines, line)
		}
		list("needs", lines)
	}
	return strings.Join(parts, "\n")
}
