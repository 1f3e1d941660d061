package lint

import "github.com/lexsmith/lexsmith/pkg/syntax"

// quote quotes a text out of a file for a message.
func quote(text string) string { return syntax.Quote(text) }
