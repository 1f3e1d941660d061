package serve

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Curl returns a request as a curl command. The body is data: as it is, or after "@" the
// name of a file, "-" for standard input; "" for none. Where tokenVariable is not empty, the
// Authorization header takes the token from that environment variable, so that the
// command has no secret in it.
func Curl(r *http.Request, data, tokenVariable string) string {
	words := []string{"curl"}
	if r.Method != http.MethodGet {
		words = append(words, "--request", r.Method)
	}
	words = append(words, quote(r.URL.String()))
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		if name == "Authorization" && tokenVariable != "" {
			continue
		}
		for _, value := range r.Header[name] {
			words = append(words, "--header", quote(name+": "+value))
		}
	}
	if tokenVariable != "" {
		words = append(words, "--header", `"Authorization: Bearer $`+tokenVariable+`"`)
	}
	if data != "" {
		words = append(words, "--data-binary", quote(data))
	} else if r.Method == http.MethodPost {
		words = append(words, "--data", "''")
	}
	return strings.Join(words, " ")
}

// quote quotes a word for a POSIX shell.
func quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+,="
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// CallParams takes NAME=VALUE arguments apart. A name that appears several times is an
// array. It returns the first argument that is of another form.
func CallParams(args []string) (params xrpc.Params, bad string) {
	params = xrpc.Params{}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, arg
		}
		list, _ := params[name].([]string)
		params[name] = append(list, value)
	}
	return params, ""
}

// CallInput makes the input of a call from the file at path, open as source. Where
// contentType is empty, it is the one that the method declares, else that of the name
// of the file. The source must stay open as long as the input is used.
func CallInput(m *xrpc.Method, path, contentType string, source io.Reader) (xrpc.Body, error) {
	body := xrpc.Body{ContentType: cmp.Or(contentType, typeOf(m.Input, path)), Stream: source}
	if file, ok := source.(*os.File); ok { // read it so that its length is known
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() < 64<<20 {
			data, err := io.ReadAll(file)
			if err != nil {
				return body, err
			}
			body.Stream = bytes.NewReader(data)
		}
	}
	return body, nil
}

// typeOf returns the content type of an input.
func typeOf(declared *lexicon.Body, path string) string {
	byName := mime.TypeByExtension(filepath.Ext(path))
	if declared == nil {
		return byName
	}
	types, _ := syntax.ParseEncoding(declared.Encoding) // none if it is not valid
	for _, t := range types {
		if !strings.Contains(t.String(), "*") && (len(types) == 1 || byName == "") {
			return t.String()
		}
	}
	return cmp.Or(byName, "application/octet-stream")
}

// IndentedSize returns the most bytes that JSON can have when each element and member is
// on its own line, indented by two spaces a level.
func IndentedSize(text []byte) int {
	size, depth, quoted := len(text), 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ':':
			size++
		case strings.IndexByte("[{]},", c) >= 0:
			if c == '[' || c == '{' {
				depth++
			} else if c != ',' {
				depth--
			}
			size += 1 + 2*max(depth, 0)
		}
	}
	return size
}
