package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// arrays has the rules about lists.
var arrays = []*rule{
	{&diag.Rule{
		Code: "unlimited-array", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "an array has no maxLength",
		Reason: "Without a limit, data can be of any size. Set the largest number of elements that makes sense, " +
			"because adding a limit later breaks existing data. A limit matters least in the output of a method, " +
			"where the server keeps the list short.",
		Spec: "Field types > array: maxLength", Page: "specs/lexicon#array",
		Examples: `"thing": {
  "type": "object",
  "properties": {«"sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}}|
    "sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}, "maxLength": 20}
  »}
}`,
	}, []check{on(unlimitedArray)}},
	{&diag.Rule{
		Code: "atomic-array-items", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the items of an array in a record or an output are plain values",
		Reason: "A string or number cannot be extended. An object with one property can: adding a note or a date " +
			"to each element later is a compatible change. Parameters cannot contain objects and are not " +
			"checked.",
		Spec: "Field types > array: items; object", Page: "guides/lexicon-style-guide",
		Examples: `"main": {
  "type": "record", "description": "A walk with friends.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "walkers": {
        "type": "array", "description": "Who came along.",
        "items": {"type": «"string", "format": "did"|"ref", "ref": "#walker"»},
        "maxLength": 20
      }
    }
  }
}«|,
"walker": {
  "type": "object", "required": ["account"],
  "properties": {"account": {"type": "string", "format": "did", "description": "The account."}}
}»`,
	}, []check{on(atomicItems)}},
}

func unlimitedArray(p *pass, a *lexicon.Array) {
	if a.MaxLength.Set || gives(a, "maxLength") || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.AtOpening(a.Value),
		Message:  subject(a) + " has no limit on the number of elements",
		Help:     `add "maxLength" to limit the number of elements`,
	})
}

func atomicItems(p *pass, a *lexicon.Array) {
	if !p.Stored() && p.Part != lexicon.PartOutput {
		return
	}
	var plain string
	switch lexicon.Resolve(a.Items).(type) {
	case *lexicon.Boolean:
		plain = "booleans"
	case *lexicon.Integer:
		plain = "integers"
	case *lexicon.String:
		plain = "strings"
	case *lexicon.Bytes:
		plain = "bytes"
	case *lexicon.CIDLink:
		plain = "links"
	default:
		return
	}
	if p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: a.AtField("items"),
		Message:  subject(a) + " is an array of plain " + plain + ", so its elements cannot gain fields later",
		Help:     "if elements may need additional data later, make each element an object, even if it has only one field for now",
	})
}
