package network

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
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
	for r := range c.Lexicons(t.Context(), []syntax.NSID{thing, other, thing}) {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	log := strings.Join(w.Requests(), "\n")
	for what, want := range map[string]int{"dns TXT": 1, "plc GET": 1, "com.atproto.sync.getRecord": 3} {
		if n := strings.Count(log, what); n != want {
			t.Errorf("%d × %s, want %d:\n%s", n, what, want, log)
		}
	}
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
	var progress []int
	c := w.client(t, func(o *Options) {
		o.Progress = func(done, total int) {
			if total != count {
				t.Errorf("%d of %d", done, total)
			}
			progress = append(progress, done)
		}
	})
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, i, most := time.Now(), 0, uint64(0)
	for r := range c.Lexicons(t.Context(), nsids) {
		if r.Err != nil || r.NSID != nsids[i] || r.Lexicon.NSID != r.NSID {
			t.Fatal(r)
		}
		if i++; i%50 == 0 {
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc-min(before.HeapAlloc, after.HeapAlloc))
		}
	}
	took := time.Since(start)
	t.Logf("%d Lexicons in %s, %d requests at once, %d KiB", i, took.Round(time.Millisecond), w.MostAtOnce(), most>>10)
	if n := w.MostAtOnce(); n != MaxAtOnce {
		t.Errorf("%d requests at once, want %d", n, MaxAtOnce)
	}
	if most > 64<<20 {
		t.Errorf("%d MiB", most>>20)
	}
	if i != count {
		t.Errorf("%d Lexicons", i)
	}
	if !slices.IsSorted(progress) || progress[0] != 0 || progress[len(progress)-1] != count {
		t.Errorf("progress %v", progress)
	}
}

// One that fails does not keep the others from being found.
func TestSomeLexicons(t *testing.T) {
	w := newWorld(t, networktest.K256)
	c := w.client(t)
	var got []string
	for r := range c.Lexicons(t.Context(), []syntax.NSID{thing, "com.example.unknown", other}) {
		got = append(got, fmt.Sprint(r.NSID, " ", r.Err == nil, " ", IsUnpublished(r.Err)))
	}
	if want := []string{"com.example.thing true false", "com.example.unknown false true", "com.example.other true false"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for range c.Lexicons(t.Context(), nil) {
		t.Error("a result of nothing")
	}
	for r := range c.Lexicons(t.Context(), []syntax.NSID{thing, other}) {
		if r.NSID != thing {
			t.Error("the loop goes on after a break")
		}
		break
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
	for r := range c.Lexicons(ctx, []syntax.NSID{thing, other}) {
		wantError(t, r.Err, reason, StepRecord, r.NSID)
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
