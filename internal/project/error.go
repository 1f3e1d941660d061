package project

import "fmt"

// Error is a mistake in a config file.
type Error struct {
	Path         string
	Line, Column int // 1-based, the column in characters
	Message      string
}

// Error returns "PATH:LINE:COLUMN: MESSAGE".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}
