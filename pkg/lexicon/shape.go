package lexicon

import (
	"github.com/lexsmith/lexsmith/internal/words"
)

// shape is a kind of JSON object in a schema file: one for each Type, and those
// that have no type of their own.
type shape uint8

const (
	shapeFile shape = NumTypes + iota
	shapeBody
	shapeMessage
	shapeError

	numShapes = NumTypes + iota
)

// String names the shape in messages.
func (s shape) String() string {
	switch s {
	case shapeFile:
		return "a Lexicon"
	case shapeBody:
		return "a body"
	case shapeMessage:
		return "a message"
	case shapeError:
		return "an error"
	}
	if Type(s) == TypeParams {
		return "a params object"
	}
	return words.Article(Type(s).String())
}

// maxFields is an upper bound of the number of fields of a shape.
const maxFields = 16

// Role is what an object is in a schema file, which decides what its keys mean.
type Role uint8

// The roles.
const (
	RoleNone        Role = iota // not an object of the language: data, or below an unknown key
	RoleFile                    // the whole file
	RoleDefinitions             // defs: schemas by name
	RoleProperties              // properties: schemas by name
	RoleSchema                  // a schema of any type, or an entry of permissions
	RoleBody                    // input or output
	RoleMessage                 // message
	RoleError                   // an entry of errors
)

// roleShapes are the shapes of the objects of the roles that have one shape each.
var roleShapes = [...]shape{RoleFile: shapeFile, RoleBody: shapeBody, RoleMessage: shapeMessage, RoleError: shapeError}
