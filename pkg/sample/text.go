package sample

import (
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// sized cuts or extends a text so that it keeps the limits of a schema. Of
// SizeLimit it has as many bytes and graphemes as are allowed.
func (g *generator) sized(t *lexicon.String, text string) string {
	l := limitsOf(t)
	least := l
	switch {
	case g.options.Size == SizeSmall || g.enough():
		text = ""
	case g.options.Size == SizeLimit:
		if t.MaxLength.Set {
			l.minBytes = l.maxBytes
		}
		if t.MaxGraphemes.Set && l.maxGraphemes <= l.maxBytes {
			l.minGraphemes = l.maxGraphemes
		}
	}
	if text = fill(cut(text, l), l); len(text) >= l.minBytes && fitsString(t, text) {
		return text
	}
	if _, _, ok := l.least(); !ok {
		l = least
	}
	return plain(l)
}

// plain makes a text that keeps limits: letters and, where these would be too many
// graphemes, accents on the last of them.
func plain(l limits) string {
	bytes, graphemes, _ := l.least()
	if bytes == 0 {
		return ""
	}
	letters := strings.Repeat(filler, graphemes/len(filler)+1)[:graphemes-1]
	switch last := bytes - len(letters); {
	case last == 3:
		return letters + "€"
	case last%2 == 0:
		return letters + "é" + strings.Repeat(accent, last/2-1)
	default:
		return letters + "a" + strings.Repeat(accent, last/2)
	}
}

// accent is a mark of two bytes that joins the grapheme before it.
const accent = "\u0301"

// cut shortens a text, between graphemes, to what the limits allow. It leaves room
// for the graphemes that are still missing, of one byte each.
func cut(text string, l limits) string {
	end, count := 0, 0
	for it := graphemes.FromString(text); it.Next(); {
		missing := max(0, l.minGraphemes-count-1)
		if count == l.maxGraphemes || it.End()+missing > l.maxBytes {
			return strings.TrimRight(text[:end], " ")
		}
		end = it.End()
		count++
	}
	return text
}

// filler is what texts that are too short go on with.
const filler = "abcdefghijklmnopqrstuvwxyz"

// fill extends a text to the lower limits: first by graphemes of one byte, then by
// marks that join the last grapheme and have two bytes, or by single bytes where
// there is room for more graphemes.
func fill(text string, l limits) string {
	missing := l.minGraphemes - syntax.Graphemes(text)
	var b strings.Builder
	b.WriteString(text)
	for i := 0; i < missing; i++ {
		b.WriteByte(filler[i%len(filler)])
	}
	count := max(syntax.Graphemes(text), l.minGraphemes)
	for i := 0; b.Len() < l.minBytes && count < l.maxGraphemes; i++ {
		b.WriteByte(filler[i%len(filler)])
		count++
	}
	for b.Len() < l.minBytes && b.Len() > 0 {
		if b.Len()+2 > l.maxBytes {
			break
		}
		b.WriteString(accent)
	}
	return b.String()
}

// phrases are texts in several scripts, of the kind that people write.
var phrases = []string{
	"The first frost came early this year.", "Two tickets left for Saturday, who wants to come?",
	"Wir treffen uns am Bahnhof um halb acht.", "J'ai trouvé un café près de la gare.",
	"今日は朝から雨が降っている。", "周末一起去爬山吗?", "오늘 저녁은 뭐 먹을까?",
	"Доброе утро, соседи!", "مرحبا بالعالم", "आज मौसम बहुत अच्छा है।", "Καλημέρα από τη θάλασσα",
	"New photos from the trip 📷🏔️", "Thank you all 💛 see you next week 👋🏽", "Olá, tudo bem por aí? 🇧🇷",
}

// titles are short texts.
var titles = []string{"Morning walk", "Field notes", "Herbstlaub", "Un été à la mer", "夜の散歩", "Зимний сад", "Garden club", "Weekly digest"}

// names are those of people.
var names = []string{"Ada Moreno", "Jun Watanabe", "Léa Fontaine", "Tunde Adeyemi", "Олена Коваль", "Priya Nair", "陳美玲"}

// hashtags are words by which texts are found.
var hashtags = []string{"photography", "garten", "音楽", "open-source"}

func (g *generator) phrase() string { return g.text(phrases) }

// text chooses one of some texts.
func (g *generator) text(all []string) string {
	if g.options.Latin {
		all = slices.DeleteFunc(slices.Clone(all), func(text string) bool {
			return strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 })
		})
	}
	return one(g, all...)
}

// named makes a text that fits the name of a property.
func (g *generator) named(name string) string {
	lower := strings.ToLower(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	switch {
	case has("displayname", "fullname", "author"):
		return g.text(names)
	case has("domain", "hostname"):
		return one(g, "example.com", "example.org")
	case has("title", "name", "subject", "label"):
		return g.text(titles)
	case lower == "since", lower == "until", lower == "before", lower == "after", strings.HasSuffix(name, "At"):
		return g.usual(syntax.FormatDatetime)
	case has("cursor"):
		return "page-" + one(g, "2", "3", "4")
	case has("tag"):
		return g.text(hashtags)
	case has("email"):
		return one(g, "ada@example.com", "jun@example.org")
	case has("url", "uri", "link", "website", "homepage"):
		return g.url()
	case has("lang"):
		return one(g, "en", "ja", "pt-BR")
	case has("mime"):
		return one(g, "image/jpeg", "text/plain")
	case has("country"):
		return one(g, "JP", "BR", "DE")
	case has("city", "location", "place"):
		return one(g, "Kyoto", "São Paulo", "Leipzig")
	case has("token", "jwt", "secret", "password", "code", "hash", "nonce", "id", "key"):
		return g.opaque(16)
	case has("version"):
		return one(g, "1.0.0", "2.3.1")
	case has("color", "colour"):
		return one(g, "#2266aa", "#f4a261")
	case has("status", "state", "type", "kind", "reason", "action"):
		return one(g, "active", "pending", "other")
	}
	return g.phrase()
}
