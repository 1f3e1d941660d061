package serve

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
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
