package cmd

import (
	"context"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/cli"
)

// confirmName asks for a name to be typed. Without a terminal it is read from standard
// input all the same.
func (g *globals) confirmName(ctx context.Context, name string) error {
	if g.Asks {
		fmt.Fprintf(g.Err, "To confirm, type the NSID %s: ", name)
	}
	answer, err := g.ReadLine(ctx)
	if ctx.Err() != nil {
		return err
	}
	if err != nil && g.Asks {
		fmt.Fprintln(g.Err)
	}
	if answer != name {
		return fmt.Errorf("%w; to delete %s, type its NSID", cli.ErrNotConfirmed, name)
	}
	return nil
}
