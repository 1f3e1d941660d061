package validate

import (
	"errors"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Encoding is how the text of a value is written: as [JSON], [CBOR], or [Query].
type Encoding uint8

// The encodings.
const (
	JSON  Encoding = iota
	CBOR           // DAG-CBOR
	Query          // the parameters of a method: a query string, or JSON where the text begins with "{"
)

// Input is a value to check, and what is known about it. Only Text is required.
type Input struct {
	Text     []byte
	Encoding Encoding
	// Path is what findings call the file, and FirstLine how many of its lines
	// come before the text.
	Path      string
	FirstLine int
	Record    string // see diag.DataPlace
	// RecordKey, when not empty, must be a key that the record can have.
	RecordKey string
	// Collection, when not empty, must be the $type of the record.
	Collection string
	// At, for Read and Lines, is where the values are in the text. What is around
	// them only has to be well-formed.
	At Place
	// Wrapper, for Read and Lines without At, says in which documents there are records
	// to check, with what the document says about them. What else is in such a document
	// only has to be well-formed.
	Wrapper Wrapper
	// Brief leaves only the rule, the severity, and the path in the findings: no NSID
	// either, by which some could be ignored. It is much faster, for findings that are
	// just counted.
	Brief bool

	identify bool // say which values they are, see StreamOptions.Identify

	line   bool // a line of NDJSON: for parameters a JSON string is a query string
	tokens int  // about how many tokens the text has; 0 for few
}

func (in *Input) source() *diag.Source {
	return &diag.Source{Path: in.Path, Text: in.Text, FirstLine: in.FirstLine}
}

// Observation is a value with what was found of it, see Schemas.Observed.
type Observation struct {
	*datamodel.Tape
	Root   uint32
	Result Result
	Path   string // of the file
	Line   int    // from 1; 0 where the file has no lines

	run      *run
	envelope envelope
	record   string
}

// Record returns the AT URI of the value; "" if it is not known.
func (o *Observation) Record() string {
	if o.record == "" && o.envelope.document != Plain {
		return o.run.uri(&o.envelope)
	}
	return o.record
}

// Result is the verdict on one value.
type Result struct {
	Index    int // of the text in a stream, from 0
	Findings []diag.Finding
	// Omitted counts the findings that are not listed, see diag.Collector.
	Omitted []diag.Omission
	// Unknown says that the value, or a part of it, was accepted without its
	// schema, which is not loaded. See Options.AllowUnknown.
	Unknown bool
	// Collection is the $type of a value that Schemas.Records checks, if it names a
	// record or is an NSID, or what the document says. Check, Read without Input.At, and
	// Lines with StreamOptions.Identify set it for every value.
	Collection string
	// Document is what the document of the value is, for the first value of a document,
	// and Record the AT URI that the document has for the value, see Input.Wrapper. It is
	// set as Collection is.
	Document Document
	Record   string
	// Before is what an earlier revision of the schemas finds, see Schemas.Since; nil where
	// it says the same: nothing, or that the value cannot be read. Skipped says that the
	// value was not checked.
	Before  *Result
	Skipped bool
	// Watched are the fields of Options.Watch that the value has.
	Watched []Watched
	// Rules are, for a case, see Schemas.Cases, the rules that its value breaks.
	Rules []*diag.Rule
	// Absent says that the text has no value at Input.At, or no record, see
	// Input.Wrapper.
	Absent bool
}

// Watched is a field that a value has, see Options.Watch.
type Watched struct {
	Schema lexicon.Schema
	Type   string // of its value in JSON, such as "number"
}

// Valid reports whether no finding is an error.
func (r Result) Valid() bool { return !diag.HasErrors(r.Findings) }

// Place says where in a text its values are: the keys and indexes that lead there. The
// zero value is the whole text.
type Place []string

// ParsePlace reads a place: a JSON Pointer in which "*" stands for every element or
// key, such as /records/*/value.
func ParsePlace(pointer string) (Place, error) {
	if pointer != "" && pointer[0] != '/' {
		return nil, errors.New("the JSON Pointer must be empty or begin with a slash, but is " + words.Quote(pointer))
	}
	for i := 0; i < len(pointer); i++ {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return nil, errors.New("the JSON Pointer contains a ~ that is not part of ~0 or ~1: " + words.Quote(pointer))
		}
	}
	return diag.SplitPointer(pointer), nil
}

// many reports whether a text can have several values there.
func (p Place) many() bool { return slices.Contains(p, datamodel.Any) }

// String returns the place as ParsePlace reads it.
func (p Place) String() string {
	var b strings.Builder
	for _, segment := range p {
		b.WriteString("/" + diag.EscapePointer(segment))
	}
	return b.String()
}
