package serve

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

//go:embed page.html
var page string

// pagePolicy lets the page run its own script and nothing else.
func pagePolicy() string {
	_, script, _ := strings.Cut(page, "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	hash := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'none'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}

func servePage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", pagePolicy())
	w.Header().Set("Referrer-Policy", "no-referrer")
	serveText(w, r, "text/html; charset=utf-8", []byte(page))
}

func serveText(w http.ResponseWriter, r *http.Request, contentType string, text []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

// The description of the methods that the page shows.
type (
	methodInfo struct {
		NSID        string      `json:"nsid"`
		Type        string      `json:"type"`
		Description string      `json:"description,omitempty"`
		Params      []paramInfo `json:"params,omitempty"`
		Input       *bodyInfo   `json:"input,omitempty"`
		Output      *bodyInfo   `json:"output,omitempty"`
		Messages    []string    `json:"messages,omitempty"`
		Errors      []errorInfo `json:"errors,omitempty"`
	}
	paramInfo struct {
		Name        string `json:"name"`
		Type        string `json:"type"` // of the elements of an array
		Array       bool   `json:"array,omitempty"`
		Description string `json:"description,omitempty"`
		Required    bool   `json:"required,omitempty"`
		Limits      string `json:"limits,omitempty"`  // "1 to 100", "did"
		Default     string `json:"default,omitempty"` // as a query string has it
		Choices     []any  `json:"choices,omitempty"`
		Closed      bool   `json:"closed,omitempty"` // no other value than the choices
		Sample      string `json:"sample,omitempty"`
	}
	bodyInfo struct {
		Encoding    string `json:"encoding"`
		Type        string `json:"type"` // that the page sends, or expects
		Description string `json:"description,omitempty"`
		Sample      string `json:"sample,omitempty"`
	}
	errorInfo struct {
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
	}
)

// describeMethods returns a JSON list of methods, with samples of what to send.
func describeMethods(methods []*xrpc.Method, s *sample.Sampler) []byte {
	all := []methodInfo{}
	for _, m := range methods {
		all = append(all, describeMethod(m, s))
	}
	return report.JSONLine(all)
}

func describeMethod(m *xrpc.Method, s *sample.Sampler) methodInfo {
	info := methodInfo{NSID: string(m.NSID), Type: m.Type().String(), Description: m.Definition.Schema.Base().Description}
	if p := m.Parameters; p != nil {
		given, _ := first(s, m.Definition, lexicon.PartParams, p, 1)
		samples, _ := given.(sample.Object)
		for _, property := range p.Properties {
			param := describeParam(property, slices.Contains(p.Required, property.Name))
			if param.Required {
				param.Sample = strings.Join(sample.Texts(samples.Get(property.Name)), "\n") // a line for each element
			}
			info.Params = append(info.Params, param)
		}
	}
	if b := m.Input; b != nil {
		info.Input = describeBody(b)
		if _, json := answerType(b); json {
			info.Input.Sample = "{}"
			if b.Schema != nil {
				if v, err := first(s, m.Definition, lexicon.PartInput, b.Schema, 1); err == nil {
					info.Input.Sample = string(sample.IndentedJSON(v))
				}
			}
		}
	}
	if b := m.Output; b != nil {
		info.Output = describeBody(b)
	}
	if m.Message != nil {
		if union, ok := m.Message.Schema.(*lexicon.Union); ok {
			for _, l := range union.Refs {
				info.Messages = append(info.Messages, l.Reference.String())
			}
		}
	}
	for _, e := range m.Errors {
		info.Errors = append(info.Errors, errorInfo{e.Name, e.Description})
	}
	return info
}

func describeBody(b *lexicon.Body) *bodyInfo {
	info := &bodyInfo{Encoding: b.Encoding, Description: b.Description}
	info.Type, _ = answerType(b)
	if info.Description == "" && b.Schema != nil {
		info.Description = b.Schema.Base().Description
	}
	return info
}

func describeParam(p *lexicon.Property, required bool) paramInfo {
	info := paramInfo{Name: p.Name, Description: p.Schema.Base().Description, Required: required}
	schema := p.Schema
	if array, ok := schema.(*lexicon.Array); ok {
		info.Array, schema = true, array.Items
	}
	info.Type = schema.Type().String()
	switch s := schema.(type) {
	case *lexicon.Integer:
		info.Limits = between(s.Minimum, s.Maximum)
		info.Choices, info.Closed = choices(s.Enum), s.Enum != nil
		info.Default = given(s.Default)
	case *lexicon.Boolean:
		info.Default = given(s.Default)
	case *lexicon.String:
		if info.Limits = s.Format; info.Limits == "" && s.MaxLength.Set {
			info.Limits = "at most " + s.MaxLength.String() + " bytes"
		}
		info.Choices, info.Closed = choices(s.Enum), s.Enum != nil
		if !info.Closed {
			info.Choices = choices(s.KnownValues)
		}
		info.Default = given(s.Default)
	}
	return info
}

func given[T any](o lexicon.Opt[T]) string {
	if !o.Set {
		return ""
	}
	return o.String()
}

func choices[T any](list []T) []any {
	var all []any
	for _, v := range list {
		all = append(all, v)
	}
	return all
}

func between(low, high lexicon.Opt[int64]) string {
	switch {
	case low.Set && high.Set:
		return low.String() + " to " + high.String()
	case low.Set:
		return "at least " + low.String()
	case high.Set:
		return "at most " + high.String()
	}
	return ""
}
