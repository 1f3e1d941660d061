package packaging

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// page is a manual page.
type page struct {
	name    string // "lexsmith-lint"
	section string // "1" for a command, "7" for a help topic
	text    []byte // in the language of man(7)
}

// manual returns the pages of a command, of its subcommands at any depth and of
// its help topics.
func manual(c *cobra.Command) ([]page, error) {
	section := "1"
	if c.IsAdditionalHelpTopicCommand() {
		section = "7"
	}
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	var text bytes.Buffer
	header := &doc.GenManHeader{Title: strings.ToUpper(name), Section: section, Source: "lexsmith", Manual: "Manual of lexsmith"}
	long := c.Long
	c.Long = literal(long)
	err := doc.GenMan(standalone(c, name), header, &text)
	c.Long = long
	if err != nil {
		return nil, err
	}
	pages := []page{{name, section, text.Bytes()}}
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			continue
		}
		below, err := manual(sub)
		if err != nil {
			return nil, err
		}
		pages = append(pages, below...)
	}
	return pages, nil
}

// literal escapes the characters of a text that Markdown gives a meaning, except in
// indented blocks, which are code there too.
func literal(text string) string {
	escapes := strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "`", "\\`")
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    ") {
			line = escapes.Replace(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// standalone returns a command to make a page of: for a help topic one of its
// text alone, since the flags that it inherits have no meaning.
func standalone(c *cobra.Command, name string) *cobra.Command {
	if !c.IsAdditionalHelpTopicCommand() {
		return c
	}
	topic := &cobra.Command{Use: name, Short: c.Short, Long: c.Long, DisableAutoGenTag: true}
	topic.Flags().BoolP("help", "h", false, "")
	_ = topic.Flags().MarkHidden("help") // the flag exists
	return topic
}
