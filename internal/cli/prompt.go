package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// ErrNotConfirmed ends a run whose plan was not confirmed.
var ErrNotConfirmed = errors.New("not confirmed: nothing was written")

// Answer asks for a value until it is valid.
func (s *Streams) Answer(ctx context.Context, question string, check func(string) error) (string, error) {
	for {
		fmt.Fprintf(s.Err, "%s: ", question)
		text, err := s.ReadLine(ctx)
		if ctx.Err() != nil {
			fmt.Fprintln(s.Err)
			return "", context.Cause(ctx)
		}
		if err != nil {
			fmt.Fprintln(s.Err)
			return "", errors.New("no input")
		}
		if err := check(text); err != nil {
			fmt.Fprintln(s.Err, terminal.Escape(err.Error()))
			continue
		}
		return text, nil
	}
}

// Confirm asks whether to go on.
func (s *Streams) Confirm(ctx context.Context, question string) error {
	fmt.Fprintf(s.Err, "%s [y/N] ", terminal.Escape(question))
	answer, err := s.ReadLine(ctx)
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err)
		return context.Cause(ctx)
	}
	if err != nil {
		fmt.Fprintln(s.Err)
	}
	switch strings.ToLower(answer) {
	case "y", "yes":
		return nil
	}
	return ErrNotConfirmed
}

// ReadLine reads a line byte by byte, so that the next one is left in the stream. Where
// there is no line, the error is that of the stream, or the cause why ctx is done.
func (s *Streams) ReadLine(ctx context.Context) (string, error) {
	return untilDone(ctx, func() (string, error) {
		var line []byte
		for next := make([]byte, 1); ; {
			n, err := s.In.Read(next)
			switch {
			case n == 1 && next[0] == '\n' || err == io.EOF && len(line) > 0:
				return strings.TrimSpace(string(line)), nil
			case err != nil:
				return "", err
			case n == 1:
				line = append(line, next[0])
			}
		}
	})
}

// readSecret reads a line from the terminal without echo, and turns the echo on again
// when a signal comes first.
func readSecret(ctx context.Context) (string, error) {
	ctx, stop := UntilSignal(ctx, append(Interrupts(), syscall.SIGQUIT)...)
	defer stop()
	fd := os.Stdin.Fd()
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	text, err := untilDone(ctx, func() (string, error) { return readHidden(before) })
	if ctx.Err() != nil {
		_ = term.Restore(fd, before)
	}
	return text, err
}
