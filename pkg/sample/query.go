package sample

import (
	"net/url"
	"strings"
)

// Query returns parameters as a query string without the question mark: an array
// repeats its name. What a query string cannot carry, such as null, is left out.
func Query(params Object) string {
	var pairs []string
	for _, m := range params {
		for _, text := range Texts(m.Value) {
			pairs = append(pairs, url.QueryEscape(m.Name)+"="+url.QueryEscape(text))
		}
	}
	return strings.Join(pairs, "&")
}

// Texts returns a parameter as a query string has it: an array has a text for each
// element.
func Texts(v Value) []string {
	list, ok := v.(Array)
	if !ok {
		list = Array{v}
	}
	var texts []string
	for _, v := range list {
		switch v := v.(type) {
		case String:
			texts = append(texts, v.Text)
		case Int, Bool:
			texts = append(texts, string(JSON(v)))
		}
	}
	return texts
}
