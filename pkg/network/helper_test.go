package network

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// world is a network with an account that publishes com.example.thing and
// com.example.other.
type world struct {
	*networktest.Network
	account *networktest.Account
	clock   *fakeClock
}

const (
	thing = syntax.NSID("com.example.thing")
	other = syntax.NSID("com.example.other")
)

func newWorld(t testing.TB, curve networktest.Curve) *world {
	n, err := networktest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	w := &world{n, n.NewAccount("alice.test", curve), &fakeClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}}
	if err := w.account.Publish(lexiconOf(thing, "A thing."), lexiconOf(other, "Another.")); err != nil {
		t.Fatal(err)
	}
	n.Delegate("example.com", w.account.DID)
	return w
}

// lexiconOf returns the JSON of a Lexicon.
func lexiconOf(nsid syntax.NSID, description string) string {
	return fmt.Sprintf(`{"lexicon": 1, "id": %q, "defs": {"main": {"type": "token", "description": %q}}, "extra": [-1, true, null, "é"]}`, nsid, description)
}

// client returns a client of the network, with options on top.
func (w *world) client(t testing.TB, change ...func(*Options)) *Client {
	o := Options{Resolver: NewResolver(w.DNS), PLC: w.PLC, InsecureHTTP: true, Timeout: 2 * time.Second}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	c.now, c.sleep = w.clock.Now, w.clock.Sleep
	return c
}

func (w *world) did() syntax.DID { return syntax.DID(w.account.DID) }

// fails makes a fault happen, some times or always (-1).
func (w *world) fails(t testing.TB, f networktest.Fault, times int) {
	t.Helper()
	if err := w.Break(f, times); err != nil {
		t.Fatal(err)
	}
}

// fakeClock does not wait, but notes how long it should.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *fakeClock) Now() time.Time { return c.now }

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slept = append(c.slept, d)
	return context.Cause(ctx)
}

// wantError checks an error: what it wraps, and its step, NSID and parts of its text.
func wantError(t testing.TB, err, want error, step Step, nsid syntax.NSID, parts ...string) {
	t.Helper()
	e, ok := errors.AsType[*Error](err)
	if !ok || !errors.Is(err, want) {
		t.Fatalf("%v (%T), want %v", err, err, want)
	}
	if e.Step != step || e.NSID != nsid {
		t.Errorf("step %q of %q, want %q of %q: %v", e.Step, e.NSID, step, nsid, err)
	}
	for _, part := range append(parts, string(nsid)) {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not contain %q", err, part)
		}
	}
}

// neutral returns a message without what differs between runs and accounts.
func (w *world) neutral(text string) string {
	_, port, _ := strings.Cut(strings.TrimPrefix(w.PLC, "http://"), ":")
	text = strings.NewReplacer(
		"localhost:"+port, "LOCALHOST", strings.TrimPrefix(w.PLC, "http://"), "PLC", strings.TrimPrefix(w.PDS, "http://"), "PDS", w.account.DID, "DID",
	).Replace(text)
	text = regexp.MustCompile(`baf[a-z2-7]{56}`).ReplaceAllString(text, "CID")
	return regexp.MustCompile(`(byte offset )\d+|\d+( bytes after)`).ReplaceAllString(text, "${1}N$2")
}

// host returns the host and port of the PDS.
func (w *world) host() string { return hostOf(w.PDS) }
