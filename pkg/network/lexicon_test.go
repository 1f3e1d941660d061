package network

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestLexicon(t *testing.T) {
	for _, curve := range []networktest.Curve{networktest.P256, networktest.K256} {
		for _, unverified := range []bool{false, true} {
			for _, fault := range []networktest.Fault{"", networktest.OldKey, networktest.MoreBlocks} {
				t.Run(fmt.Sprint(curve, unverified, fault), func(t *testing.T) {
					w := newWorld(t, curve)
					if fault != "" {
						w.fails(t, fault, -1)
					}
					c := w.client(t, func(o *Options) { o.Unverified = unverified })
					l, err := c.Lexicon(t.Context(), thing)
					if err != nil {
						t.Fatal(err)
					}
					if l.NSID != thing || l.DID != w.did() || l.URI != "at://"+w.account.DID+"/com.atproto.lexicon.schema/com.example.thing" || l.Verified == unverified {
						t.Errorf("%+v", l)
					}
					_, want, err := Record([]byte(lexiconOf(thing, "A thing.")))
					if err != nil || l.CID != want {
						t.Errorf("CID %s, want %s, %v", l.CID, want, err)
					}
					if id, err := RecordCID(l.JSON); err != nil || id != want {
						t.Errorf("JSON has the CID %s, want %s, %v: %s", id, want, err, l.JSON)
					}
				})
			}
		}
	}
}

func TestUnpublished(t *testing.T) {
	w := newWorld(t, networktest.K256)
	w.SetTXT("example.org", "v=spf1 -all")
	w.SetTXT("_lexicon.example.org", "v=spf1 -all")
	for _, unverified := range []bool{false, true} {
		c := w.client(t, func(o *Options) { o.Unverified = unverified })
		_, err := c.Lexicon(t.Context(), "com.example.unknown")
		wantError(t, err, ErrNoRecord, StepRecord, "com.example.unknown")
		if !IsUnpublished(err) {
			t.Error(err)
		}
		_, err = c.Lexicon(t.Context(), "net.example.thing")
		wantError(t, err, ErrNoAuthority, StepDNS, "net.example.thing", "DNS lookup of _lexicon.example.net: no TXT record")
		if !IsUnpublished(err) {
			t.Error(err)
		}
		_, err = c.Lexicon(t.Context(), "org.example.thing")
		wantError(t, err, ErrNoAuthority, StepDNS, "org.example.thing", `no TXT record that begins with "did="`)
		// Only the authority of the NSID is asked, not the domain above.
		_, err = c.Lexicon(t.Context(), "com.example.sub.thing")
		wantError(t, err, ErrNoAuthority, StepDNS, "com.example.sub.thing", "_lexicon.sub.example.com")
	}
}

// An answer is looked up once, however many ask for it.
func TestRemembered(t *testing.T) {
	w := newWorld(t, networktest.K256)
	c := w.client(t)
	if err := errors.Join(lookUp(t.Context(), c, thing, other, thing)...); err != nil {
		t.Fatal(err)
	}
	log := strings.Join(w.Requests(), "\n")
	for what, want := range map[string]int{"dns TXT": 1, "plc GET": 1, "com.atproto.sync.getRecord": 3} {
		if n := strings.Count(log, what); n != want {
			t.Errorf("%d × %s, want %d:\n%s", n, what, want, log)
		}
	}
}

// lookUp looks up Lexicons at the same time.
func lookUp(ctx context.Context, c *Client, nsids ...syntax.NSID) []error {
	errs := make([]error, len(nsids))
	var all sync.WaitGroup
	for i, nsid := range nsids {
		all.Go(func() {
			l, err := c.Lexicon(ctx, nsid)
			if err == nil && l.NSID != nsid {
				err = fmt.Errorf("got %s instead of %s", l.NSID, nsid)
			}
			errs[i] = err
		})
	}
	all.Wait()
	return errs
}

// All 400 Lexicons are found with at most 8 requests at once, in little memory, and
// faster than one after the other.
func TestManyLexicons(t *testing.T) {
	const count, wait = 400, 20 * time.Millisecond
	w := newWorld(t, networktest.P256)
	var texts []string
	var nsids []syntax.NSID
	for i := range count {
		nsid := syntax.NSID(fmt.Sprintf("com.example.thing%d", i))
		nsids = append(nsids, nsid)
		texts = append(texts, lexiconOf(nsid, strings.Repeat("x", 10_000)))
	}
	if err := w.account.Publish(texts...); err != nil {
		t.Fatal(err)
	}
	texts = nil
	w.Delay(wait)
	c := w.client(t)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	if err := errors.Join(lookUp(t.Context(), c, nsids...)...); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	used := after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
	took := time.Since(start)
	t.Logf("%d Lexicons in %s, %d requests at once, %d KiB", count, took.Round(time.Millisecond), w.MostAtOnce(), used>>10)
	if n := w.MostAtOnce(); n != MaxAtOnce {
		t.Errorf("%d requests at once, want %d", n, MaxAtOnce)
	}
	if used > 64<<20 {
		t.Errorf("%d MiB", used>>20)
	}
}

// One that fails does not keep the others from being found.
func TestSomeLexicons(t *testing.T) {
	w := newWorld(t, networktest.K256)
	errs := lookUp(t.Context(), w.client(t), thing, "com.example.unknown", other)
	if errs[0] != nil || !IsUnpublished(errs[1]) || errs[2] != nil {
		t.Errorf("%q", errs)
	}
}

func TestCanceled(t *testing.T) {
	w := newWorld(t, networktest.K256)
	w.fails(t, networktest.Slow, -1)
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(reason) })
	c := w.client(t, func(o *Options) { o.Timeout = time.Minute })
	start := time.Now()
	for i, err := range lookUp(ctx, c, thing, other) {
		wantError(t, err, reason, StepRecord, []syntax.NSID{thing, other}[i])
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it takes %s to stop", took)
	}
	// What was not found because of that is looked up again.
	w.fails(t, networktest.Slow, 0)
	if _, err := c.Lexicon(t.Context(), thing); err != nil {
		t.Error(err)
	}
}
