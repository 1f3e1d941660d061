package cmd

import (
	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
)

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Show help for a command or a topic",
		Example: `lexsmith help lint
lexsmith help export openapi
lexsmith help config`,
		ValidArgsFunction: cli.Offer(func(c *cobra.Command, args []string) (names []string) {
			if parent, err := cli.FindCommand(c.Root(), args); err == nil {
				for _, sub := range parent.Commands() {
					if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
						names = append(names, sub.Name()+"\t"+sub.Short)
					}
				}
			}
			return names
		}),
		RunE: func(c *cobra.Command, args []string) error {
			found, err := cli.FindCommand(c.Root(), args)
			if err != nil {
				return err
			}
			return found.Help()
		},
	}
}

// newTopics returns the help topics: commands that have only help. The topic on
// rules is the help of the command of that name.
func newTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "config", Short: "The config file lexsmith.yaml", Long: configTopic},
		{Use: "profiles", Short: "The two profiles of the language, v1 and atproto", Long: profilesTopic},
		{Use: "environment", Short: "Environment variables", Long: environmentTopic},
		{Use: "exit-status", Short: "What the exit status means", Long: exitStatusTopic},
	}
}

const configTopic = `lexsmith looks for lexsmith.yaml in the working directory and, inside a git
repository, in its parent folders up to the root of the repository. The nearest
file is used, unless --config specifies a different one. Paths in the file are
relative to it. Flags override the file. An unknown key or rule is an error (exit
status 2). The file can be up to 1 MiB.

    profile: v1                    # or atproto: see "lexsmith help profiles"
    lexicons: [lexicons]           # the schemas for lint, diff, export, and
                                   # validate; default ./lexicons
    include: [vendor/lexicons]     # loaded to resolve references, like -L
    sources:                       # what "lexsmith pull" copies Lexicons from
      - git: https://github.com/example/lexicons
        ref: v1.2.0                # branch, tag, or commit
        path: lexicons
        take: ["org.example.*"]    # default: all
      - folder: ../shared
    severity:                      # rule or group: error, warning, info, or off
      unlimited-string: off
      style: info
    ignore:                        # findings to drop
      - paths: ["lexicons/com/example/legacy/**"]
        nsids: ["com.example.old.*"]
        rules: [unlimited-string, style]
      - nsids: [com.example.note]  # a breaking change that was decided on:
        rules: [string-length]     # with a reason, it stays in the report
        reason: nobody uses it yet
        until: 2027-01-31          # or a version that ends it, such as v2.0.0
    fail-on: error                 # lowest severity with exit status 1
    extra-fields: off              # severity of fields not defined in a schema
    diff:
      against: origin/main         # what "lexsmith diff" compares with; or
                                   # published: true for published Lexicons
    format:                        # how "lexsmith fmt" lays out schemas
      indent: 2                    # or 4, or tab
      width: 80
      order: language              # or keep: leave the keys in their order
    docs:                          # what "lexsmith docs" writes
      output: docs/api
      title: Example API
      format: markdown             # or html

All keys are optional. In severity, a rule overrides its group, and a group does
not change rules that are off by default. An ignore entry must have at least one of
paths, nsids, and rules; it matches a finding if all of these that it has match. A
change to a schema that an entry with a reason matches becomes an info finding that is
always shown. After the date, or once a tag of the current commit or of one before it
has the version, the entry hides nothing: its findings are warnings. In a
path, "*" matches any characters except "/", "?" matches one character, and "**" any
number of folders; "*" at the end of an NSID matches everything below it.`

const rulesTopic = `Everything lexsmith reports belongs to a rule, whose code is in brackets at the
end of the finding. Each rule belongs to a group:

    input     a file that cannot be read as a schema or as data
    schema    the schema is not valid
    refs      references between definitions
    style     the schema is valid, but could be better
    diff      changes between two versions of the schemas
    validate  the data does not match its schema
    xrpc      a request, response, or message does not match its method

The severity of a rule is error, warning, or info, and can depend on the profile
(see "lexsmith help profiles"). Errors make the exit status 1 (see --fail-on);
info findings are shown with -a. "lexsmith rules RULE" explains a rule, with an
example of what it reports and how to fix it.

To change the severity of a rule or a group for one run, or to disable it:

    lexsmith lint --severity unlimited-string=off --severity style=info

To do so permanently, or only for some files, use lexsmith.yaml (see "lexsmith help
config").`

const profilesTopic = `The Lexicon specification and what the AT Protocol network accepts today differ in
a few places. --profile, or "profile:" in lexsmith.yaml, selects which one to follow:

    v1       the specification; the default
    atproto  what the network accepts

The differences:

  - Errors with atproto, warnings with v1: a primary definition that is not
    named main; a ref, union, or unknown as a named definition; a subscription
    without messages; const and default together on a boolean or integer.
  - Errors with atproto, allowed with v1: the type null in a schema; unknown as
    a parameter; a partial pattern such as text/ht* in the accept of a blob.
  - Added by the network: the type space, an error with v1; the field
    subprotocol of a subscription, an info finding with v1. Commands other than
    lint accept both with either profile.
  - In data: with atproto, a value of type unknown must be an object other than
    a blob, bytes, or a link, and a value of an open union without refs must be
    an object with $type; with v1, both can be any value of the data model.

"lexsmith rules" shows both severities if they differ. Nothing else depends on the
profile.`

const environmentTopic = `The first of these that applies decides whether text reports are colored:

    --color always|never         the flag
    NO_COLOR                     not empty: no color
    FORCE_COLOR                  not empty: color, unless it is 0 or false
    CLICOLOR_FORCE               not empty and not 0: color
    CLICOLOR=0                   no color
    a terminal, TERM not "dumb"  color

GIT_DIR and the other variables of git apply to "lexsmith diff --against" in the
working directory. LEXSMITH_APP_PASSWORD is the password for "lexsmith publish" and
"lexsmith unpublish". HTTPS_PROXY and NO_PROXY configure a proxy for the commands that
use the network. GOGC tunes garbage collection, as for any Go program.`

// exitStatuses is the short table of exit statuses.
const exitStatuses = `0  no findings at or above --fail-on
1  findings
2  the command cannot run: wrong flags, a missing file, no Lexicons`

const exitStatusTopic = `    0  no findings at or above --fail-on
    1  findings at or above --fail-on, by default errors
    2  the command cannot run: wrong flags, a path that does not exist, no
       Lexicons found, nothing to check at --at or for --cases, git failed,
       a network lookup failed
  130  interrupted by SIGINT (Ctrl-C); 143 by SIGTERM; 129 by SIGHUP

A broken schema or data file is a finding (exit status 1), and the other files are
still checked. --severity and lexsmith.yaml change which severities count; findings
ignored in lexsmith.yaml do not count.

Reports go to standard output, and errors with exit status 2 to standard error. If the
exit status is 1, "lexsmith export" writes no document, and "lexsmith pull" and
"lexsmith publish" write nothing. "lexsmith status" returns 1 only with --fail-on.

    lexsmith lint --fail-on warning       warnings also make the exit status 1
    lexsmith lint --severity style=off    no advice on style`
