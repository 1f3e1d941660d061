package xrpc

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// bodySpec is what a method says about the body of its requests or answers.
type bodySpec struct {
	declared *lexicon.Body       // nil: the method has no such body
	types    syntax.Encoding     // nil: any type, since the encoding is not valid
	json     *validate.Validator // nil: a body in JSON is like any other
}

// body returns what the method says about the body of a part.
func (m *Method) body(schemas *validate.Schemas, part lexicon.Part) (b bodySpec) {
	if b.declared = m.endpoint.Body(part); b.declared == nil {
		return b
	}
	b.types, _ = syntax.ParseEncoding(b.declared.Encoding)
	// Without a schema, JSON that only a glob allows is a file like any other.
	if b.declared.Schema != nil && b.types.HasJSON() ||
		slices.ContainsFunc(b.types, func(t syntax.MIMEPattern) bool { return isJSON(t.String()) }) {
		b.json = m.validator(schemas, part)
	}
	return b
}

// isJSON reports whether a MIME type without parameters is that of JSON.
func isJSON(essence string) bool {
	lower := strings.ToLower(essence)
	return lower == "application/json" || strings.HasSuffix(lower, "+json")
}

// typed says whether a body of a content type is JSON with something to check. The
// fault, "" for none, says why the method does not declare that type.
func (b *bodySpec) typed(contentType string) (json bool, fault string) {
	if contentType == "" {
		return false, "the Content-Type is missing; expected " + b.expected()
	}
	essence, parameters, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil || !syntax.IsMIMEType(essence):
		return false, fmt.Sprintf("the Content-Type %s is not a MIME type; expected %s", words.Quote(contentType), b.expected())
	case b.types != nil && !b.types.Match(essence):
		return false, fmt.Sprintf("the Content-Type is %s; expected %s", words.Quote(contentType), b.expected())
	}
	if json = b.json != nil && isJSON(essence); json {
		if charset := parameters["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
			return true, fmt.Sprintf("the charset of JSON must be UTF-8, but is %s", words.Quote(charset))
		}
	}
	return json, ""
}

// emptyFile reports whether 0 bytes of a content type are a body that the method
// declares.
func (b *bodySpec) emptyFile(contentType string) bool {
	json, fault := b.typed(contentType)
	return !json && fault == ""
}

// expected names the types that the method declares.
func (b *bodySpec) expected() string {
	names := make([]string, len(b.types))
	for i, t := range b.types {
		names[i] = words.Quote(t.String())
	}
	if len(names) == 0 {
		return "a MIME type"
	}
	return words.Enumerate(names, "or")
}

// decoded returns a reader of a body without its Content-Encoding; false when that
// is not known. Where the data is damaged, its error is a *stream.CompressionError.
func decoded(h http.Header, body io.Reader) (io.Reader, bool) {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding"))) {
	case "", "identity":
		return body, true
	case "gzip", "x-gzip":
		return stream.Decompress(body, false), true
	case "deflate":
		return stream.Inflate(body), true
	}
	return nil, false
}

// damage returns the reason of an error of reading what decoded returns; "" for an
// error of the connection.
func damage(err error) string {
	var damaged *stream.CompressionError
	if errors.As(err, &damaged) {
		return damaged.Reason
	}
	return ""
}

// failed is a reader that could not be opened.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// essence returns a content type without parameters; "" when it is none.
func essence(contentType string) string {
	essence, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	return essence
}

// headerWords returns the words of a header that is a list.
func headerWords(h http.Header, name string) []string {
	var all []string
	for _, value := range h.Values(name) {
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}
