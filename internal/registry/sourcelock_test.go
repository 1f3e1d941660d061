package registry

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
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
	l := &SourceLock{}
	if err := parseList(&diag.Source{Path: "lexsmith.lock", Text: []byte(text)}, l.read); err != nil {
		t.Fatal(err)
	}
	if got := string(l.Text()); got != text {
		t.Errorf("got %s", got)
	}
	if got, want := l.Lexicons["com.example.b"].URI("com.example.b"), "https://example.com/b@"+commit+":lexicons/<b>.json"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for replaced, want := range map[[2]string]string{
		{`"version": 1`, `"version": 2`}:          "30:14: unknown version of the lock; this version of lexsmith reads version 1",
		{`"version": 1`, `"version": "1"`}:        "30:14: unknown version of the lock",
		{`"sources": [`, `"sources": [1,`}:        "15:15: a source must be an object, but is a number",
		{`"sources": [`, `"sources": {}, "x": [`}: `15:14: "sources" must be an array of objects, but is an object`,
		{`{
`, ``}: "1:",
		{text, `[]`}:               "1:1: the lock must be an object, but is an array",
		{text, `null`}:             "1:1: the lock must be an object, but is null",
		{text, ``}:                 "1:1: ",
		{text, `{"version": 1}`}:   `1:1: missing key "sources"`,
		{cidA, cidA[:20]}:          `4:14: "` + cidA[:20] + `" is not the CID of a record`,
		{`"com.example.a"`, `"a"`}: `3:5: "a" is not a valid NSID`,
		{`"source": "../shared"`, `"source": ""`}:           "6:17: source must not be empty",
		{`"source": "../shared"`, `"x": ""`}:                `3:22: missing key "source"`,
		{commit, "--upload-pack=x"}:                         `10:17: "--upload-pack=x" is not the full id of a commit`,
		{`"lexicons": {`, `"lexicons": {"com.example": 1,`}: `2:16: "com.example" is not a valid NSID`,
		{`"lexicons": {`, `"lexicons": [], "x": {`}:         `2:15: "lexicons" must be an object, but is an array`,
		{`"com.example.*"`, `1`}:                            "22:9: a pattern must be a string, but is a number",
		{`"tag": true`, `"tag": 1`}:                         "24:14: tag must be a boolean, but is a number",
	} {
		err := parseList(&diag.Source{Path: "lexsmith.lock", Text: []byte(strings.Replace(text, replaced[0], replaced[1], 1))}, new(SourceLock).read)
		if err == nil || !strings.Contains(err.Error(), "lexsmith.lock:"+want) {
			t.Errorf("%q: got %v, want %s", replaced[1], err, want)
		}
	}
}
