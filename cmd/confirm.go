package cmd

import (
	"errors"
	"fmt"
	"strings"
)

// errNotConfirmed ends a run whose plan was not confirmed.
var errNotConfirmed = errors.New("not confirmed: nothing was written")

// confirm asks whether to go on.
func (o *options) confirm(question string) error {
	fmt.Fprintf(o.streams.Err, "%s [y/N] ", printable(question))
	answer, err := readLine(o.streams.In)
	if err != nil {
		fmt.Fprintln(o.streams.Err)
	}
	switch strings.ToLower(answer) {
	case "y", "yes":
		return nil
	}
	return errNotConfirmed
}

// confirmName asks for a name to be typed. Without a terminal it is read from standard
// input all the same.
func (o *options) confirmName(name string) error {
	if o.streams.Asks {
		fmt.Fprintf(o.streams.Err, "To confirm, type the NSID %s: ", name)
	}
	answer, err := readLine(o.streams.In)
	if err != nil && o.streams.Asks {
		fmt.Fprintln(o.streams.Err)
	}
	if answer != name {
		return fmt.Errorf("%w; to delete %s, type its NSID", errNotConfirmed, name)
	}
	return nil
}
