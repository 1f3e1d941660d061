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
func (m *Mock) paged(s *sample.Sampler, r *xrpc.Request, c control, schema lexicon.Schema, value sample.Value, seed uint64) sample.Value {
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
		room := maxPage - sample.JSONSize(answer)
		for _, p := range object.Properties {
			list, isList := answer.Get(p.Name).(sample.Array)
			array, isArray := lexicon.Resolve(p.Schema).(*lexicon.Array)
			if isList && isArray {
				length := int(limit)
				if !limited {
					length = len(list)
				}
				more := m.pools.of(array, mix("", m.options.Seed, c.seed))
				answer = answer.With(p.Name, more.page(s, array, page, list, length, mix(p.Name, seed), &room))
			}
		}
	}
	return answer
}

// page returns a page of a listing that has so many elements, as far as the schema allows
// it, it has others, and room, in bytes, is left for more. The first page begins with the
// elements of first, which no other page has. Pages of the same length have different
// elements.
func (p *pool) page(s *sample.Sampler, array *lexicon.Array, page int, first sample.Array, length int, seed uint64, room *int) sample.Array {
	fit := func(n int) int {
		if array.MaxLength.Set {
			n = int(min(int64(n), array.MaxLength.Value))
		}
		return int(max(int64(n), array.MinLength.Value))
	}
	start := (page - 1) * (fit(length) + len(first))
	if page == pages { // the last one is shorter
		length = (length + 1) / 2
	}
	length = fit(length)
	list := sample.Array{}
	if page == 1 {
		list = append(list, first[:min(length, len(first))]...)
	}
	if len(list) < length {
		used := map[sample.Raw]bool{}
		for _, element := range first {
			if identified(element) {
				used[sample.Raw(sample.JSON(element))] = true
			}
		}
		for i := start + p.start(s, array, seed); len(list) < length && *room > 0; i++ {
			item, ok := p.at(s, array, i)
			if !ok {
				break
			}
			if used[item] {
				continue
			}
			if *room -= len(item); *room < 0 {
				break
			}
			list = append(list, item)
		}
	}
	if missing := int(array.MinLength.Value) - len(list); missing > 0 {
		list = append(list, first[len(first)-missing:]...)
	}
	return list
}

// start returns where in the pool a listing begins: with each seed at another place, if the
// pool has enough items for that.
func (p *pool) start(s *sample.Sampler, array *lexicon.Array, seed uint64) int {
	const most, bytes = 32, 32 << 10 // that are made for it
	item, ok := p.at(s, array, 0)
	if !ok {
		return 0
	}
	places := min(most, max(1, bytes/len(item)))
	if _, ok := p.at(s, array, 2*places); !ok {
		return 0
	}
	return int(seed % uint64(places))
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
