package lsp

import (
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// buffer is a file, open at one version or as it is on disk. It is immutable.
type buffer struct {
	uri     string // as the client spells it
	version int32  // of an open file
	text    *text
	tree    func() *lexicon.Value // of the text, however broken; made on first use; nil where there is none
}

func newBuffer(uri string, version int32, t *text) *buffer {
	tree := sync.OnceValue(func() *lexicon.Value { return readTree(t.bytes) })
	return &buffer{uri, version, t, tree}
}

// readTree reads a text unless it is too large for a schema file.
func readTree(text []byte) *lexicon.Value {
	if len(text) > lexicon.MaxFileSize {
		return nil
	}
	return lexicon.ReadBroken(&diag.Source{Text: text})
}
