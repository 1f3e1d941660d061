//go:build !unix

package cli

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// readHidden reads a line from the terminal without echo.
func readHidden(*term.State) (string, error) {
	text, err := term.ReadPassword(os.Stdin.Fd())
	return string(text), err
}
