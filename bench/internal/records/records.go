// Package records generates records of the app.bsky lexicons: the same for the
// same number, with faults of ten kinds built in.
package records

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// Shape is a kind of record.
type Shape string

// The shapes: what most of the network's records look like.
const (
	Post    Shape = "post"    // about 640 bytes: text, facets, langs, an embed or a reply
	Like    Shape = "like"    // about 230 bytes: two references
	Profile Shape = "profile" // about 600 bytes: blobs and longer text
)

// Shapes returns all shapes.
func Shapes() []Shape { return []Shape{Post, Like, Profile} }

// every is how many records are good for one that is not.
const every = 50

// record is a record in JSON, and whether it has one of the faults.
type record struct {
	text   string
	faulty bool
}

// generate yields n records of a shape.
func generate(shape Shape, n int) iter.Seq2[int, record] {
	return func(yield func(int, record) bool) {
		r := rand.New(rand.NewPCG(7, uint64(len(shape))))
		invalid := 0
		for i := range n {
			g := generator{r, ""}
			if r.IntN(every) == 0 {
				kinds := faults[shape]
				g.fault = kinds[invalid%len(kinds)]
				invalid++
			}
			if !yield(i, record{g.record(shape), g.fault != ""}) {
				return
			}
		}
	}
}

// faults are the kinds of fault that a record of a shape can have.
var faults = map[Shape][]string{
	Post: {
		"no text", "text too long", "bad datetime", "lang is no string", "bad language", "too many langs",
		"index is a string", "negative index", "bad uri", "bad cid",
	},
	Like:    {"bad datetime", "bad uri", "bad cid", "no subject", "subject is a string"},
	Profile: {"no ref", "wrong type of blob", "name too long", "bad datetime"},
}

type generator struct {
	*rand.Rand
	fault string
}

func (g generator) record(shape Shape) string {
	switch shape {
	case Post:
		return g.post()
	case Like:
		return g.like()
	case Profile:
		return g.profile()
	}
	panic("records: no shape is called " + string(shape))
}

// or returns bad when the record shall have that fault, else good.
func (g generator) or(fault, bad, good string) string {
	if g.fault == fault {
		return bad
	}
	return good
}

const letters = "abcdefghijklmnopqrstuvwxyz234567"

func (g generator) base32(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[g.IntN(32)]
	}
	return string(b)
}

func (g generator) did() string { return "did:plc:" + g.base32(24) }

func (g generator) tid() string { return "3" + g.base32(12) }

func (g generator) cid(prefix string) string {
	return prefix + string(letters[g.IntN(8)]) + g.base32(50) + string("aeimquy4"[g.IntN(8)])
}

func (g generator) uri(collection string) string {
	return g.or("bad uri", "https://example.com/", "at://") + g.did() + "/" + collection + "/" + g.tid()
}

func (g generator) strongRef(collection string) string {
	return fmt.Sprintf(`{"uri":%q,"cid":%q}`, g.uri(collection), g.or("bad cid", "none", g.cid("bafyrei")))
}

func (g generator) datetime() string {
	t := fmt.Sprintf("20%02d-%02d-%02dT%02d:%02d:%02d.%03dZ", 22+g.IntN(4), 1+g.IntN(12), 1+g.IntN(28), g.IntN(24), g.IntN(60), g.IntN(60), g.IntN(1000))
	return g.or("bad datetime", strings.Replace(t, "T", " ", 1), t)
}

var words = strings.Fields(`the quick fox went to a market and bought some bread because there was nothing left at home
	it rained all day so we stayed inside reading old books about the sea größer schön über naïve café 今日は 天気 いい 🎉 👨‍👩‍👧 🏳️‍🌈`)

func (g generator) text(bytes int) string {
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteString(words[g.IntN(len(words))])
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func (g generator) post() string {
	var b strings.Builder
	b.WriteString(`{"$type":"app.bsky.feed.post",`)
	if g.fault != "no text" {
		fmt.Fprintf(&b, `"text":%q,`, g.or("text too long", strings.Repeat("lang ", 80), g.text(40+g.IntN(160))))
	}
	fmt.Fprintf(&b, `"createdAt":%q,`, g.datetime())
	switch g.fault {
	case "lang is no string":
		b.WriteString(`"langs":[1]`)
	case "bad language":
		b.WriteString(`"langs":["EN_us"]`)
	case "too many langs":
		b.WriteString(`"langs":["en","de","fr","ja"]`)
	default:
		b.WriteString(`"langs":["en"]`)
	}
	if strings.HasSuffix(g.fault, "index") || g.fault == "index is a string" || g.IntN(3) == 0 {
		start := g.or("index is a string", `"3"`, g.or("negative index", "-3", "3"))
		fmt.Fprintf(&b, `,"facets":[{"index":{"byteStart":%s,"byteEnd":24},"features":[{"$type":"app.bsky.richtext.facet#link","uri":"https://example.com/%s"}]}]`,
			start, g.base32(20))
	}
	if g.fault == "bad uri" || g.fault == "bad cid" || g.IntN(2) == 0 {
		fmt.Fprintf(&b, `,"reply":{"root":%s,"parent":%s}`, g.strongRef("app.bsky.feed.post"), g.strongRef("app.bsky.feed.post"))
	}
	if g.IntN(3) == 0 {
		fmt.Fprintf(&b, `,"embed":{"$type":"app.bsky.embed.images","images":[{"alt":%q,"image":%s,"aspectRatio":{"width":%d,"height":%d}}]}`,
			g.text(30), g.blob("image/jpeg"), 1+g.IntN(2000), 1+g.IntN(2000))
	}
	b.WriteString("}")
	return b.String()
}

func (g generator) blob(mime string) string {
	return fmt.Sprintf(`{"$type":"blob","ref":{"$link":%q},"mimeType":%q,"size":%d}`, g.cid("bafkrei"), mime, 1000+g.IntN(900000))
}

func (g generator) like() string {
	subject := `"subject":` + g.strongRef("app.bsky.feed.post") + `,`
	switch g.fault {
	case "no subject":
		subject = ""
	case "subject is a string":
		subject = `"subject":"at",`
	}
	return fmt.Sprintf(`{"$type":"app.bsky.feed.like",%s"createdAt":%q}`, subject, g.datetime())
}

func (g generator) profile() string {
	avatar := g.blob(g.or("wrong type of blob", "text/plain", "image/png"))
	if g.fault == "no ref" {
		avatar = `{"$type":"blob","mimeType":"image/png","size":10}`
	}
	return fmt.Sprintf(`{"$type":"app.bsky.actor.profile","displayName":%q,"description":%q,"avatar":%s,"banner":%s,"createdAt":%q}`,
		g.or("name too long", strings.Repeat("name ", 40), g.text(20)), g.text(120), avatar, g.blob("image/jpeg"), g.datetime())
}
