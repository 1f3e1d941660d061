package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// On a terminal, new asks for what is missing until the answers are valid.
func TestNewAsks(t *testing.T) {
	const kinds = "What to write:\n" +
		"  record          data in a repository\n" +
		"  query           a method that reads (GET)\n" +
		"  procedure       a method that changes something (POST)\n" +
		"  subscription    a stream of messages\n" +
		"  permission-set  permissions that an app requests together\n" +
		"  space           a set of records for its members (profile atproto)\n" +
		"  defs            definitions that other Lexicons use\n"
	const nsid = "NSID, such as com.example.post: "
	for _, test := range []struct {
		name, args, in string
		status         int
		out, err       string
	}{
		{"both", "", "record\n com.example.post \r\n", 0, "lexicons/com/example/post.json\n", kinds + "Kind: " + nsid},
		{"the NSID", "record", "com.example.post", 0, "lexicons/com/example/post.json\n", nsid},
		{"again", "", "recrod\nrecord\ncom\ncom.example.defs\ncom.example.post\n", 0, "lexicons/com/example/post.json\n",
			kinds + "Kind: unknown kind \"recrod\"; did you mean \"record\"? (expected \"record\", \"query\", \"procedure\", \"subscription\", \"permission-set\", \"space\", or \"defs\")\n" +
				"Kind: " + nsid + "\"com\" is not a valid NSID: it must have at least 3 segments, but has 1\n" +
				nsid + "an NSID that ends in \".defs\" is only for shared definitions, not for a record\n" + nsid},
		{"no input", "", "record\n", 2, "", kinds + "Kind: " + nsid + "\nlexsmith: no input\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var out, stderr strings.Builder
			s := cli.Streams{In: strings.NewReader(test.in), Out: &out, Err: &stderr, Asks: true}
			status := execute(t.Context(), append([]string{"new"}, strings.Fields(test.args)...), s, build.Info{})
			if status != test.status || out.String() != test.out || stderr.String() != test.err {
				t.Errorf("status %d, output %q, errors\n%s\nwant %d, %q\n%s", status, out.String(), stderr.String(), test.status, test.out, test.err)
			}
			if _, err := os.Stat("lexicons/com/example/post.json"); (err == nil) != (status == 0) {
				t.Error(err)
			}
		})
	}
}
