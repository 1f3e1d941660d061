package serve

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// pages is how many pages a list has.
const pages = 3

// Limits of a page, unless the schema requires more: a client can ask for any number
// of elements.
const (
	maxElements = 1000
	maxPage     = 1 << 20 // bytes, about
)

// paged makes an answer the page that a request asks for: its lists have as many
// elements as limit says, fewer on the last page or where limit is too much, and its
// cursor leads to the next one. Each page has other elements.
func paged(s *sample.Sampler, r *xrpc.Request, schema lexicon.Schema, value sample.Value, seed uint64) sample.Value {
	answer, ok := value.(sample.Object)
	object, isObject := lexicon.Resolve(schema).(*lexicon.Object)
	params := r.Method.Parameters
	if !ok || !isObject || params == nil {
		return value
	}
	page := 1
	if params.Property("cursor") != nil {
		page = pageOf(r.Params.String("cursor"))
		answer = withCursor(answer, object, params, page)
	}
	limit, limited := r.Params["limit"].(int64)
	if limited = limited && limit >= 0; limited || page > 1 {
		limit = min(limit, maxElements)
		if page == pages {
			limit = (limit + 1) / 2
		}
		room := maxPage - sample.JSONSize(answer)
		for _, p := range object.Properties {
			list, isList := answer.Get(p.Name).(sample.Array)
			array, isArray := lexicon.Resolve(p.Schema).(*lexicon.Array)
			if isList && isArray {
				kept, length := list, int(limit)
				if !limited {
					length = len(list)
				}
				if page > 1 {
					kept = nil // these are on the first page
				}
				kept = resized(s, array, kept, length, mix(p.Name, seed, uint64(page)), &room)
				if missing := int(array.MinLength.Value) - len(kept); missing > 0 {
					kept = append(kept, list[len(list)-missing:]...)
				}
				answer = answer.With(p.Name, kept)
			}
		}
	}
	return answer
}

// resized returns a list of a length, as far as the schema allows it and room, in
// bytes, is left for more elements.
func resized(s *sample.Sampler, array *lexicon.Array, list sample.Array, length int, seed uint64, room *int) sample.Array {
	if array.MaxLength.Set {
		length = int(min(int64(length), array.MaxLength.Value))
	}
	length = int(max(int64(length), array.MinLength.Value))
	if length <= len(list) {
		return list[:length]
	}
	longer := append(sample.Array{}, list...)
	for len(longer) < length && *room > 0 {
		s.Seed(mix("", seed, uint64(len(longer))))
		element, err := s.Element(array)
		if err != nil {
			break // there can be none
		}
		if *room -= sample.JSONSize(element); *room < 0 {
			break
		}
		longer = append(longer, element)
	}
	return longer
}

const cursorPrefix = "page-"

// pageOf returns the page that a cursor of the mock leads to.
func pageOf(cursor string) int {
	number, ok := strings.CutPrefix(cursor, cursorPrefix)
	if n, err := strconv.Atoi(number); ok && err == nil && n > 1 {
		return min(n, pages)
	}
	return 1
}

// withCursor sets the cursor that leads to the next page, and removes that of the last
// page.
func withCursor(answer sample.Object, object *lexicon.Object, params *lexicon.Params, page int) sample.Object {
	property := object.Property("cursor")
	if property == nil {
		return answer
	}
	next := cursorPrefix + strconv.Itoa(page+1)
	fits := func(s lexicon.Schema) bool {
		text, ok := s.(*lexicon.String)
		return ok && len(validate.CheckString(text, next)) == 0
	}
	switch {
	case page < pages && fits(property.Schema) && fits(params.Property("cursor").Schema):
		return answer.With("cursor", sample.Text(next))
	case slices.Contains(object.Required, "cursor"):
		return answer
	}
	return answer.Without("cursor")
}
