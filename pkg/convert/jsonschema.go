package convert

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// JSONSchemaOptions are the options of exports to JSON Schema.
type JSONSchemaOptions struct {
	Options
	// DataModel validates what no schema describes, values of type unknown and
	// fields that are not declared, against the data model.
	DataModel bool
	Draft7    bool // writes JSON Schema draft 7 in place of 2020-12
}

func (o *JSONSchemaOptions) dialect() dialect {
	if !o.Draft7 {
		return draft2020
	}
	d := draft07
	d.noConst = o.Style == StyleCodegen // typify ignores const, so that it cannot tell variants apart
	return d
}

// JSONSchema exports to one document of JSON Schema. Its $defs, or definitions in draft
// 7, contain the schema of each definition: "NSID" for a main definition, "NSID_name"
// for another, and for methods "NSID__params", "NSID__input", "NSID__output" and
// "NSID__message". When the selection has a Root that describes data, the document is
// the schema of that, which is not in $defs. When no definitions were named, it accepts
// the records, told apart by $type. Otherwise it accepts everything, and is used through
// its $defs.
func JSONSchema(ctx context.Context, s *Selection, o JSONSchemaOptions) (*Export, error) {
	dialect := o.dialect()
	var whole key
	if s.Root != nil {
		whole = key{Reference: s.Root.Reference()}
	}
	e, err := writeSchemas(ctx, dialect, s, o, func(_ syntax.NSID, to key) string {
		if to == whole {
			return "#"
		}
		return "#/" + dialect.definitions + "/" + to.String()
	})
	if err != nil {
		return nil, err
	}
	root := e.root()
	if schema := e.schemas[whole]; schema != nil {
		root.members = append(root.members, schema.members...)
		delete(e.schemas, whole)
	} else if s.wanted != nil {
		var records array
		for _, def := range s.Definitions {
			if def.Schema.Type() == lexicon.TypeRecord {
				records = append(records, e.to(key{Reference: def.Reference()}))
			}
		}
		if len(records) > 0 {
			root.set("oneOf", records)
		}
	}
	if definitions := named(e.schemas, key.String); s.Root == nil || len(definitions.members) > 0 {
		root.push(dialect.definitions, definitions)
	}
	return e.export(File{root: root}), nil
}

// JSONSchemaFiles exports to a document of JSON Schema for each Lexicon, NSID.json; the
// documents refer to each other by relative paths. The $defs of each contain the schemas
// of its definitions by their names, and for methods "__params", "__input", "__output"
// and "__message". A document whose main definition is a record or an object is a schema
// of that.
func JSONSchemaFiles(ctx context.Context, s *Selection, o JSONSchemaOptions) (*Export, error) {
	dialect := o.dialect()
	address := func(own syntax.NSID, to key) string {
		local := "#/" + dialect.definitions + "/" + to.local()
		if to.NSID == own {
			return local
		}
		return fileName(to.NSID) + local
	}
	e, err := writeSchemas(ctx, dialect, s, o, address)
	if err != nil {
		return nil, err
	}
	byFile := map[syntax.NSID]map[key]*object{}
	for k, schema := range e.schemas {
		if byFile[k.NSID] == nil {
			byFile[k.NSID] = map[key]*object{}
		}
		byFile[k.NSID][k] = schema
	}
	var files []File
	folded := map[string]syntax.NSID{}
	for id, schemas := range byFile {
		if other, ok := folded[strings.ToLower(string(id))]; ok {
			return nil, fmt.Errorf("%s and %s differ only in case; on some systems their files would have the same name", min(id, other), max(id, other))
		}
		folded[strings.ToLower(string(id))] = id
		root := e.root()
		main := lexicon.Reference{NSID: id, Name: "main"}
		if def := s.catalog.Definition(main); def != nil && schemas[key{Reference: main}] != nil && isObject(def) {
			e.own = id
			schema := e.to(key{Reference: main})
			if o.Draft7 { // $schema and definitions would not count beside $ref
				schema = single("allOf", array{schema})
			}
			root.members = append(root.members, schema.members...)
		}
		root.push(dialect.definitions, named(schemas, key.local))
		files = append(files, File{fileName(id), root})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return e.export(files...), nil
}

// root returns the start of a document.
func (e *emitter) root() *object {
	root := single("$schema", text(e.uri))
	if e.options.Style != StyleSound {
		root.set("$comment", text(e.options.Style.note()))
	}
	return root
}

// fileName returns the name of the file for the schemas of a Lexicon; for "", of
// those that belong to none.
func fileName(id syntax.NSID) string {
	if id == "" {
		return "Lexicon.json"
	}
	return string(id) + ".json"
}

// writeSchemas writes all schemas of a selection.
func writeSchemas(ctx context.Context, d dialect, s *Selection, o JSONSchemaOptions, address func(syntax.NSID, key) string) (*emitter, error) {
	e := newEmitter(d, s, o.Options, address)
	if e.dataModel = o.DataModel; e.dataModel {
		e.addDataModel()
	}
	return e, e.each(ctx, func(def *lexicon.Definition) {
		endpoint := lexicon.EndpointOf(def.Schema)
		if endpoint == nil {
			return
		}
		for part, schema := range lexicon.Parts(def.Schema) {
			description := ""
			if body := endpoint.Body(part); body != nil {
				description = body.Description
			}
			k := partKey(def, part)
			if part == lexicon.PartMessage {
				e.schemas[k] = e.message(schema, description)
			} else {
				e.schemas[k] = e.withExample(e.body(schema, description), def, part)
			}
		}
	})
}

// named returns schemas in the order of their names.
func named(schemas map[key]*object, name func(key) string) *object {
	o := &object{make([]member, 0, len(schemas))}
	for k, schema := range schemas {
		o.push(name(k), schema)
	}
	slices.SortFunc(o.members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return o
}
