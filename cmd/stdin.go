package cmd

import (
	"io/fs"

	"github.com/lexsmith/lexsmith/internal/datafiles"
	"github.com/lexsmith/lexsmith/internal/gitrev"
)

// stdin is the argument that means standard input, and its path in reports.
const stdin = datafiles.Stdin

// inputName names an input in a sentence, given its path in reports.
func inputName(shown string) string {
	if shown == stdin {
		return "standard input"
	}
	return shown
}

// stdinFS is a file system with one file named "-": the text read from standard
// input.
type stdinFS []byte

func (text stdinFS) Open(name string) (fs.File, error) {
	files := gitrev.NewFS()
	files.Add(stdin, text)
	return files.Open(name)
}
