// Package call has the parts of "lexsmith call" that are not about flags: reading the
// input, and the request as a curl command.
package call

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Curl returns a request as a curl command. The body, if there is one, comes from the
// file input, "-" for standard input. Where tokenVariable is not empty, the
// Authorization header takes the token from that environment variable, so that the
// command has no secret in it.
func Curl(r *http.Request, input, tokenVariable string) string {
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
	if input != "" {
		words = append(words, "--data-binary", quote("@"+input))
	} else if r.Method == http.MethodPost {
		words = append(words, "--data", "''")
	}
	return strings.Join(words, " ")
}

// quote quotes a word for a POSIX shell.
func quote(word string) string {
	plain := func(c rune) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-_./:@%+,=", c)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Params takes NAME=VALUE arguments apart. A name that appears several times is an
// array. It returns the first argument that is of another form.
func Params(args []string) (params xrpc.Params, bad string) {
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
