package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
)

// Streams are the streams of a run and what is known about them. Reports go to
// Out, errors, notes and progress to Err.
type Streams struct {
	In          io.Reader
	Out, Err    io.Writer
	Color       bool // color what goes to Out, unless --color says otherwise
	Terminal    bool // Out is a terminal
	ErrTerminal bool // Err is a terminal
	Width       int  // columns of the terminal behind Out; 0 when that is not known
	Progress    bool // Err is a terminal on which a line can be erased
	Asks        bool // In and Err are terminals: what is not given can be asked for
	Quiet       bool // there are no notes
	// Secret reads a line without echo; nil where nothing can be asked for.
	Secret func(context.Context) (string, error)
}

// SystemStreams returns the standard streams of the process.
func SystemStreams() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	s.Terminal = term.IsTerminal(os.Stdout.Fd())
	s.Color = wantsColor(os.Getenv, s.Terminal)
	if s.Terminal {
		if width, _, err := term.GetSize(os.Stdout.Fd()); err == nil {
			s.Width = width
		}
	}
	s.ErrTerminal = term.IsTerminal(os.Stderr.Fd())
	s.Asks = term.IsTerminal(os.Stdin.Fd()) && s.ErrTerminal
	if s.Asks {
		s.Secret = readSecret
	}
	s.Progress = os.Getenv("TERM") != "dumb" && s.ErrTerminal
	return s
}

// Note prints on standard error what is worth knowing but not a finding.
func (s *Streams) Note(format string, args ...any) {
	if !s.Quiet {
		s.Warn(format, args...)
	}
}

// Warn is like Note for what must be known even with --quiet.
func (s *Streams) Warn(format string, args ...any) {
	fmt.Fprintln(s.Err, terminal.Escape("lexsmith: note: "+words.Excerpt(fmt.Sprintf(format, args...))))
}

// wantsColor decides by the environment whether to color output, and where that says
// nothing by whether it goes to a terminal. The order of the variables is that of
// https://no-color.org, https://force-color.org and https://bixense.com/clicolors;
// see the help topic environment.
func wantsColor(getenv func(string) string, terminal bool) bool {
	force := getenv("FORCE_COLOR")
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case force != "":
		return force != "0" && force != "false"
	case getenv("CLICOLOR_FORCE") != "" && getenv("CLICOLOR_FORCE") != "0":
		return true
	case getenv("CLICOLOR") == "0":
		return false
	}
	return terminal && getenv("TERM") != "dumb"
}
