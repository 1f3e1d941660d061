package play

import (
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// fixAll answers with the Lexicons after all fixes that are safe.
func (r *run) fixAll() error {
	r.progress("Fixing")
	result, err := lint.Fix(r.ctx, r.schemas.catalog(r.profile), lint.FixOptions{Options: r.options(r.schemas), Select: r.kept})
	if err != nil {
		return err
	}
	texts, added := map[string][]byte{}, ""
	for _, f := range result.Files {
		if f.From == "" {
			texts[f.Path] = f.After
		} else {
			added += "\n" + string(f.After)
		}
	}
	r.rewrite(r.schemas, texts, added)
	return nil
}

// format answers with the Lexicons in their canonical layout. It leaves out those that are
// not valid JSON, which are reported as findings.
func (r *run) format() error {
	r.progress("Formatting")
	panes := []*pane{r.schemas}
	if r.Mode == "diff" {
		panes = append(panes, newPane("old", r.Old))
	}
	for _, p := range panes {
		texts := map[string][]byte{}
		for _, f := range p.files {
			if text, err := format.Source(f.source.Text, format.Options{}); err == nil {
				texts[f.source.Path] = text
			}
		}
		r.rewrite(p, texts, "")
	}
	return nil
}

// rewrite puts the new text of a pane into the answer, if it differs.
func (r *run) rewrite(p *pane, texts map[string][]byte, added string) {
	text := p.rewritten(texts) + added
	if text == p.text {
		return
	}
	if r.answer.Texts == nil {
		r.answer.Texts = map[string]string{}
	}
	r.answer.Texts[p.name] = text
}
