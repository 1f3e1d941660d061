package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// arrays has the rules about lists.
var arrays = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "unlimited-array", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "an array has no maxLength",
			Reason: "A list without end makes data of any size. Give the greatest number of elements that makes sense: a limit that " +
				"comes later breaks data that is already there. In the output of a method the server keeps the list short, so there " +
				"it matters least.",
			Spec: "Field types > array: maxLength",
			Bad: `"thing": {
  "type": "object",
  "properties": {
    "sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}}
  }
}`,
			Good: `"thing": {
  "type": "object",
  "properties": {
    "sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}, "maxLength": 20}
  }
}`,
		},
		checks: []check{on(unlimitedArray)},
	},
	{
		Rule: lexicon.Rule{
			Code: "atomic-array-items", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the items of an array in a record or an output are plain values",
			Reason: "A string or number can never say more than itself. An object with one property can: when a note or a date is " +
				"needed for each element some day, it is one more optional property. Parameters cannot hold objects and are left out.",
			Spec: "Field types > array: items; object",
			Bad: `"main": {
  "type": "record",
  "description": "A walk with friends.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "walkers": {
        "type": "array",
        "description": "Who came along.",
        "items": {"type": "string", "format": "did"},
        "maxLength": 20
      }
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "A walk with friends.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "walkers": {
        "type": "array",
        "description": "Who came along.",
        "items": {"type": "ref", "ref": "#walker"},
        "maxLength": 20
      }
    }
  }
},
"walker": {
  "type": "object",
  "required": ["account"],
  "properties": {
    "account": {"type": "string", "description": "The account.", "format": "did"}
  }
}`,
		},
		checks: []check{on(atomicItems)},
	},
}

func unlimitedArray(p *pass, a *lexicon.Array) {
	if a.MaxLength.Set || gives(a, "maxLength") {
		return
	}
	p.Report(p.Document.AtOpening(a.Value), subjectOf(a).String()+" has no limit on its number of elements",
		`add "maxLength", in elements`)
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
	p.Report(a.AtField("items"), subjectOf(a).String()+" is a list of plain "+plain+", to which nothing can be added later",
		"where an element may ever need more than its value, make it an object with one property")
}
