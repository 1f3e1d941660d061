package report

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/validate"
)

func TestCollections(t *testing.T) {
	c := Collections{}
	if got := c.table(); got != "" {
		t.Errorf("an empty table: %q", got)
	}
	c.Add("", true, false)
	if got := c.table(); got != "" {
		t.Errorf("a table without a collection: %q", got)
	}
	c.Add("com.example.note", true, false)
	c.Add("com.example.vote", false, false)
	c.Add("com.example.vote", false, true)
	c.Add("com.example.vote", true, true)
	const want = "COLLECTION        VALUES  VALID  INVALID  UNKNOWN\n" +
		"com.example.vote  3       0      2        1\n" +
		"com.example.note  1       1      0        0\n" +
		"(other)           1       1      0        0\n"
	if got := c.table(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for n := range mostCollections + 10 {
		c.Add(fmt.Sprintf("com.example.c%d", n), true, false)
	}
	rows := c.rows()
	if last := rows[len(rows)-1]; len(rows) > mostCollections+1 || last.Collection != "" || last.Total != 14 {
		t.Errorf("%d rows, the last %+v %+v", len(rows), last, last.ValueCounts)
	}
}

func TestWrappersWords(t *testing.T) {
	var v Values
	v.Unwrap(validate.Plain)
	if got := v.Wrappers.words(); v.Wrappers != nil || got != "" {
		t.Errorf("%+v: %q", v.Wrappers, got)
	}
	for document, count := range map[validate.Document]int{validate.CommitEvent: 120, validate.DeleteEvent: 81, validate.OtherEvent: 18, validate.RecordList: 1, validate.TableRow: 2} {
		for range count {
			v.Unwrap(document)
		}
	}
	if got, want := v.Wrappers.words(), "219 Jetstream events: 120 records, 81 deletes, 18 others; 1 listRecords response; 2 table rows"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
