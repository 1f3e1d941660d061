package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ipfs/go-cid"
	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// statusOptions says which Lexicons to look up.
type statusOptions struct {
	*globals
	networkOptions
	paths []string
	did   string
}

func newStatus(g *globals) *cobra.Command {
	s := &statusOptions{globals: g}
	c := &cobra.Command{
		Use:        "status [PATH...]",
		Short:      "Compare Lexicons with their published versions",
		SuggestFor: []string{"check-dns"},
		Example: `lexsmith status
lexsmith status --did did:plc:ewvi7nxzyoun6zhxrhs64oiz
lexsmith status --fail-on warning     for CI: fail if anything differs
lexsmith status --format json`,
		Long: `Prints a row for each Lexicon: the state of its DNS record ("ok", "missing",
"other account" if the record does not point to --did, or "internal" for a name under
internal, which nobody can publish), and of the published Lexicon ("same", "not
published", "compatible change", "breaking change", "published only" if the Lexicon is
published under the same authority but missing from your files, or "invalid record" if
the published record is not a Lexicon with this NSID). To see the changes, run "lexsmith
diff --published". For each authority whose DNS record is missing or wrong, the TXT
record to create is printed; its account is --did, or the account of another authority
of the same domain.

The exit status is 2 if a lookup fails, and 0 otherwise, no matter what the rows show. With
--fail-on error, it is 1 if a row shows "breaking change", "invalid record", or "other
account"; with --fail-on warning, it is 1 unless every row shows "ok" and "same", or
"internal".`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			s.paths = args
			return checkIdentifier("did", &s.did)
		}),
		RunE: g.run(func(ctx context.Context, p *session) error { return runStatus(ctx, p, s) }),
	}
	flags := cli.Flags(c)
	cli.Text(flags, &s.did, "did", "", "DID", "handle or `DID` of the account that publishes the Lexicons, or will publish them")
	s.networkOptions.addTo(flags)
	g.addFormat(c, report.Text, report.JSON)
	return c
}

func runStatus(ctx context.Context, p *session, o *statusOptions) error {
	rows, err := o.rows(ctx, p)
	if err != nil {
		return err
	}
	if o.format == report.JSON {
		err = o.printJSON(rows)
	} else {
		err = o.printText(rows)
	}
	if err != nil {
		return err
	}
	failOn, given := diag.SeverityByName(o.failOn)
	for i := range rows {
		if given && rows[i].Severity() >= max(failOn, diag.Info) {
			return errFindings
		}
	}
	return nil
}

// rows looks up the Lexicons at the paths.
func (o *statusOptions) rows(ctx context.Context, p *session) ([]registry.Row, error) {
	own, err := p.loadOwn(ctx, o.paths)
	if err != nil {
		return nil, err
	}
	records, err := own.Records()
	if err != nil {
		return nil, err
	}
	client, err := o.client()
	if err != nil {
		return nil, err
	}
	did, err := o.account(ctx, client)
	if err != nil {
		return nil, err
	}
	states, err := p.look(ctx, client, own, records, did)
	if err != nil {
		return nil, err
	}
	old, err := own.Published(states, p.Config, p.Profile)
	if err != nil {
		return nil, err
	}
	r, err := report.New(report.Options{Format: report.Text, Out: io.Discard, Filter: p.keepNotes})
	if err != nil {
		return nil, err
	}
	if _, err := p.addChanges(ctx, old, own.Catalog, r, new(report.Summary)); err != nil {
		return nil, err
	}
	breaks := func(id syntax.NSID) bool {
		v := r.VerdictOn(id)
		return v == report.Breaking || v == report.Undecided
	}
	return registry.Status(states, records, breaks, did), nil
}

// account returns the account that is expected to publish; "" for any.
func (o *statusOptions) account(ctx context.Context, client *network.Client) (syntax.DID, error) {
	if o.did == "" || syntax.IsDID(o.did) {
		return syntax.DID(o.did), nil
	}
	id, err := client.Resolve(ctx, syntax.AtIdentifier(o.did))
	if err != nil {
		return "", fmt.Errorf("--did: %w", err)
	}
	o.did = string(id.DID)
	return id.DID, nil
}

// jsonRow is a row in JSON. What there is none of is null.
type jsonRow struct {
	NSID         string  `json:"nsid"`
	DNS          string  `json:"dns"`
	Published    string  `json:"published"`
	LocalCID     *string `json:"localCid"`
	PublishedCID *string `json:"publishedCid"`
	DID          *string `json:"did"`
}

func (o *statusOptions) printJSON(rows []registry.Row) error {
	optional := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	all := make([]jsonRow, len(rows))
	for i, r := range rows {
		all[i] = jsonRow{
			string(r.NSID), r.DNS, r.Published, optional(registry.CIDText(r.Local)), optional(registry.CIDText(r.Remote)), optional(string(r.DID)),
		}
	}
	return writeJSON(o.Out, map[string]any{"lexicons": all})
}

func (o *statusOptions) printText(rows []registry.Row) error {
	table := [][]string{{"NSID", "DNS", "PUBLISHED", "LOCAL CID", "PUBLISHED CID"}}
	for _, r := range rows {
		table = append(table, []string{string(r.NSID), r.DNS, r.Published, o.shortCID(r.Local), o.shortCID(r.Remote)})
	}
	var b strings.Builder
	b.WriteString(terminal.Columns(table))
	for i, t := range registry.Records(rows, syntax.DID(o.did)) {
		if i == 0 {
			b.WriteString("\nDNS records:\n")
		}
		value, action := t.Value, "create"
		if value == "did=" {
			value = "did=… (pass the account with --did)"
		}
		if t.Found != "" {
			action, value = "change", value+"  (now: "+t.Found+")"
		}
		fmt.Fprintf(&b, "  %s  %s  TXT  %s\n", action, t.Name, terminal.Escape(value))
	}
	if o.noVerify && !o.Quiet {
		b.WriteString("\nnot verified (--no-verify)\n")
	}
	_, err := fmt.Fprint(o.Out, b.String())
	return err
}

// shortCID returns the end of a CID, by which people tell two from each other; all of
// it with --all.
func (o *statusOptions) shortCID(id cid.Cid) string {
	text := registry.CIDText(id)
	if text == "" {
		return "-"
	}
	if o.all {
		return text
	}
	return "…" + text[len(text)-12:]
}
