package sample

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// ErrorSchema returns the schema of the response for an error that a method declares: an
// object with its name and a message, the description if there is one.
func ErrorSchema(e *lexicon.ErrorDef) *lexicon.Object {
	message := &lexicon.String{}
	if e.Description != "" {
		message.Const = lexicon.Some(e.Description)
	}
	return &lexicon.Object{Required: []string{"error", "message"}, Properties: []*lexicon.Property{
		{Name: "error", Schema: &lexicon.String{Const: lexicon.Some(e.Name)}}, {Name: "message", Schema: message},
	}}
}
