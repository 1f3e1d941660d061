package format

import "cmp"

// Options says what the layout is like. The zero Options are the defaults of
// prettier and the key order of the language.
type Options struct {
	Indent    int    // columns of one level, and of a tab; 0 means 2
	Tabs      bool   // indent with tabs
	Width     int    // columns that a line has where it can be broken; 0 means 80
	KeepOrder bool   // leave the keys in the order of the text
	LineEnd   string // what ends a line; "" means "\n"
}

// withDefaults returns the options with what their zero values mean.
func (o Options) withDefaults() Options {
	o.Indent = cmp.Or(o.Indent, 2)
	o.Width = cmp.Or(o.Width, 80)
	o.LineEnd = cmp.Or(o.LineEnd, "\n")
	return o
}
