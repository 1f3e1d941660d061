package registry

import (
	"strings"
	"testing"
)

func TestLock(t *testing.T) {
	const commit = "0123456789012345678901234567890123456789"
	const text = `{
  "lexicons": {
    "com.example.a": {
      "cid": "` + cidA + `",
      "path": "a.json",
      "source": "../shared"
    },
    "com.example.b": {
      "cid": "` + cidB + `",
      "commit": "` + commit + `",
      "path": "lexicons/<b>.json",
      "source": "https://example.com/b"
    }
  },
  "sources": [
    {
      "commit": "` + commit + `",
      "git": "https://example.com/b",
      "path": "lexicons",
      "ref": "v1",
      "take": [
        "com.example.*"
      ],
      "tag": true
    },
    {
      "folder": "../shared"
    }
  ],
  "version": 1
}
`
	l, err := parseLock([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(l.Text()); got != text {
		t.Errorf("got %s", got)
	}
	if got, want := l.Lexicons["com.example.b"].URI("com.example.b"), "https://example.com/b@"+commit+":lexicons/<b>.json"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for replaced, want := range map[[2]string]string{
		{`"version": 1`, `"version": 2`}:                    "unknown version 2 of the lock",
		{`"sources": [`, `"sources": [1,`}:                  "not a valid lock",
		{`{`, ``}:                                           "not a valid lock",
		{cidA, cidA[:20]}:                                   `the entry of "com.example.a" is not valid`,
		{`"com.example.a"`, `"a"`}:                          `the entry of "a" is not valid`,
		{`"source": "../shared"`, `"x": ""`}:                `the entry of "com.example.a" is not valid`,
		{`"lexicons": {`, `"lexicons": {"com.example": 1,`}: "not a valid lock",
	} {
		if _, err := parseLock([]byte(strings.Replace(text, replaced[0], replaced[1], 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", replaced[1], err, want)
		}
	}
}
