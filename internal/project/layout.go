package project

import (
	"cmp"
	"math"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/editorconfig"
	"github.com/lexsmith/lexsmith/pkg/format"
)

// Layouts tells how schema files are laid out. It is safe for many goroutines.
type Layouts struct {
	format config.Format

	mu     sync.Mutex // guards the rest
	editor editorconfig.Reader
}

// NewLayouts returns the layouts that a config file and .editorconfig files ask
// for.
func NewLayouts(c *config.Config) *Layouts { return &Layouts{format: c.Format} }

// Of returns the layout of the file at path, which need not exist: what the config
// file says, then what the .editorconfig files around the file say, up to the root
// of its repository, then the defaults. The error is that of an .editorconfig which
// cannot be read.
func (l *Layouts) Of(path string) (format.Options, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return format.Options{}, err
	}
	l.mu.Lock()
	properties, err := l.editor.Properties(path)
	l.mu.Unlock()
	if err != nil {
		return format.Options{}, err
	}
	options := editorOptions(properties)
	options.KeepOrder = l.format.KeepOrder
	if indent := l.format.Indent; indent.Set {
		options.Tabs = indent.Value == 0
		options.Indent = cmp.Or(indent.Value, options.Indent)
	}
	options.Width = cmp.Or(l.format.Width.Value, options.Width)
	return options, nil
}

// editorOptions returns what properties of .editorconfig mean, read as prettier
// reads them. Values that mean nothing, such as "unset", are passed over.
func editorOptions(properties map[string]string) (o format.Options) {
	style, size, tab := properties["indent_style"], columns(properties["indent_size"]), columns(properties["tab_width"])
	switch {
	case style == "tab" && size == "":
		size = "tab"
	case size == "tab" && tab != "":
		size = tab
	case size != "tab" && tab == "":
		tab = size
	}
	o.Tabs = style == "tab" || style != "space" && size == "tab"
	o.Indent = positive(tab)
	if style == "space" {
		o.Indent = cmp.Or(positive(size), o.Indent)
	}
	o.Width = positive(properties["max_line_length"])
	if properties["max_line_length"] == "off" {
		o.Width = math.MaxInt
	}
	switch properties["end_of_line"] {
	case "crlf":
		o.LineEnd = "\r\n"
	case "cr":
		o.LineEnd = "\r"
	}
	return o
}

// columns returns the value of indent_size or tab_width; "" where it is so large that
// the indentation would be most of a file.
func columns(value string) string {
	const most = 16
	if positive(value) > most {
		return ""
	}
	return value
}

// positive returns the number that a text is, 0 where it is not a positive one.
func positive(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
