package lexicon

// Null is the type of null.
type Null struct{ Node }

// Boolean is true or false.
type Boolean struct {
	Node
	Default, Const Opt[bool]
}

// Integer is a signed whole number within 64 bits.
type Integer struct {
	Node
	Minimum, Maximum Opt[int64]
	Enum             []int64 // nil without the field
	Default, Const   Opt[int64]
}

// String is a Unicode text.
type String struct {
	Node
	Format                     string     // as written; may be unknown: see Syntax
	MinLength, MaxLength       Opt[int64] // UTF-8 bytes
	MinGraphemes, MaxGraphemes Opt[int64] // grapheme clusters
	KnownValues                []string   // nil without the field
	Enum                       []string   // nil without the field
	Default, Const             Opt[string]
}

// Bytes is a sequence of bytes.
type Bytes struct {
	Node
	MinLength, MaxLength Opt[int64] // raw bytes
}

// CIDLink is a link to content by its CID.
type CIDLink struct{ Node }

// Blob refers to a file that is stored separately.
type Blob struct {
	Node
	Accept  []string   // MIME types and globs, as written; nil without the field
	MaxSize Opt[int64] // bytes
}

// Array is a list of elements.
type Array struct {
	Node
	Items                Schema     // *Invalid when missing or broken
	MinLength, MaxLength Opt[int64] // elements
}

// Object is a map with named properties.
type Object struct {
	Node
	Properties []*Property // in the order of the text; nil without the field
	Required   []string
	Nullable   []string
}

// Property is one named property of an Object or Params.
type Property struct {
	Name   string
	Key    *Member
	Schema Schema // *Invalid when broken
}

// Property returns the property with that name; nil when there is none.
func (o *Object) Property(name string) *Property { return property(o.Properties, name) }

// Params describes the parameters of an HTTP query string, in the field "parameters" of
// a query, procedure or subscription.
type Params struct {
	Node
	Properties []*Property // in the order of the text; nil without the field
	Required   []string
}

// Property returns the parameter with that name; nil when there is none.
func (p *Params) Property(name string) *Property { return property(p.Properties, name) }

func property(properties []*Property, name string) *Property {
	for _, p := range properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Token is a value that has nothing but its name.
type Token struct{ Node }

// Ref refers to another definition.
type Ref struct {
	Node
	Link *Link // nil when the field "ref" is missing or malformed
}

// Union is a choice between definitions, told apart by $type.
type Union struct {
	Node
	Refs   []*Link // the well-formed references, in the order of the text; nil without the field
	Closed bool
}

// Bare reports whether the union lists nothing at all. A malformed reference is listed,
// though it is not in Refs: it is a variant that is not known.
func (u *Union) Bare() bool {
	refs := u.Value.Field("refs")
	return refs == nil || refs.Kind == KindArray && len(refs.Items) == 0
}

// HidesRefs reports whether the union lists malformed references.
func (u *Union) HidesRefs() bool {
	refs := u.Value.Field("refs")
	return refs != nil && (refs.Kind != KindArray || len(refs.Items) > len(u.Refs))
}

// Unknown is any value of the data model.
type Unknown struct{ Node }

// Invalid is a schema that could not be read. What is wrong with it is found already,
// and nothing inside it is known.
type Invalid struct {
	Node
	// Foreign says that it is a main definition whose type is not known, but may have been
	// added to the language: it is not similar to any known one. See Catalog.LeftOut.
	Foreign bool
}

// Type returns TypeNull.
func (*Null) Type() Type { return TypeNull }

// Type returns TypeBoolean.
func (*Boolean) Type() Type { return TypeBoolean }

// Type returns TypeInteger.
func (*Integer) Type() Type { return TypeInteger }

// Type returns TypeString.
func (*String) Type() Type { return TypeString }

// Type returns TypeBytes.
func (*Bytes) Type() Type { return TypeBytes }

// Type returns TypeCIDLink.
func (*CIDLink) Type() Type { return TypeCIDLink }

// Type returns TypeBlob.
func (*Blob) Type() Type { return TypeBlob }

// Type returns TypeArray.
func (*Array) Type() Type { return TypeArray }

// Type returns TypeObject.
func (*Object) Type() Type { return TypeObject }

// Type returns TypeParams.
func (*Params) Type() Type { return TypeParams }

// Type returns TypeToken.
func (*Token) Type() Type { return TypeToken }

// Type returns TypeRef.
func (*Ref) Type() Type { return TypeRef }

// Type returns TypeUnion.
func (*Union) Type() Type { return TypeUnion }

// Type returns TypeUnknown.
func (*Unknown) Type() Type { return TypeUnknown }

// Type returns TypeInvalid.
func (*Invalid) Type() Type { return TypeInvalid }

// destination is the end of a chain of refs.
type destination struct {
	definition *Definition // not a ref; nil if the refs cannot be resolved
	last       *Ref        // the ref that cannot be resolved, in that case
}

// Resolve follows a ref, through definitions that are refs themselves, to a definition
// of another type. It takes constant time.
//
// If there is no such definition target is nil, and last is the ref that cannot be
// resolved: its Link is nil if it is malformed, the Target of its Link is nil if the
// Lexicon is not loaded or lacks the definition, and otherwise it is part of a cycle.
func (r *Ref) Resolve() (target *Definition, last *Ref) {
	if r.Link == nil || r.Link.Target == nil {
		return nil, r
	}
	if _, chained := r.Link.Target.Schema.(*Ref); !chained {
		return r.Link.Target, nil
	}
	if leads := r.Link.Target.leads; leads != nil {
		return leads.definition, leads.last
	}
	return nil, r
}

// Resolve returns the schema that a *Ref leads to, and any other schema itself. It is
// nil if the ref cannot be resolved.
func Resolve(s Schema) Schema {
	ref, ok := s.(*Ref)
	if !ok {
		return s
	}
	if target, _ := ref.Resolve(); target != nil {
		return target.Schema
	}
	return nil
}

// chain determines where the refs that begin at a definition lead, and keeps that for
// all definitions on the way.
func chain(def *Definition) {
	var way []*Definition
	met := map[*Definition]bool{}
	end := new(destination)
	for end.definition == nil && end.last == nil {
		ref, ok := def.Schema.(*Ref)
		switch {
		case !ok:
			end.definition = def
		case def.leads != nil:
			end = def.leads
		case ref.Link == nil, ref.Link.Target == nil, met[ref.Link.Target], ref.Link.Target == def:
			way, end.last = append(way, def), ref
		default:
			met[def] = true
			way, def = append(way, def), ref.Link.Target
		}
	}
	for _, def := range way {
		def.leads = end
	}
}
