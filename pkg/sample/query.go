package sample

import (
	"net/url"
	"strconv"
	"strings"
)

// Query returns parameters as a query string without the question mark: an array
// repeats its name. What a query string cannot carry, such as null, is left out.
func Query(params Object) string {
	var b strings.Builder
	add := func(name, value string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(name) + "=" + url.QueryEscape(value))
	}
	for _, m := range params {
		list, ok := m.Value.(Array)
		if !ok {
			list = Array{m.Value}
		}
		for _, v := range list {
			switch v := v.(type) {
			case String:
				add(m.Name, v.Text)
			case Int:
				add(m.Name, strconv.FormatInt(v.Value, 10))
			case Bool:
				add(m.Name, strconv.FormatBool(bool(v)))
			}
		}
	}
	return b.String()
}
