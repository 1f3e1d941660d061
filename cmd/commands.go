package cmd

import (
	"slices"

	"github.com/spf13/cobra"
)

// entry is a command below "lexsmith". Making one takes time, mostly for its flags.
type entry struct {
	name string
	make func(*options) *cobra.Command
}

// commands lists the commands that do not look at the others.
var commands = []entry{
	{"lint", func(o *options) *cobra.Command { return o.reporting(newLint(o, runLint)) }},
	{"validate", func(o *options) *cobra.Command { return o.reporting(newValidate(o, runValidate)) }},
	{"diff", func(o *options) *cobra.Command { return o.reporting(newDiff(o, runDiff)) }},
	{"export", func(o *options) *cobra.Command { return newExport(o, runExport) }},
	{"pull", func(o *options) *cobra.Command { return newPull(o, runPull) }},
	{"status", func(o *options) *cobra.Command { return newStatus(o, runStatus) }},
	{"publish", func(o *options) *cobra.Command { return newPublish(o, runPublish) }},
	{"unpublish", func(o *options) *cobra.Command { return newUnpublish(o, runUnpublish) }},
	{"serve", func(o *options) *cobra.Command { return newServe(o, runServe) }},
	{"call", func(o *options) *cobra.Command { return newCall(o, runCall) }},
	{"sample", func(o *options) *cobra.Command { return newSample(o, runSample) }},
	{"fmt", func(o *options) *cobra.Command { return newFmt(o, runFmt) }},
	{"new", func(o *options) *cobra.Command { return newNew(o, runNew) }},
	{"init", func(o *options) *cobra.Command { return newInit(o, runInit) }},
	{"schema", newSchema},
	{"show", func(o *options) *cobra.Command { return newShow(o, runShow) }},
	{"lsp", newLSP},
	{"rules", newRules},
	{"version", newVersion},
}

// named returns the one command that a command line begins with; nil when all of
// them may be needed.
func named(args []string) []entry {
	i := slices.IndexFunc(commands, func(e entry) bool { return len(args) > 0 && e.name == args[0] })
	if i < 0 {
		return nil
	}
	return commands[i : i+1]
}
