package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/goccy/go-yaml/token"

	"github.com/lexsmith/lexsmith/internal/files"
)

// The limits of a config file. Beyond them the YAML parser takes time and memory
// that grow with the square of the file.
const (
	maxSize  = files.MaxProjectFile
	maxDepth = 100 // levels of lists and mappings
	maxKeys  = 500 // keys of one mapping
	maxTags  = 100
)

// The limits of ignore, whose patterns are compared with the path of every file. What
// an alias repeats counts each time.
const (
	maxWildcards = 500    // patterns that are not the name of a folder, file or Lexicon
	maxNames     = 10_000 // entries of rules
)

// readFile reads a config file.
func readFile(path string) ([]byte, error) {
	text, err := files.Read(path, maxSize)
	if errors.Is(err, fs.ErrNotExist) && isLink(path) {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("a symbolic link to a file that does not exist")}
	}
	return text, err
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// checkLimits returns the first token that exceeds a limit, and which one; nil when
// there is none. It takes nesting from columns: a list may be counted together with
// the mapping that it is in.
func checkLimits(tokens token.Tokens) (*token.Token, string) {
	var open nesting
	tags, line, column := 0, 0, 0 // of the first token in the line behind "-" and "?"
	for _, t := range tokens {
		indicator := t.Type == token.SequenceEntryType || t.Type == token.MappingKeyType
		if t.Position.Line != line && !indicator {
			line, column = t.Position.Line, t.Position.Column
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, collection{flow: true})
		case token.SequenceEndType, token.MappingEndType:
			open.closeFlow()
		case token.SequenceEntryType, token.MappingKeyType:
			open.block(t.Position.Column)
		case token.MappingValueType:
			if open.block(column).keys++; open.block(column).keys > maxKeys {
				return t, fmt.Sprintf("a mapping has more than %d keys", maxKeys)
			}
		case token.TagType:
			if tags++; tags > maxTags {
				return t, fmt.Sprintf("the file has more than %d tags", maxTags)
			}
		}
		if len(open) > maxDepth {
			return t, fmt.Sprintf("the nesting is more than %d levels deep", maxDepth)
		}
	}
	return nil, ""
}

// nesting is a stack of the lists and mappings around a token.
type nesting []collection

type collection struct {
	flow   bool // in brackets or braces
	column int  // of a block
	keys   int
}

// block returns the innermost collection after a block has started or gone on at a
// column. Within a flow collection there are no blocks.
func (n *nesting) block(column int) *collection {
	last := func() *collection { return &(*n)[len(*n)-1] }
	for len(*n) > 0 && !last().flow && last().column > column {
		*n = (*n)[:len(*n)-1]
	}
	if len(*n) == 0 || !last().flow && last().column < column {
		*n = append(*n, collection{column: column})
	}
	return last()
}

// closeFlow ends the innermost flow collection.
func (n *nesting) closeFlow() {
	for i := len(*n) - 1; i >= 0; i-- {
		if (*n)[i].flow {
			*n = (*n)[:i]
			return
		}
	}
}
