package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// OpenAPIVersion is a version of OpenAPI.
type OpenAPIVersion uint8

// The versions.
const (
	OpenAPI31 OpenAPIVersion = iota // 3.1.1
	OpenAPI30                       // 3.0.4
)

// OpenAPIOptions are the options of exports to OpenAPI.
type OpenAPIOptions struct {
	Options
	Version    OpenAPIVersion
	Title      string // "" for one made from the NSIDs of the methods
	APIVersion string // "" for 1.0.0
	License    string // SPDX expression; "" for none
	Server     string // URL; "" for "/"
	// Bearer says that methods take a bearer token, except those in Public.
	Bearer bool
	Public []syntax.NSID
}

// OpenAPI exports to an OpenAPI document: a path for each query and procedure,
// and among its components a schema for each definition, named as in JSONSchema.
// Subscriptions have no path; their messages are among the components.
func OpenAPI(ctx context.Context, s *Selection, o OpenAPIOptions) (*Export, error) {
	version, dialect := "3.1.1", openAPI31
	if o.Version == OpenAPI30 {
		version, dialect = "3.0.4", openAPI30
	}
	a := &api{
		emitter: newEmitter(dialect, s, o.Options, componentAddress),
		options: o, paths: new(object), described: map[syntax.NSID]bool{},
	}
	if err := a.each(ctx, a.method); err != nil {
		return nil, err
	}
	var unknown []error
	for _, id := range o.Public {
		if !a.described[id] {
			unknown = append(unknown, fmt.Errorf("%s is not an exported query or procedure", id))
		}
	}
	if unknown != nil {
		return nil, errors.Join(unknown...)
	}
	root := single("openapi", text(version)).set("info", o.info(s)).
		set("servers", array{single("url", text(cmp.Or(o.Server, "/")))})
	requirement := new(object)
	if o.Bearer {
		requirement.set("bearer", array{})
	}
	root.set("security", array{requirement})
	if len(a.described) > 0 {
		root.set("tags", a.tags())
	}
	root.set("paths", a.paths).set("components", a.components())
	if len(a.subscriptions) > 0 {
		a.note(root, "subscriptions", texts(a.subscriptions))
	}
	return a.export(File{root: root}), nil
}

// componentAddress returns the $ref of a component of OpenAPI or AsyncAPI.
func componentAddress(_ syntax.NSID, to key) string { return "#/components/schemas/" + to.String() }

// api is an OpenAPI document under construction.
type api struct {
	*emitter
	options       OpenAPIOptions
	paths         *object
	described     map[syntax.NSID]bool // methods that have a path
	subscriptions []string
}

// info returns the Info Object.
func (o *OpenAPIOptions) info(s *Selection) *object {
	info := single("title", text(cmp.Or(o.Title, title("XRPC methods", s, lexicon.TypeQuery, lexicon.TypeProcedure)))).
		set("version", text(cmp.Or(o.APIVersion, "1.0.0"))).
		set("description", text("Generated from Lexicons, the schemas of the AT Protocol. "+o.Style.note()+
			" Constraints that OpenAPI cannot express are in x-lexicon."))
	if o.License != "" {
		license := single("name", text(o.License))
		if o.Version == OpenAPI31 {
			license.set("identifier", text(o.License))
		}
		info.set("license", license)
	}
	return info
}

// title returns the title of a document that describes definitions of these types, with
// their domain names: the first two segments of their NSIDs, those with the most
// definitions first.
func title(what string, s *Selection, types ...lexicon.Type) string {
	count := map[string]int{}
	for _, def := range s.Definitions {
		if slices.Contains(types, def.Schema.Type()) && !def.Document.Dependency {
			segments := strings.SplitN(string(def.Document.ID), ".", 3)
			count[strings.ToLower(segments[1]+"."+segments[0])]++
		}
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	switch len(names) {
	case 0:
		return what
	case 1, 2:
		return what + " of " + strings.Join(names, " and ")
	}
	return what + " of " + names[0] + " and others"
}

// tags describes the tags of the operations.
func (a *api) tags() (tags array) {
	groups := map[string]bool{}
	for id := range a.described {
		groups[id.Group()] = true
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		tags = append(tags, single("name", text(group)).set("description", text("The methods of "+group+".")))
	}
	return tags
}

func (a *api) components() *object {
	responses := new(object)
	if len(a.paths.members) > 0 {
		a.schemas[keyXRPCError] = a.xrpcError()
		if a.options.Bearer {
			responses.set(unauthorized, a.errorResponse("The token is missing, invalid, or expired.",
				"example", errorValue("AuthenticationRequired", "Authentication is required.")))
		}
		responses.set(keyXRPCError.Name, a.errorResponse("The request failed; `error` names the reason.",
			"example", errorExample()))
	}
	components := new(object)
	if len(a.schemas) > 0 {
		components.set("schemas", named(a.schemas, key.String))
	}
	if len(responses.members) > 0 {
		components.set("responses", responses)
	}
	if a.options.Bearer {
		components.set("securitySchemes", single("bearer", single("type", text("http")).set("scheme", text("bearer"))))
	}
	return components
}

// xrpcError returns the schema of the body of an error response.
func (a *api) xrpcError() *object {
	word := func(description string) *object {
		return single("description", text(description)).set("type", text("string"))
	}
	return a.exampled(single("description", text("An error of an XRPC method.")).set("type", text("object")).
		set("required", texts([]string{"error"})).
		set("properties", single("error", word("The name of the error.")).set("message", word("A description for people."))),
		errorExample())
}

// method adds what OpenAPI has for an endpoint.
func (a *api) method(def *lexicon.Definition) {
	switch s := def.Schema.(type) {
	case *lexicon.Query:
		a.operation("get", def, &s.Endpoint)
	case *lexicon.Procedure:
		a.operation("post", def, &s.Endpoint)
	case *lexicon.Subscription:
		a.lose(s, "type", gapSubscription)
		a.subscriptions = append(a.subscriptions, string(def.Document.ID)) // even if the definition is not main
		if s.Message != nil && s.Message.Schema != nil {
			a.schemas[partKey(def, lexicon.PartMessage)] = a.message(s.Message.Schema, s.Message.Description)
		}
	}
}
