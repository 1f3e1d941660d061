package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// formHelp says how to write the value at i where it has the right content in another
// form than its type; "" when that is not known.
func (r *run) formHelp(i uint32, want lexicon.Type) string {
	switch want {
	case lexicon.TypeCIDLink:
		if id := r.only(i, "/"); id != 0 {
			i = id // as in DAG-JSON
		}
		if r.Tokens[i].Kind == datamodel.String && datamodel.IsLinkText(r.Text(i)) {
			return r.written(`{"$link": "`+r.Text(i)+`"}`, "a link with tag 42")
		}
	case lexicon.TypeBytes:
		if inner := r.only(i, "/"); inner != 0 {
			if i = r.only(inner, "bytes"); i == 0 {
				return ""
			}
		}
		if r.Tokens[i].Kind == datamodel.String && datamodel.IsBase64(r.Text(i)) {
			const longest = 60 // bytes
			text := r.Text(i)
			if len(text) > longest {
				text = text[:longest] + "…"
			}
			return r.written(`{"$bytes": "`+text+`"}`, "a byte string")
		}
	case lexicon.TypeBlob:
		if inner := r.only(i, "blob"); inner != 0 && r.Tokens[inner].IsBlob() {
			return `replace this object with the value of its "blob" field`
		}
	}
	return ""
}

// written says how a value is written in JSON, or else in CBOR.
func (r *run) written(json, cbor string) string {
	if r.CBOR {
		return "in CBOR, write " + cbor
	}
	return "use " + json
}

// only returns the value under a key of the object at i, which has no other; 0 when
// there is none.
func (r *run) only(i uint32, name string) uint32 {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Object || tok.Next == i+1 || r.Text(i+1) != name || r.Tokens[i+2].Next != tok.Next {
		return 0
	}
	return i + 2
}

// typeSlip says that the object at i has its $type in a field type. Fits reports
// whether an object with that $type is right here.
func (r *run) typeSlip(i uint32, fits func(name string) bool) string {
	at := r.Member(i, "type")
	if at == 0 || r.Tokens[at].Kind != datamodel.String || !fits(r.Text(at)) {
		return ""
	}
	return `rename "type" to "$type"`
}

// asFragment returns the name NSID#name for one that is written NSID.name; "" when it
// cannot be one.
func asFragment(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || strings.Contains(name, "#") {
		return ""
	}
	return name[:dot] + "#" + name[dot+1:]
}
