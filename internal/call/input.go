package call

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Input opens the input of a call: a file, or stdin for "-". Where contentType is
// empty, it is the one that the method declares, else that of the name of the file.
// What it returns must be closed.
func Input(m *xrpc.Method, path, contentType string, stdin io.Reader) (xrpc.Body, io.Closer, error) {
	body := xrpc.Body{ContentType: contentType}
	source := io.NopCloser(stdin)
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return body, nil, err
		}
		source = file
	}
	if body.ContentType == "" {
		body.ContentType = typeOf(m.Input(), path)
	}
	body.Stream = source
	if path != "-" { // so that its length is known
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() < 64<<20 {
			data, err := io.ReadAll(source)
			if err != nil {
				return body, source, err
			}
			body.Stream = bytes.NewReader(data)
		}
	}
	return body, source, nil
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

// Save writes an answer to a file. A regular file is replaced only when the answer is
// complete.
func Save(path string, answer io.Reader) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, answer)
		return closed(file, err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".lexsmith-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(file, answer)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err = closed(file, err); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("cannot save the response: %w", err)
	}
	return nil
}

func closed(file *os.File, err error) error {
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
