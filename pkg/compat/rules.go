package compat

// inOld and inNew begin the two sides of an example. See diag.Rule.
const (
	inOld = "-- old --\n"
	inNew = "\n-- new --\n"
)

// evolution is the page on what may change in a published Lexicon.
const evolution = "specs/lexicon#lexicon-evolution"

// constraintReason is why limits and other constraints must not change.
const constraintReason = "Existing data may violate a stricter constraint, and old software rejects data that only a looser constraint allows, so constraints must not change. " +
	"Adding a first constraint to an unconstrained field is allowed, but is reported as a warning because existing data may violate it. " +
	"Keep the constraint, or add a new optional field."

// colorIs and redAndBlue enclose the schema of a property that refers to the
// definitions red and blue, in the examples of rules on unions and refs.
const (
	colorIs = `"main": {"type": "object", "properties": {
  "color": `
	redAndBlue = `
}},
"red": {"type": "object", "properties": {"shade": {"type": "integer"}}},
"blue": {"type": "object", "properties": {"shade": {"type": "integer", "maximum": 9}}}`
)
