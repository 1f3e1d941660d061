package cmd

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// streams are the streams of a run and what is known about them. Reports go to
// Out, errors and progress to Err.
type streams struct {
	In       io.Reader
	Out, Err io.Writer
	Color    bool // color what goes to Out, unless --color says otherwise
	Width    int  // columns of the terminal behind Out; 0 when there is none
	Progress bool // Err is a terminal on which a line can be erased
}

// systemStreams returns the standard streams of the process.
func systemStreams() streams {
	s := streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
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
