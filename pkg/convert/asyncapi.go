package convert

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// AsyncAPIOptions are the options of exports to AsyncAPI.
type AsyncAPIOptions struct {
	Options
}

// wire is how the messages of a stream are encoded.
type wire struct {
	contentType string
	framed      bool   // a message is an object that contains the payload
	is          string // what a message is
}

// wires has the encoding of each subprotocol.
var wires = map[string]wire{
	lexicon.SubprotocolV0CBOR: {dagCBOR, false, "a WebSocket frame of two DAG-CBOR values, a header that names its type and the payload. " +
		"The schemas describe the payload in its JSON form."},
	lexicon.SubprotocolV1JSON: {"application/json", true, "a WebSocket text frame with a JSON object that contains the payload, or an error. " +
		"The schemas describe that object."},
	lexicon.SubprotocolV1CBOR: {dagCBOR, true, "a WebSocket frame with a DAG-CBOR object that contains the payload, or an error. " +
		"The schemas describe that object in its JSON form."},
}

// encodingOf returns the name of the encoding that a subscription declares: the default for an
// unknown one.
func encodingOf(s *lexicon.Subscription) string {
	if name := s.Encoding(); wires[name].is != "" {
		return name
	}
	return lexicon.SubprotocolV0CBOR
}

const dagCBOR = "application/vnd.ipld.dag-cbor"

// AsyncAPI exports to an AsyncAPI 3.0 document: a channel for each subscription,
// and a message for each variant of its messages. The schemas of the messages,
// named as in JSONSchema, are of JSON Schema draft 7, the default of AsyncAPI.
func AsyncAPI(ctx context.Context, s *Selection, o AsyncAPIOptions) (*Export, error) {
	stream := &stream{
		emitter:  newEmitter(draft07, s, o.Options, componentAddress),
		channels: new(object), operations: new(object), messages: map[key]*object{}, wires: map[string]bool{},
	}
	described := map[syntax.NSID]bool{} // of several in a file only the first has a channel
	err := stream.each(ctx, func(def *lexicon.Definition) {
		if subscription, ok := def.Schema.(*lexicon.Subscription); ok && !described[def.Document.ID] {
			described[def.Document.ID] = true
			stream.subscription(subscription)
		}
	})
	if err != nil {
		return nil, err
	}
	onTheWire, contentType := stream.onTheWire()
	info := single("title", text(title("XRPC subscriptions", s, lexicon.TypeSubscription))).set("version", text("1.0.0")).
		set("description", text("Generated from Lexicons, the schemas of the AT Protocol. "+o.Style.note()+onTheWire))
	root := single("asyncapi", text("3.0.0")).
		set("info", info).
		set("defaultContentType", text(contentType)).
		set("channels", stream.channels).
		set("operations", stream.operations)
	components := new(object)
	if len(stream.messages) > 0 {
		components.set("messages", named(stream.messages, key.String))
	}
	if len(stream.schemas) > 0 {
		components.set("schemas", named(stream.schemas, key.String))
	}
	return stream.export(File{root: root.set("components", components)}), nil
}

// stream is an AsyncAPI document under construction.
type stream struct {
	*emitter
	channels   *object
	operations *object
	messages   map[key]*object
	wires      map[string]bool // the encodings of the subscriptions
}

// onTheWire describes the encodings, and returns the content type of the messages: where they
// differ, that of the default encoding.
func (a *stream) onTheWire() (description, contentType string) {
	names := slices.Sorted(maps.Keys(a.wires))
	if len(names) == 0 {
		names = []string{lexicon.SubprotocolV0CBOR}
	}
	if len(names) == 1 {
		w := wires[names[0]]
		return " On the wire, a message is " + w.is, w.contentType
	}
	for _, name := range names {
		description += " On the wire, a message of " + name + " is " + wires[name].is
	}
	return description, dagCBOR
}

// subscription adds the channel of a subscription, and the operation by which
// the server sends its messages.
func (a *stream) subscription(s *lexicon.Subscription) {
	name := string(s.Definition.Document.ID) // even if the definition is not main
	channel := single("address", text("/xrpc/"+name)).set("title", text(name)).
		set("description", text(cmp.Or(s.Description, "The subscription "+name+".")))
	messages, refs := new(object), array{}
	encoding := encodingOf(s)
	a.wires[encoding] = true
	for _, k := range a.variantMessages(s, encoding) {
		messages.push(k.String(), single("$ref", text("#/components/messages/"+k.String())))
		refs = append(refs, single("$ref", text("#/channels/"+name+"/messages/"+k.String())))
	}
	binding := single("method", text("GET"))
	if s.Parameters != nil && len(s.Parameters.Properties) > 0 {
		binding.set("query", a.schema(s.Parameters, false))
	}
	channel.set("messages", messages).
		set("bindings", single("ws", binding.set("bindingVersion", text("0.1.0"))))
	a.noteFields(channel, s, "subprotocol")
	if len(s.Errors) > 0 {
		a.noteFields(channel, s, "errors")
	}
	a.channels.push(name, channel)
	operation := single("action", text("send")).set("channel", single("$ref", text("#/channels/"+name))).
		set("title", text(name)).set("summary", text("The server sends the messages of "+name+"."))
	if s.Message != nil && s.Message.Schema != nil {
		operation.setText("description", joined(s.Message.Description, s.Message.Schema.Base().Description))
	}
	if len(refs) > 0 {
		operation.set("messages", refs)
	}
	a.operations.push(name, operation)
}

// variantMessages adds a message for each variant of a subscription, and one for
// those that later revisions may add. It returns their keys.
func (a *stream) variantMessages(s *lexicon.Subscription, encoding string) (keys []key) {
	if s.Message == nil {
		return nil
	}
	u, ok := s.Message.Schema.(*lexicon.Union)
	if !ok {
		return nil
	}
	wire := wires[encoding]
	add := func(k key, description string, payload *object) *object {
		keys = append(keys, k)
		a.messages[k] = single("name", text(k.String())).set("title", text(k.String())).
			set("description", text(description)).
			set("contentType", text(wire.contentType)).
			set("payload", payload)
		return a.messages[k]
	}
	names, links := a.variants(u)
	for _, l := range links {
		k := key{Reference: l.Reference}
		payload := a.to(k)
		if wire.framed {
			payload = a.frame(a.typed(l, partTyped))
		}
		if encoding != homeEncoding(l) { // streams of several encodings can have the same variant
			k.part = part(encoding)
		}
		if a.messages[k] != nil {
			keys = append(keys, k)
			continue
		}
		description := "The message " + l.Reference.String() + "."
		var example node
		if l.Target != nil {
			description = cmp.Or(l.Target.Schema.Base().Description, description)
			for part := range lexicon.Parts(l.Target.Schema) {
				example = a.example(l.Target, part)
			}
		}
		if value, ok := example.(*object); ok && wire.framed {
			if !value.has("$type") {
				value.first("$type", text(l.Reference.String()))
			}
			example = single("$type", text("message")).set("payload", value)
		}
		message := add(k, description, payload)
		if example != nil {
			message.set("examples", array{single("payload", example)})
		}
	}
	if !u.Closed {
		payload := a.unlisted(u, names)
		switch {
		case wire.framed:
			payload = a.frame(payload)
		case len(names) == 0:
			payload = a.writeUnion(u)
		}
		add(key{Reference: s.Definition.Reference(), part: partOther}, "A message that a later revision of the Lexicon may add.", payload)
	}
	if wire.framed {
		description := "The error that ends the stream."
		if len(s.Errors) > 0 {
			description += " It can be one of these:" + errorList(s.Errors)
		}
		word := single("type", text("string"))
		add(partKey(s.Definition, lexicon.PartError), description, single("type", text("object")).
			set("required", texts([]string{"$type", "error"})).
			set("properties", a.fixedType("error").set("error", word).set("message", word)))
	}
	return keys
}

// homeEncoding returns the encoding of the subscription in the Lexicon of a variant, or else
// the default.
func homeEncoding(l *lexicon.Link) string {
	if l.Target != nil {
		if main := l.Target.Document.Main(); main != nil {
			if s, ok := main.Schema.(*lexicon.Subscription); ok {
				return encodingOf(s)
			}
		}
	}
	return lexicon.SubprotocolV0CBOR
}

// frame returns the schema of an object with a message.
func (a *stream) frame(payload *object) *object {
	return single("type", text("object")).
		set("required", texts([]string{"$type", "payload"})).
		set("properties", a.fixedType("message").set("payload", payload))
}
