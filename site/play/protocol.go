package play

import (
	"embed"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The Lexicons of the protocol that others most often refer to. They accept the same data
// as those that are published.
//
//go:embed protocol/*.json
var protocol embed.FS

// dependencies returns the Lexicons of the protocol, to resolve references. A Lexicon in a
// pane with the same id is used instead.
func dependencies(profile diag.Profile) []*lexicon.Document {
	entries, _ := protocol.ReadDir("protocol") // it is part of the program
	var all []*lexicon.Document
	for _, e := range entries {
		path := "protocol/" + e.Name()
		text, _ := protocol.ReadFile(path)
		d := lexicon.Parse(&diag.Source{Path: path, Text: text}, profile)
		d.Dependency = true
		all = append(all, d)
	}
	return all
}
