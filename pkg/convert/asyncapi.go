package convert

import (
	"cmp"
	"context"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// AsyncAPIOptions are the options of exports to AsyncAPI.
type AsyncAPIOptions struct {
	Options
}

const dagCBOR = "application/vnd.ipld.dag-cbor"

// AsyncAPI exports to an AsyncAPI 3.0 document: a channel for each subscription,
// and a message for each variant of its messages. The schemas of the messages,
// named as in JSONSchema, are of JSON Schema draft 7, the default of AsyncAPI.
func AsyncAPI(ctx context.Context, s *Selection, o AsyncAPIOptions) (*Export, error) {
	if err := o.check(s); err != nil {
		return nil, err
	}
	stream := &stream{
		emitter:  newEmitter(draft07(), s, o.Options, componentAddress),
		channels: new(object), operations: new(object), messages: map[key]*object{},
	}
	described := map[syntax.NSID]bool{} // of several in a file only the first has a channel
	err := stream.each(ctx, s, func(def *lexicon.Definition) {
		if subscription, ok := def.Schema.(*lexicon.Subscription); ok && !described[def.Document.ID] {
			described[def.Document.ID] = true
			stream.subscription(subscription)
		}
	})
	if err != nil {
		return nil, err
	}
	isSubscription := func(def *lexicon.Definition) bool { return def.Schema.Type() == lexicon.TypeSubscription }
	info := single("title", text(title("XRPC subscriptions", s, isSubscription))).set("version", text("1.0.0")).
		set("description", text("Generated from Lexicons, the schemas of the AT Protocol. "+o.Style.note()+" On the wire, a message is a WebSocket frame of two DAG-CBOR values, "+
			"a header that names its type and the payload. The schemas describe the payload in its JSON form."))
	root := single("asyncapi", text("3.0.0")).
		set("info", info).
		set("defaultContentType", text(dagCBOR)).
		set("channels", stream.channels).
		set("operations", stream.operations)
	components := new(object)
	if len(stream.messages) > 0 {
		components.set("messages", named(stream.messages, key.String))
	}
	if len(stream.schemas) > 0 {
		components.set("schemas", named(stream.schemas, key.String))
	}
	return stream.export(root.set("components", components)), nil
}

// stream is an AsyncAPI document under construction.
type stream struct {
	*emitter
	channels   *object
	operations *object
	messages   map[key]*object
}

// subscription adds the channel of a subscription, and the operation by which
// the server sends its messages.
func (a *stream) subscription(s *lexicon.Subscription) {
	name := string(s.Definition.Document.ID) // even if the definition is not main
	channel := single("address", text("/xrpc/"+name)).set("title", text(name)).
		set("description", text(cmp.Or(s.Description, "The subscription "+name+".")))
	messages, refs := new(object), array{}
	for _, k := range a.variantMessages(s) {
		messages.push(k.String(), single("$ref", text("#/components/messages/"+k.String())))
		refs = append(refs, single("$ref", text("#/channels/"+name+"/messages/"+k.String())))
	}
	binding := single("method", text("GET"))
	if s.Parameters != nil && len(s.Parameters.Properties) > 0 {
		binding.set("query", a.schema(s.Parameters, false))
	}
	channel.set("messages", messages).
		set("bindings", single("ws", binding.set("bindingVersion", text("0.1.0"))))
	if len(s.Errors) > 0 {
		a.noteFields(channel, s, "errors")
	}
	a.channels.push(name, channel)
	operation := single("action", text("send")).set("channel", single("$ref", text("#/channels/"+name))).
		set("title", text(name)).set("summary", text("The server sends the messages of "+name+"."))
	if s.Message != nil && s.Message.Schema != nil {
		if description := joined(s.Message.Description, s.Message.Schema.Base().Description); description != "" {
			operation.set("description", text(description))
		}
	}
	if len(refs) > 0 {
		operation.set("messages", refs)
	}
	a.operations.push(name, operation)
}

// variantMessages adds a message for each variant of a subscription, and one for
// those that later revisions may add. It returns their keys.
func (a *stream) variantMessages(s *lexicon.Subscription) (keys []key) {
	if s.Message == nil {
		return nil
	}
	u, ok := s.Message.Schema.(*lexicon.Union)
	if !ok {
		return nil
	}
	names, links := a.variants(u)
	for _, l := range links {
		k := key{Reference: l.Reference}
		keys = append(keys, k)
		if a.messages[k] != nil {
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
		message := a.addMessage(k, description, a.to(k))
		if example != nil {
			message.set("examples", array{single("payload", example)})
		}
	}
	if !u.Closed {
		k := key{Reference: s.Definition.Reference(), part: partOther}
		keys = append(keys, k)
		payload := a.unlisted(u, names)
		if len(names) == 0 {
			payload = a.writeUnion(u)
		}
		a.addMessage(k, "A message that a later revision of the Lexicon may add.", payload)
	}
	return keys
}

// addMessage adds a message and returns it.
func (a *stream) addMessage(k key, description string, payload *object) *object {
	a.messages[k] = single("name", text(k.String())).set("title", text(k.String())).
		set("description", text(description)).
		set("contentType", text(dagCBOR)).
		set("payload", payload)
	return a.messages[k]
}
