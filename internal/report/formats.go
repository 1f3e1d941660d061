package report

import (
	"bufio"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Format is the name of a report format, as the flag --format spells it.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
	// Concise has one line for each finding.
	Concise Format = "concise"
	// GitLab is the Code Quality report of GitLab.
	GitLab Format = "gitlab"
	// JUnit is for tests only: a test case for each finding.
	JUnit Format = "junit"
	// Markdown is for comparisons only: their changes, or those of a plan, as the text of a
	// pull request.
	Markdown Format = "markdown"
	// Notes is for comparisons only: their changes as release notes.
	Notes Format = "changelog"
)

// traits are what makes a format different from others.
type traits struct {
	name    Format
	printer func(*bufio.Writer, *Options) printer // writes the start of the document

	common     bool // all commands that check something have it
	infos      bool // it has infos even if nobody asks for them
	accepted   bool // it shows changes that were accepted
	statistics bool // it can have statistics instead of findings
	rooted     bool // its paths are relative to the root of the repository
}

// formats has all formats, in the order in which help lists them; the first one is the
// default. Nothing else lists them.
var formats = [...]traits{
	{name: Text, printer: newTextPrinter, common: true, accepted: true, statistics: true},
	{name: JSON, printer: newJSONPrinter, common: true, infos: true, statistics: true},
	{name: SARIF, printer: newSARIFPrinter, common: true, accepted: true, rooted: true},
	{name: GitHub, printer: newGitHubPrinter, common: true, accepted: true, rooted: true},
	{name: Concise, printer: newConcisePrinter, common: true},
	{name: GitLab, printer: newGitLabPrinter, common: true, rooted: true},
	{name: JUnit, printer: newJUnitPrinter},
	{name: Markdown, printer: newMarkdownPrinter, infos: true},
	{name: Notes, printer: newChangelogPrinter, infos: true},
}

// traits returns those of a format; those of an unknown one have no printer.
func (f Format) traits() traits {
	if i := slices.IndexFunc(formats[:], func(t traits) bool { return t.name == f }); i >= 0 {
		return formats[i]
	}
	return traits{}
}

// Formats returns the formats of all commands that check something, the default first.
func Formats() []Format {
	var common []Format
	for _, t := range formats {
		if t.common {
			common = append(common, t.name)
		}
	}
	return common
}

// HasStatistics reports whether Options.Statistics can be set with a format.
func (f Format) HasStatistics() bool { return f.traits().statistics }

// Rooted reports whether a format needs Options.Root and Options.Dir.
func (f Format) Rooted() bool { return f.traits().rooted }

// Hidden returns the highest severity that a format counts but does not show; all says
// whether infos are asked for.
func Hidden(f Format, all bool) diag.Severity {
	if all || f.traits().infos {
		return diag.Off
	}
	return diag.Info
}
