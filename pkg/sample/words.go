package sample

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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

func (s *Sampler) phrase() string { return one(s, phrases...) }

// named makes a text that fits the name of a property.
func (s *Sampler) named(name string) string {
	lower := strings.ToLower(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	switch {
	case has("displayname", "fullname", "author"):
		return one(s, names...)
	case has("title", "name", "subject", "label"):
		return one(s, titles...)
	case lower == "since", lower == "until", lower == "before", lower == "after", strings.HasSuffix(name, "At"):
		return s.usual(syntax.FormatDatetime)
	case has("domain", "hostname"):
		return one(s, "example.com", "example.org")
	case has("cursor"):
		return "page-" + one(s, "2", "3", "4")
	case has("tag"):
		return one(s, "photography", "garten", "音楽", "open-source")
	case has("email"):
		return one(s, "ada@example.com", "jun@example.org")
	case has("url", "uri", "link", "website", "homepage"):
		return s.url()
	case has("lang"):
		return one(s, "en", "ja", "pt-BR")
	case has("mime"):
		return one(s, "image/jpeg", "text/plain")
	case has("country"):
		return one(s, "JP", "BR", "DE")
	case has("city", "location", "place"):
		return one(s, "Kyoto", "São Paulo", "Leipzig")
	case has("token", "jwt", "secret", "password", "code", "hash", "nonce", "id", "key"):
		return s.opaque(16)
	case has("version"):
		return one(s, "1.0.0", "2.3.1")
	case has("color", "colour"):
		return one(s, "#2266aa", "#f4a261")
	case has("status", "state", "type", "kind", "reason", "action"):
		return one(s, "active", "pending", "other")
	}
	return s.phrase()
}

// opaque makes n letters and digits without a meaning.
func (s *Sampler) opaque(n int) string {
	return s.letters(n, "abcdefghijkmnpqrstuvwxyz23456789")
}

// letters makes a text of n letters out of an alphabet.
func (s *Sampler) letters(n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[s.r.IntN(len(alphabet))]
	}
	return string(b)
}

func (s *Sampler) url() string {
	return "https://" + one(s, "example.com", "blog.example.org", "www.example.net") + one(s, "", "/about", "/posts/"+s.opaque(6), "/img/"+s.opaque(8)+".jpg")
}
