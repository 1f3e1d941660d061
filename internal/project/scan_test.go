package project

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestSortFolders(t *testing.T) {
	for name, test := range map[string]struct{ files, own, others, leftOut string }{
		"one folder":         {"lexicons/com/example/post.json=com.example.post", "lexicons", "", ""},
		"deeper":             {"apps/api/lexicons/com/example/post.json=com.example.post apps/api/lexicons/com/example/feed/like.json=com.example.feed.like", "apps/api/lexicons", "", ""},
		"two folders":        {"a/lexicons/com/example/post.json=com.example.post b/lexicons/com/example/like.json=com.example.like", "a/lexicons b/lexicons", "", ""},
		"at the root":        {"com/example/post.json=com.example.post", "com", "", ""},
		"no layout":          {"src/lexicons/card.json=network.example.card src/lexicons/defs.json=network.example.defs", "src/lexicons", "", ""},
		"files":              {"post.json=com.example.post package/tool.json=com.example.tool", "package post.json", "", ""},
		"half a layout":      {"lexicons/example/feed/post.json=com.example.feed.post lexicons/example/like.json=com.example.like", "lexicons", "", ""},
		"named for a domain": {"lexicons/com.example/feed/post.json=com.example.feed.post", "lexicons", "", ""},
		"lexicon in the id":  {"community/lexicon/calendar/event.json=community.lexicon.calendar.event", "community", "", ""},
		"copies beside": {
			"lexicons/com/example/post.json=com.example.post lexicons/com/atproto/repo/a.json=com.atproto.repo.a lexicons/com/atproto/repo/b.json=com.atproto.repo.b lexicons/app/bsky/c.json=app.bsky.c",
			"lexicons/com/example", "lexicons/app lexicons/com/atproto", "",
		},
		"copies in the same folder": {
			"lexicons/post.json=com.example.post lexicons/like.json=com.example.like lexicons/other.json=org.other.thing",
			"lexicons/like.json lexicons/post.json", "lexicons/other.json", "",
		},
		"vendor": {
			"vendor/lexicons/com/other/a.json=com.other.a vendor/lexicons/com/other/b.json=com.other.b lexicons/com/example/post.json=com.example.post",
			"lexicons", "vendor/lexicons", "",
		},
		"manifest": {
			"lexicons/com/other/a.json=com.other.a! lexicons/com/other/b.json=com.other.b! lexicons/com/example/post.json=com.example.post",
			"lexicons/com/example", "lexicons/com/other", "",
		},
		"one owner of two domains": {
			"lexicons/app/example/a.json=app.example.a lexicons/chat/example/b.json=chat.example.b lexicons/com/atproto/c.json=com.atproto.c",
			"lexicons/app lexicons/chat", "lexicons/com", "",
		},
		"the protocol itself": {
			"lexicons/com/atproto/a.json=com.atproto.a lexicons/com/atproto/b.json=com.atproto.b",
			"lexicons", "", "",
		},
		"tests": {
			"lexicons/com/example/post.json=com.example.post tests/lexicons/com/example/bad.json=com.example.bad",
			"lexicons", "", "tests/lexicons",
		},
		"only tests": {"tests/lexicons/com/example/bad.json=com.example.bad", "tests/lexicons", "", ""},
		"a second copy": {
			"lexicons/com/example/post.json=com.example.post lexicons/com/example/like.json=com.example.like web/lexicons/com/example/post.json=com.example.post",
			"lexicons", "", "web/lexicons",
		},
		"many files": {
			strings.Repeat("lexicons/post.json=com.example.post ", 11) + "lexicons/other.json=org.other.thing",
			"lexicons", "", "",
		},
		"nothing": {"", "", "", ""},
	} {
		var all []foundLexicon
		for file := range strings.FieldsSeq(test.files) {
			path, id, _ := strings.Cut(file, "=")
			id, vendored := strings.CutSuffix(id, "!")
			all = append(all, foundLexicon{path, syntax.NSID(id), vendored})
		}
		got := sortFolders(all)
		for what, lists := range map[string][2]string{
			"own": {strings.Join(got.Own, " "), test.own}, "others": {strings.Join(got.Others, " "), test.others}, "left out": {strings.Join(got.LeftOut, " "), test.leftOut},
		} {
			if lists[0] != lists[1] {
				t.Errorf("%s: %s: got %q, want %q", name, what, lists[0], lists[1])
			}
		}
	}
}
