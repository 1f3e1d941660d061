package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Values counts the values that validate checked.
type Values struct {
	ValueCounts
	MissingBlocks int `json:"missingBlocks"` // absent subtrees of CAR files
	// WithoutValue is the number of documents that have no value at the place where
	// values are looked for; nil when that is the whole document.
	WithoutValue *int      `json:"withoutValue,omitempty"`
	Wrappers     *Wrappers `json:"wrappers,omitempty"` // nil without any
}

// ValueCounts counts values by what the check says: Total is the sum of the others.
type ValueCounts struct {
	Total   int `json:"values"`
	Valid   int `json:"valid"`
	Invalid int `json:"invalid"`
	Unknown int `json:"unknown"`
}

// Add counts a value.
func (c *ValueCounts) Add(valid, unknown bool) {
	c.Total++
	switch {
	case !valid:
		c.Invalid++
	case unknown:
		c.Unknown++
	default:
		c.Valid++
	}
}

// Wrappers counts the documents that values came in.
type Wrappers struct {
	Jetstream struct {
		Events  int `json:"events"`
		Records int `json:"records"`
		Deletes int `json:"deletes"`
		Others  int `json:"others"`
	} `json:"jetstream"`
	Record int `json:"record"`
	List   int `json:"list"`
	Row    int `json:"row"`
}

// Unwrap counts a document, unless it is a value itself.
func (v *Values) Unwrap(d validate.Document) {
	if d == validate.Plain {
		return
	}
	if v.Wrappers == nil {
		v.Wrappers = &Wrappers{}
	}
	w := v.Wrappers
	j := &w.Jetstream
	switch d {
	case validate.CommitEvent:
		j.Records++
	case validate.DeleteEvent:
		j.Deletes++
	case validate.OtherEvent:
		j.Others++
	case validate.RecordEntry:
		w.Record++
	case validate.RecordList:
		w.List++
	case validate.TableRow:
		w.Row++
	}
	j.Events = j.Records + j.Deletes + j.Others
}

// words says which documents there were; "" without any.
func (w *Wrappers) words() string {
	if w == nil {
		return ""
	}
	var all, events phrases
	j := &w.Jetstream
	events.add(j.Records, words.Count(j.Records, "record"))
	events.add(j.Deletes, words.Count(j.Deletes, "delete"))
	events.add(j.Others, words.Count(j.Others, "other"))
	all.add(j.Events, words.Count(j.Events, "Jetstream event")+": "+strings.Join(events, ", "))
	all.add(w.Record, words.Count(w.Record, "record")+" with a URI")
	all.add(w.List, words.Count(w.List, "listRecords response"))
	all.add(w.Row, words.Count(w.Row, "table row"))
	return strings.Join(all, "; ")
}

// Collections counts values by collection. Those of none, and of collections that came
// after very many others, are counted under "".
type Collections map[string]*ValueCounts

// mostCollections is how many collections are counted apart, so that data with very many
// do not fill the memory.
const mostCollections = 10_000

// Add counts a value of a collection, which may be "".
func (c Collections) Add(collection string, valid, unknown bool) {
	counts := c[collection]
	if counts == nil && len(c) >= mostCollections {
		collection, counts = "", c[""]
	}
	if counts == nil {
		counts = &ValueCounts{}
		c[strings.Clone(collection)] = counts
	}
	counts.Add(valid, unknown)
}

type collectionRow struct {
	Collection string `json:"collection"` // "" for values of none
	*ValueCounts
}

// rows returns the collections with the most values first, those without a name last.
func (c Collections) rows() []collectionRow {
	var rows []collectionRow
	for name, counts := range c {
		if name != "" {
			rows = append(rows, collectionRow{name, counts})
		}
	}
	slices.SortFunc(rows, func(a, b collectionRow) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), strings.Compare(a.Collection, b.Collection))
	})
	if others := c[""]; others != nil {
		rows = append(rows, collectionRow{"", others})
	}
	return rows
}

// table returns the rows in columns; "" without a named collection.
func (c Collections) table() string {
	rows := c.rows()
	if len(rows) == 0 || rows[0].Collection == "" {
		return ""
	}
	table := [][]string{{"COLLECTION", "VALUES", "VALID", "INVALID", "UNKNOWN"}}
	for _, r := range rows {
		table = append(table, []string{cmp.Or(terminal.Escape(r.Collection), "(other)"), strconv.Itoa(r.Total), strconv.Itoa(r.Valid), strconv.Itoa(r.Invalid), strconv.Itoa(r.Unknown)})
	}
	return terminal.Columns(table)
}
