package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// showOptions says what to show of a definition.
type showOptions struct {
	*options
	ref    string
	depth  int
	usedBy bool
	needs  bool
}

func newShow(o *options, run func(*showOptions) error) *cobra.Command {
	s := &showOptions{options: o}
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
		Args:              usage(oneDefinition),
		ValidArgsFunction: offer(o.definedNames),
		RunE: func(_ *cobra.Command, args []string) error {
			s.ref = args[0]
			return run(s)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	s.depth = 1
	flags.VarP(&number{&s.depth, 0, 100}, "depth", "", "follow references `N` deep")
	flags.BoolVar(&s.usedBy, "used-by", false, "list the places that refer to the definition")
	flags.BoolVar(&s.needs, "needs", false, "list everything that the definition refers to, directly or indirectly")
	addEnum(c, flags, &o.format, "format", "text", []string{"text", "json", "markdown"}, "format of the outline")
	return c
}

// shown is what show prints with --format json.
type shown struct {
	Definitions []describe.Outline `json:"definitions,omitempty"`
	UsedBy      []describe.Use     `json:"usedBy,omitzero"`
	Needs       []describe.Need    `json:"needs,omitzero"`
}

func runShow(o *showOptions) error {
	_, set, err := o.openForData()
	if err != nil {
		return err
	}
	ref, _, err := set.target(o.ref, "")
	if err != nil {
		return err
	}
	definitions, err := set.definitions(ref, strings.Contains(o.ref, "#"))
	if err != nil {
		return err
	}
	var s shown
	for _, def := range definitions {
		if o.usedBy {
			s.UsedBy = append(s.UsedBy, describe.UsedBy(set.Catalog, def)...)
		}
		if o.needs {
			s.Needs = append(s.Needs, describe.Needs(set.Catalog, def)...)
		}
	}
	if !o.usedBy && !o.needs {
		s.Definitions = describe.Outlines(set.Catalog, o.depth, definitions...)
	}
	if o.format == "json" {
		if o.usedBy && s.UsedBy == nil {
			s.UsedBy = []describe.Use{}
		}
		return errors.Join(writeJSON(o.streams.Out, s), set.unreadable)
	}
	if _, err := io.WriteString(o.streams.Out, o.text(s)); err != nil {
		return err
	}
	return set.unreadable
}

// definitions returns the definition that a reference names or, if it names a Lexicon
// without a main definition, all definitions of that.
func (s *schemas) definitions(ref lexicon.Reference, explicit bool) ([]*lexicon.Definition, error) {
	if d := s.Document(ref.NSID); d != nil && d.Main() == nil && !explicit && len(d.Defs) > 0 {
		return d.Defs, nil
	}
	def, err := s.Find(ref)
	if err != nil {
		return nil, err
	}
	return []*lexicon.Definition{def}, nil
}

// text returns the outlines and lists for people.
func (o *showOptions) text(s shown) string {
	var parts []string
	for _, d := range s.Definitions {
		if o.format == "markdown" {
			parts = append(parts, d.Markdown())
		} else {
			parts = append(parts, d.Text(o.streams.Width))
		}
	}
	if o.usedBy {
		parts = append(parts, o.list("used by", len(s.UsedBy), func(i int) string {
			use := s.UsedBy[i]
			return fmt.Sprintf("%s:%d: %s %s", use.Path, use.Line, use.Reference, use.Subject)
		}))
	}
	if o.needs {
		parts = append(parts, o.list("needs", len(s.Needs), func(i int) string {
			need := s.Needs[i]
			if need.State != "" {
				return need.Reference + ": " + need.State
			}
			return fmt.Sprintf("%s:%d: %s %s", need.Path, need.Line, need.Type, need.Reference)
		}))
	}
	return strings.Join(parts, "\n")
}

// list returns lines under a title, as a list in Markdown.
func (o *showOptions) list(title string, n int, line func(int) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s:\n", o.ref, title)
	item := "  %s\n"
	if o.format == "markdown" {
		b.WriteByte('\n')
		item = "- `%s`\n"
	}
	if n == 0 {
		b.WriteString("  nothing\n")
	}
	for i := range n {
		fmt.Fprintf(&b, item, printable(line(i)))
	}
	return b.String()
}
