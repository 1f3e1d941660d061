package cmd

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// Streams are the streams that a run reads and writes, and what is known of
// them. Reports go to Out, errors and progress to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Color    bool // colour Out, unless the flag --color says otherwise
	Width    int  // columns of the terminal that Out is, else 0
	Progress bool // Err is a terminal on which a line can be erased
}

// SystemStreams returns the standard streams of the process.
func SystemStreams() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	capable := os.Getenv("TERM") != "dumb"
	if term.IsTerminal(os.Stdout.Fd()) {
		s.Color = capable && os.Getenv("NO_COLOR") == ""
		if width, _, err := term.GetSize(os.Stdout.Fd()); err == nil {
			s.Width = width
		}
	}
	s.Progress = capable && term.IsTerminal(os.Stderr.Fd())
	return s
}
