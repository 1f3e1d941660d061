package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Shells returns the names of the shells whose command lines can be completed.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// WriteCompletion writes the script that completes command lines in one of Shells. It is
// that of cobra, corrected where values contain "=" and where bash lacks the package
// bash-completion.
func WriteCompletion(w io.Writer, root *cobra.Command, shell string) error {
	var script bytes.Buffer
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&script, true)
	case "zsh":
		err = root.GenZshCompletion(&script)
	case "fish":
		err = root.GenFishCompletion(&script, true)
	case "powershell":
		err = root.GenPowerShellCompletionWithDesc(&script)
	default:
		err = fmt.Errorf("unknown shell %q", shell)
	}
	if err != nil {
		return err
	}
	text := script.String()
	for _, c := range corrections()[shell] {
		if strings.Count(text, c.old) != 1 {
			return fmt.Errorf("the %s script of cobra has changed: it does not contain %q once", shell, c.old)
		}
		text = strings.Replace(text, c.old, c.new, 1)
	}
	_, err = io.WriteString(w, text)
	return err
}

type correction struct{ old, new string }

// flagPrefix matches a flag and its "=". The expression of cobra matches up to the
// last "=" of a word, and also within a value such as "unlimited-string=off".
const flagPrefix = "^-[^=]*="

func corrections() map[string][]correction {
	return map[string][]correction{
		"bash": {{
			`    _get_comp_words_by_ref "$@" cur prev words cword
`, bashWords,
		}},
		"zsh": {{`=~ '-.*='`, `=~ '` + flagPrefix + `'`}},
		"fish": {
			{`string match -r -- '-.*=' "$lastArg"`, `string match -r -- '` + flagPrefix + `' "$lastArg"`},
			{`string split --max 1 \t $`, `string split --max 1 -- \t $`}, // a candidate can begin with a dash
		},
	}
}

// bashWords does what the package bash-completion is needed for: it takes words apart
// at white space only, where bash itself does so at "=" and ":" too.
const bashWords = `    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
        return
    fi
    local line=${COMP_LINE:0:COMP_POINT}
    IFS=$' \t' read -ra words <<<"$line"
    if [[ $line == *[[:space:]] ]]; then
        words+=("")
    fi
    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
    prev=${words[cword > 0 ? cword - 1 : 0]}
`

// Complete completes the value of a flag.
func Complete(c *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // the caller named an unknown flag, or one twice
	}
}

// Offer completes a word with those of the candidates that it is a prefix of, given the
// command and its arguments so far. A candidate can have a description after a tab.
func Offer(candidates func(c *cobra.Command, args []string) []string) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		return WithPrefix(candidates(c, args), text), cobra.ShellCompDirectiveNoFileComp
	}
}

// WithPrefix returns the names with a prefix.
func WithPrefix(names []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}
