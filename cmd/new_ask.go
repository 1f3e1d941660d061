package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ask asks on a terminal for what the command line does not say, until the answers
// are valid.
func (o *newOptions) ask() error {
	if o.kind == "" {
		fmt.Fprintln(o.streams.Err, "What to write:")
		for _, kind := range scaffold.Kinds() {
			fmt.Fprintf(o.streams.Err, "  %-16s%s\n", kind, scaffold.Describe(kind))
		}
	}
	if err := o.answer(&o.kind, "Kind", checkKind); err != nil {
		return err
	}
	return o.answer(&o.id, "NSID, such as com.example.post", func(text string) error {
		id, err := syntax.ParseNSID(text)
		if err != nil {
			return fmt.Errorf("%s is not a valid NSID: %s", syntax.Quote(text), syntax.Reason(err))
		}
		return scaffold.Check(o.kind, id)
	})
}

// answer asks for a value, until it is valid, unless there is one.
func (o *options) answer(value *string, question string, check func(string) error) error {
	for *value == "" {
		fmt.Fprintf(o.streams.Err, "%s: ", question)
		text, err := readLine(o.streams.In)
		if err != nil {
			fmt.Fprintln(o.streams.Err)
			return errors.New("no input")
		}
		if err := check(text); err != nil {
			fmt.Fprintln(o.streams.Err, printable(err.Error()))
			continue
		}
		*value = text
	}
	return nil
}

// readLine reads a line byte by byte, so that the next one is left in the stream. The
// error is that of the stream when there is no line.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for next := make([]byte, 1); ; {
		n, err := r.Read(next)
		switch {
		case n == 1 && next[0] == '\n' || err == io.EOF && len(line) > 0:
			return strings.TrimSpace(string(line)), nil
		case err != nil:
			return "", err
		case n == 1:
			line = append(line, next[0])
		}
	}
}
