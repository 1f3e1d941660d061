package cmd

import "github.com/spf13/cobra"

// newTopics returns the help topics: commands that only have a help. What there
// is to say about rules is the help of the command of that name.
func newTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "config", Short: "The config file lexsmith.yaml", Long: configTopic},
		{Use: "profiles", Short: "The two readings of the language, v1 and atproto", Long: profilesTopic},
		{Use: "exit-status", Short: "What the exit status says", Long: exitStatusTopic},
	}
}

const configTopic = `lexsmith.yaml is looked for in the working folder and, within a repository, in the
folders above it up to the repository's root; the nearest one counts. --config
names another file. Its paths are relative to it. A flag beats what the file
says. An unknown key or rule is an error with its line (status 2).

    profile: v1                    # or atproto: see "lexsmith help profiles"
    lexicons: [lexicons]           # what lint, diff and export work on, and what
                                   # validate checks against; without it ./lexicons
    include: [vendor/lexicons]     # only to resolve references in, like -L
    severity:                      # rule or group: error, warning, info or off
      unlimited-string: off
      style: info
    ignore:                        # findings that are neither shown nor counted
      - paths: ["lexicons/com/example/legacy/**"]
        nsids: ["com.example.old.*"]
        rules: [unlimited-string, style]
    diff:
      against: origin/main         # what "lexsmith diff" compares with
    format:                        # how "lexsmith fmt" lays out schemas
      indent: 2                    # or 4, or tab
      width: 80
      order: language              # or keep: leave the keys in their order

All keys are optional. In severity a rule beats its group, and a group leaves the
rules alone that are off by default. An entry of ignore matches a finding where
all of paths, nsids and rules that it has match; it needs one of them. In a path
"*" stands for any characters but "/", "?" for one, "**" for any number of
folders; "*" at the end of an NSID stands for all below.`

const rulesTopic = `Everything that lexsmith reports has a rule, whose code stands in brackets at the
end of the finding. A rule belongs to a group:

    input     what is wrong with a file before it is a schema or data
    schema    the schema is not valid
    refs      references between definitions
    style     the schema is valid, and could be better
    diff      what changed between two versions of the schemas
    validate  the data does not fit its schema

Its severity is error, warning or info; it can depend on the profile (see
"lexsmith help profiles"). Errors make the exit status 1, see --fail-on; infos
are shown with -a. "lexsmith rules CODE" explains a rule, with an example of what
it finds and of how to do better.

To change the severity of a rule or of a whole group, or to switch it off, once:

    lexsmith lint --severity unlimited-string=off --severity style=info

For good, and for some files only, it is done in lexsmith.yaml: see "lexsmith help
config".`

const profilesTopic = `The specification of Lexicon and what the AT Protocol network accepts today differ
in a few places. --profile, or "profile:" in lexsmith.yaml, decides for every
command:

    v1       what the specification says; the default
    atproto  what the network accepts

With atproto

  - these are errors, and warnings with v1: a primary definition that is not named
    main; a ref, union or unknown as a named definition; a subscription without
    messages; const beside default in a boolean or integer
  - these are errors, and allowed with v1: the type null in a schema; unknown as a
    parameter; a partial pattern such as text/ht* in the accept of a blob
  - in data, a value of type unknown is an object and no blob, bytes or link, and
    one of an open union without refs is an object with $type; with v1 both can be
    any value of the data model.

"lexsmith rules" shows the severities of both where they differ. Nothing else
depends on the profile.`

// exitStatuses is what every help about the exit status begins with.
const exitStatuses = `0  nothing at or above --fail-on
1  findings
2  the work could not be done: wrong flags, no such file, no schema`

const exitStatusTopic = `    0  nothing at or above --fail-on
    1  findings at or above --fail-on, which is error unless it is given
    2  the work could not be done: wrong flags, a path that does not exist, no
       schema found, git failed

A broken schema or data file is a finding, status 1, and the other files are still
checked. Severities count as they are after --severity and lexsmith.yaml have
changed them; what lexsmith.yaml ignores does not count.

Reports go to standard output, errors of status 2 to standard error. "lexsmith
export" writes no document on status 1.

    lexsmith lint --fail-on warning     status 1 for warnings too
    lexsmith lint --severity style=off  no word about style`
