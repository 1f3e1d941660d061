package registry

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// world is a network with one account, which publishes under com.example.
type world struct {
	*networktest.Network
	*networktest.Account
	dir string
}

func newWorld(t *testing.T, lexicons ...string) *world {
	t.Helper()
	n, err := networktest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	w := &world{n, n.NewAccount("alice.test", networktest.K256), t.TempDir()}
	n.Delegate("example.com", w.DID)
	if err := w.Publish(lexicons...); err != nil {
		t.Fatal(err)
	}
	return w
}

// vendor returns a vendor, and options with a client of its own.
func (w *world) vendor(t *testing.T, m *Manifest) (*Vendor, PullOptions) {
	t.Helper()
	client, err := network.New(network.Options{Resolver: network.NewResolver(w.Network.DNS), PLC: w.PLC, InsecureHTTP: true})
	if err != nil {
		t.Fatal(err)
	}
	return vendorIn(w.dir, m), PullOptions{Network: client, Lacking: true}
}

// vendorIn returns a vendor of a project in a folder.
func vendorIn(dir string, m *Manifest) *Vendor {
	c := &config.Config{Path: filepath.Join(dir, config.FileName)}
	return &Vendor{
		Folder: filepath.Join(dir, "vendor"), Manifest: m, Lock: &SourceLock{}, Needed: map[syntax.NSID][]syntax.NSID{},
		config: c, layouts: project.NewLayouts(c), listed: true, outside: lexicon.NewCatalog(),
	}
}

// referring returns the Lexicon of an object with refs.
func referring(id string, refs ...string) string {
	var properties []string
	for i, ref := range refs {
		properties = append(properties, fmt.Sprintf(`"p%d": {"type": "ref", "ref": %q}`, i, ref))
	}
	return fmt.Sprintf(`{"lexicon": 1, "id": %q, "defs": {"main": {"type": "object", "properties": {%s}}}}`, id, strings.Join(properties, ", "))
}

// The list of an account tells for all of its Lexicons whether they have changed.
func TestFewRequests(t *testing.T) {
	const n = 400
	var all []string
	for i := range n {
		all = append(all, referring(fmt.Sprintf("com.example.n%03d", i)))
	}
	w := newWorld(t, all...)
	m := &Manifest{}
	plan := func(update bool, patterns ...string) (p *Pull, asked []string) {
		t.Helper()
		before := len(w.Requests())
		v, o := w.vendor(t, m)
		o.UpdateAll = update
		var err error
		o.Names, _, err = v.Expand(t.Context(), o.Network, patterns)
		if err == nil {
			p, err = v.Plan(t.Context(), o)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Write(p); err != nil {
			t.Fatal(err)
		}
		m = p.Manifest
		return p, w.Requests()[before:]
	}
	p, asked := plan(false, "com.example.*", "com.example.*", "com.example.n000")
	if p.Count(Add) != n || len(asked) != n+7 {
		t.Errorf("%d of %d added after %d requests", p.Count(Add), n, len(asked))
	}
	p, asked = plan(true)
	if p.Count(Keep) != n || len(asked) > 10 {
		t.Errorf("%d of %d unchanged after %d requests", p.Count(Keep), n, len(asked))
	}
	// What has changed comes with its proof.
	if err := w.Publish(referring("com.example.n007", "com.example.n008")); err != nil {
		t.Fatal(err)
	}
	p, asked = plan(true)
	if p.Count(Update) != 1 || p.Count(Keep) != n-1 || len(asked) > 11 {
		t.Errorf("%d updated after %d requests", p.Count(Update), len(asked))
	}
	// One cause is one error.
	for fault, want := range map[networktest.Fault]string{
		networktest.DNSFailure: "com.example.n000, com.example.n001, com.example.n002, com.example.n003, com.example.n004, com.example.n005, and 394 more: DNS lookup of _lexicon.example.com: ",
		networktest.Tombstone:  "identity from ",
		networktest.Repeating:  "record from ",
	} {
		if err := w.Break(fault, -1); err != nil {
			t.Fatal(err)
		}
		v, o := w.vendor(t, m)
		o.UpdateAll = true
		_, err := v.Plan(t.Context(), o)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v", fault, err)
		}
		if err := w.Break(fault, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// Whoever publishes a Lexicon does not decide how many come with it.
func TestManyReferences(t *testing.T) {
	var refs []string
	for i := range maxUnnamed + 1 {
		refs = append(refs, fmt.Sprintf("com.example.n%d", i))
	}
	w := newWorld(t, referring("com.example.a", refs...))
	before := len(w.Requests())
	v, o := w.vendor(t, &Manifest{})
	o.Names = []syntax.NSID{"com.example.a"}
	_, err := v.Plan(t.Context(), o)
	const want = "more than 2000 Lexicons would be added only because others refer to them, such as com.example.n999, which com.example.a refers to; to add that many, pass their names"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if asked := len(w.Requests()) - before; asked > 3 {
		t.Errorf("asked %d times", asked)
	}
	// Those that are named, or in the manifest, are not counted.
	m := &Manifest{Resolutions: map[syntax.NSID]Resolution{"com.example.n7": {}}}
	v, _ = w.vendor(t, m)
	walk := v.walk(nil)
	walk.most = maxUnnamed
	walk.queue("com.example.n8")
	root := &Entry{NSID: "com.example.a", text: []byte(referring("com.example.a", refs...))}
	if err := walk.follow(root); err != nil {
		t.Error(err)
	}
}

// Of several files that do not exist, the error names the first.
func TestRemovalMissing(t *testing.T) {
	known := Resolution{CID: cidOf(t, "a")}
	m := &Manifest{Resolutions: map[syntax.NSID]Resolution{}}
	for i := range 10 {
		id := syntax.NSID(fmt.Sprintf("com.example.n%d", i))
		m.Lexicons, m.Resolutions[id] = append(m.Lexicons, id), known
	}
	v := vendorIn(t.TempDir(), m)
	for range 10 {
		_, err := v.PlanRemoval(map[syntax.NSID]bool{"com.example.n0": true}, false)
		const want = `cannot tell what com.example.n1 refers to, because its file does not exist; run "lexsmith pull" first`
		if err == nil || err.Error() != want {
			t.Fatalf("got %v", err)
		}
	}
}

// A pattern may select what another one has selected already.
func TestMatch(t *testing.T) {
	v := &Vendor{Lock: &SourceLock{}, Manifest: &Manifest{Resolutions: map[syntax.NSID]Resolution{"com.example.a": {}, "com.example.b": {}}}, config: &config.Config{}}
	for _, test := range []struct {
		patterns []string
		want     string
		err      string
	}{
		{nil, "map[]", ""},
		{[]string{"com.example.*", "com.example.a", "com.example.a"}, "map[com.example.a:true com.example.b:true]", ""},
		{[]string{"com.example.a", "com.example.c", "org.example.*"}, "map[com.example.a:true]", "com.example.c is not listed in lexicons.json\norg.example.* is not listed in lexicons.json"},
	} {
		got, err := v.Match(test.patterns)
		if err == nil {
			err = errors.New("")
		}
		if fmt.Sprint(got) != test.want || err.Error() != test.err {
			t.Errorf("%q: got %v, %v", test.patterns, got, err)
		}
	}
}

// A pattern passes over what is not a Lexicon, and says what is wrong with it.
func TestPatternBroken(t *testing.T) {
	w := newWorld(t, referring("com.example.a"))
	for key, text := range map[string]string{
		"com.example.other": `{"$type": "com.atproto.lexicon.schema", "id": "com.example.b"}`,
		"com.example.none":  `{"$type": "com.atproto.lexicon.schema", "lexicon": 1}`,
		"com.example.type":  `{"$type": "com.example.thing", "id": "com.example.type"}`,
	} {
		if err := w.PublishAs(key, text); err != nil {
			t.Fatal(err)
		}
	}
	v, o := w.vendor(t, &Manifest{})
	ids, skipped, err := v.Expand(t.Context(), o.Network, []string{"com.example.*"})
	if err != nil || fmt.Sprint(ids) != "[com.example.a]" {
		t.Errorf("got %v, %v", ids, err)
	}
	var got []string
	for _, s := range skipped {
		got = append(got, fmt.Sprintf("%s: %v", s.NSID, s.Err))
	}
	const want = `com.example.none: wrong id: the record has no id
com.example.other: wrong id: the record has the id "com.example.b"
com.example.type: wrong id: $type is "com.example.thing", but must be com.atproto.lexicon.schema`
	if all := strings.Join(got, "\n"); all != want {
		t.Errorf("got\n%s\nwant\n%s", all, want)
	}
	// The pattern is named, and no Lexicon that nobody has asked for.
	_, _, err = v.Expand(t.Context(), o.Network, []string{"com.nobody.*"})
	if err == nil || err.Error() != "com.nobody.*: DNS lookup of _lexicon.nobody.com: no TXT record" {
		t.Errorf("got %v", err)
	}
}
