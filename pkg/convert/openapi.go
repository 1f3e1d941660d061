package convert

import (
	"context"
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
	Server     string // URL; "" for "/"
	Bearer     bool   // methods take a bearer token
}

// OpenAPI exports to an OpenAPI document: a path for each query and procedure,
// and among its components a schema for each definition, named as in JSONSchema.
// Subscriptions have no path; their messages are among the components.
func OpenAPI(ctx context.Context, s *Selection, o OpenAPIOptions) (*Export, error) {
	if err := o.check(s); err != nil {
		return nil, err
	}
	version, dialect := "3.1.1", openAPI31()
	if o.Version == OpenAPI30 {
		version, dialect = "3.0.4", openAPI30()
	}
	a := &api{emitter: newEmitter(dialect, s, o.Options, componentAddress), paths: new(object)}
	for _, def := range s.Definitions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.definition(def)
		a.method(def)
	}
	root := single("openapi", text(version)).set("info", o.info(s)).
		set("servers", array{single("url", text(orElse(o.Server, "/")))})
	requirement := new(object)
	if o.Bearer {
		requirement.set("bearer", array{})
	}
	root.set("security", array{requirement})
	if tags := a.declaredTags(); len(tags) > 0 {
		root.set("tags", tags)
	}
	root.set("paths", a.paths).set("components", a.components(o.Bearer))
	a.note(root, "subscriptions", texts(a.subscriptions))
	if len(a.subscriptions) == 0 {
		root.remove(annotation)
	}
	return a.export(root), nil
}

// componentAddress returns the $ref of a component of OpenAPI or AsyncAPI.
func componentAddress(_ syntax.NSID, to key) string { return "#/components/schemas/" + to.String() }

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// api is an OpenAPI document under construction.
type api struct {
	*emitter
	paths         *object
	tags          []string
	subscriptions []string
}

func (o *OpenAPIOptions) info(s *Selection) *object {
	owners := authorities(s)
	return information(orElse(o.Title, title("XRPC methods", owners)), orElse(o.APIVersion, "1.0.0"), owners,
		"Generated from Lexicons, the schemas of the AT Protocol. Every value that the Lexicons accept is accepted here; "+
			"constraints that OpenAPI cannot express are in x-lexicon.")
}

// information returns the Info Object of OpenAPI and AsyncAPI.
func information(title, version string, owners []string, description string) *object {
	info := single("title", text(title)).set("version", text(version)).set("description", text(description))
	if len(owners) > 0 {
		info.set("contact", single("name", text(strings.Join(owners, ", "))))
	}
	return info
}

func title(what string, owners []string) string {
	switch len(owners) {
	case 0:
		return what
	case 1, 2:
		return what + " of " + strings.Join(owners, " and ")
	}
	return what + " of " + owners[0] + " and others"
}

// authorities returns the domain names of the selected Lexicons that are not
// Dependency: the first two segments of their NSIDs, those with the most
// definitions first.
func authorities(s *Selection) []string {
	count := map[string]int{}
	for _, def := range s.Definitions {
		if !def.Document.Dependency {
			segments := strings.SplitN(string(def.Document.ID), ".", 3)
			count[strings.ToLower(segments[1]+"."+segments[0])]++
		}
	}
	names := make([]string, 0, len(count))
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return names
}

// declaredTags describes the tags of the operations.
func (a *api) declaredTags() array {
	slices.Sort(a.tags)
	var tags array
	for _, tag := range slices.Compact(a.tags) {
		tags = append(tags, single("name", text(tag)).set("description", text("The methods of "+tag+".")))
	}
	return tags
}

func (a *api) components(bearer bool) *object {
	components := new(object)
	if len(a.paths.members) > 0 {
		a.add(keyXRPCError, xrpcError())
		components.set("responses", single(keyXRPCError.Name, a.errorResponse("The request failed; `error` names the reason.", nil)))
	}
	schemas := a.named(key.String)
	if len(schemas.members) > 0 {
		components.first("schemas", schemas)
	}
	if bearer {
		components.set("securitySchemes", single("bearer", single("type", text("http")).set("scheme", text("bearer"))))
	}
	return components
}

// xrpcError returns the schema of the body of an error response.
func xrpcError() *object {
	word := func() *object { return single("type", text("string")) }
	return single("description", text("An error of an XRPC method.")).set("type", text("object")).
		set("required", texts([]string{"error"})).
		set("properties", new(object).
			set("error", word().first("description", text("The name of the error."))).
			set("message", word().first("description", text("A description for people."))))
}

// method adds what OpenAPI has for an endpoint.
func (a *api) method(def *lexicon.Definition) {
	a.own = def.Document.ID
	switch s := def.Schema.(type) {
	case *lexicon.Query:
		a.operation("get", s, &s.Endpoint, nil, s.Output)
	case *lexicon.Procedure:
		a.operation("post", s, &s.Endpoint, s.Input, s.Output)
	case *lexicon.Subscription:
		a.lose(s, "type", gapSubscription)
		a.subscriptions = append(a.subscriptions, string(def.Document.ID)) // even if the definition is not main
		if s.Message != nil && s.Message.Schema != nil {
			a.add(key{def.Reference(), partMessage}, a.message(s.Message.Schema, s.Message.Description))
		}
	}
}
