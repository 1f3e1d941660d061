package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/goccy/go-yaml/token"
)

// The limits of a config file. Beyond them the YAML parser takes time and memory
// that grow with the square of the file.
const (
	maxSize  = 1 << 20 // bytes
	maxDepth = 100     // levels of lists and mappings
	maxKeys  = 500     // keys of one mapping
	maxTags  = 100
)

// The limits of ignore, whose patterns are compared with the path of every file. What
// an alias repeats counts each time.
const (
	maxWildcards = 500    // patterns that are not the name of a folder, file or Lexicon
	maxNames     = 10_000 // entries of rules
)

var (
	errNotRegular = errors.New("not a regular file")
	errFolder     = errors.New("a folder, not a file")
	errDangling   = errors.New("a symbolic link to a file that does not exist")
)

// readFile reads a config file of at most maxSize bytes. What is not a regular file
// could block, or have no end.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && isLink(path) {
		err = &fs.PathError{Op: "read", Path: path, Err: errDangling}
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errFolder}
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err == nil && len(text) > maxSize {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("the file is larger than %d MiB", maxSize>>20)}
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
