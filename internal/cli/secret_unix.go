//go:build unix

package cli

import (
	"os"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// readHidden reads a line from the terminal, whose state is given, without echo. Ctrl-D
// ends the line; the error for an empty one is io.EOF.
func readHidden(before *term.State) (string, error) {
	fd, hidden := os.Stdin.Fd(), *before
	hidden.Lflag &^= syscall.ECHO
	hidden.Lflag |= syscall.ICANON | syscall.ISIG
	hidden.Iflag |= syscall.ICRNL
	if err := term.SetState(fd, &hidden); err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(fd, before) }()
	line := make([]byte, 4<<10) // a terminal gives at most this much of one line
	n, err := os.Stdin.Read(line)
	return strings.TrimSuffix(string(line[:n]), "\n"), err
}
