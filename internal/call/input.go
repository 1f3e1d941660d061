package call

import (
	"bytes"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Input makes the input of a call from the file at path, open as source. Where
// contentType is empty, it is the one that the method declares, else that of the name
// of the file. The source must stay open as long as the input is used.
func Input(m *xrpc.Method, path, contentType string, source io.Reader) (xrpc.Body, error) {
	body := xrpc.Body{ContentType: contentType, Stream: source}
	if body.ContentType == "" {
		body.ContentType = typeOf(m.Input, path)
	}
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
	types, err := syntax.ParseEncoding(declared.Encoding)
	if err == nil {
		for _, t := range types {
			if !strings.Contains(t.String(), "*") && (len(types) == 1 || byName == "") {
				return t.String()
			}
		}
	}
	if byName == "" {
		return "application/octet-stream"
	}
	return byName
}
