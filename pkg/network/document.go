package network

import (
	"encoding/json"
	"errors"
	"iter"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// document is a JSON object that a server has sent.
type document struct{ tape datamodel.Tape }

// readDocument reads the JSON of a server. No object in it may have a key twice:
// programs differ in which of the two counts.
func readDocument(text []byte) (*document, error) {
	d := new(document)
	if !d.tape.ReadJSON(text) {
		return nil, errors.New("not valid JSON")
	}
	for _, v := range d.tape.Violations() {
		if v.Kind == datamodel.RepeatedKey {
			return nil, errors.New("the key " + words.Quote(d.tape.Text(v.At)) + " appears twice")
		}
	}
	if d.tape.Tokens[0].Kind != datamodel.Object {
		return nil, errors.New("not a JSON object")
	}
	return d, nil
}

// text returns a member of the object at i that is a string; "" for any other.
func (d *document) text(i uint32, name string) string {
	if d.tape.Tokens[i].Kind != datamodel.Object {
		return ""
	}
	return d.tape.MemberText(i, name)
}

// string returns a copy of the string at i; "" for another value.
func (d *document) string(i uint32) string {
	if d.tape.Tokens[i].Kind != datamodel.String {
		return ""
	}
	return string([]byte(d.tape.Text(i)))
}

// elements yields the elements of a member of the outermost object; nothing when it
// is not an array.
func (d *document) elements(name string) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		list := d.tape.Member(0, name)
		if list == 0 || d.tape.Tokens[list].Kind != datamodel.Array {
			return
		}
		for i := list + 1; i < d.tape.Tokens[list].Next; i = d.tape.Tokens[i].Next {
			if !yield(i) {
				return
			}
		}
	}
}

// marshal returns the JSON of a value that has one.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
