package validate

import (
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Options says what validation accepts and reports beyond the specification.
type Options struct {
	Profile diag.Profile
	// Legacy accepts legacy blobs (cid and mimeType) and datetimes without a
	// timezone, each with an info.
	Legacy bool
	// AllowUnknown accepts any object where the schema is not loaded.
	AllowUnknown bool
	// ExtraFields reports fields that the schema does not define.
	ExtraFields bool
	// DatetimePractice reports datetimes that are not UTC with Z, or have less
	// than millisecond precision.
	DatetimePractice bool
	// BareMessages takes the messages of subscriptions only as they are, not in frames of
	// xrpc.v1.json or xrpc.v1.cbor, which can also have an error.
	BareMessages bool
	// Trail sets diag.DataPlace.Trail.
	Trail bool
	// Watch has schemas of fields to look for, see Result.Watched.
	Watch map[lexicon.Schema]bool
	// MaxValueSize replaces the constant of that name, unless it is zero.
	MaxValueSize int
	// MaxFindings is how many findings of each rule are kept for a value; the
	// others are counted. Zero means diag.MaxFindings.
	MaxFindings int
}

// Schemas is a catalog compiled for validation: every reference is a pointer,
// every set and bound is prepared. It is safe for many goroutines.
type Schemas struct {
	catalog *lexicon.Catalog
	options Options
	// definitions has the checker of every definition.
	definitions map[*lexicon.Definition]checker
	intended    intended
	// types has what a $type can name: records, and objects by nsid#name.
	types map[string]checker
	runs  sync.Pool // of *run, for all validators
}

// checker is a compiled schema.
type checker interface {
	// check checks the value at i, which is neither null nor invalid. In a
	// quick run it returns false at the first thing to say; in a full run it
	// reports everything and returns true.
	check(r *run, i uint32) bool
	// schema returns the schema that it was made from.
	schema() lexicon.Schema
}

// origin is the schema that a checker was made from.
type origin[S lexicon.Schema] struct{ node S }

func (o origin[S]) schema() lexicon.Schema { return o.node }

func from[S lexicon.Schema](node S) origin[S] { return origin[S]{node} }

// Catalog returns the catalog that was compiled.
func (s *Schemas) Catalog() *lexicon.Catalog { return s.catalog }

// inSchema and inData begin the parts of an example. See diag.Rule.
const (
	inSchema = "-- schema --\n"
	inData   = "\n-- data --\n"
)
