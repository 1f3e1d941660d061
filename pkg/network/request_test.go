package network

import (
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

func TestRetry(t *testing.T) {
	for _, fault := range []networktest.Fault{networktest.Busy, networktest.Failing, networktest.Broken, networktest.Reset} {
		w := newWorld(t, networktest.K256)
		w.fails(t, fault, 2)
		if _, err := w.client(t).Lexicon(t.Context(), thing); err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		least := []time.Duration{firstWait, 2 * firstWait}
		if fault == networktest.Busy { // asks for a second
			least[0] = time.Second
		}
		if len(w.clock.slept) != len(least) {
			t.Fatalf("%s: waited %v", fault, w.clock.slept)
		}
		for i, d := range w.clock.slept {
			if d < least[i] || d > 2*least[i] {
				t.Errorf("%s: waited %v", fault, w.clock.slept)
			}
		}
	}
	// What may have changed something is not sent again.
	broken := newWorld(t, networktest.K256)
	s, head := login(t, broken)
	broken.fails(t, networktest.Reset, 1)
	if _, err := s.Apply(t.Context(), []Write{{Action: Delete, NSID: thing}}, head); !errors.Is(err, ErrUnreachable) || len(broken.clock.slept) != 0 {
		t.Errorf("%v, waited %v", err, broken.clock.slept)
	}
	// Nor is a server asked again that cannot be connected to.
	c := broken.client(t, func(o *Options) { o.PLC = "http://127.0.0.1:1" })
	if _, err := c.Lexicon(t.Context(), thing); !errors.Is(err, ErrUnreachable) || len(broken.clock.slept) != 0 {
		t.Errorf("%v, waited %v", err, broken.clock.slept)
	}
	// Not for an hour.
	w := newWorld(t, networktest.K256)
	w.fails(t, networktest.BusyLong, 1)
	_, err := w.client(t).Lexicon(t.Context(), thing)
	if !errors.Is(err, ErrRateLimited) || len(w.clock.slept) != 0 {
		t.Errorf("%v, waited %v", err, w.clock.slept)
	}
}

func TestRetryAfter(t *testing.T) {
	w := newWorld(t, networktest.K256)
	c := w.client(t)
	now := w.clock.now
	for _, test := range []struct {
		header, value string
		want          time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second},
		{"Retry-After", "0", 0},
		{"Retry-After", "-7", 0},
		{"Retry-After", "soon", 0},
		{"Retry-After", "99999999999999999999", 0},
		{"Retry-After", now.Add(9 * time.Second).Format(http.TimeFormat), 9 * time.Second},
		{"Retry-After", now.Add(-9 * time.Second).Format(http.TimeFormat), 0},
		{"RateLimit-Reset", strconv.FormatInt(now.Unix()+5, 10), 5 * time.Second},
		{"RateLimit-Reset", "1", 0},
	} {
		if got := c.retryAfter(http.Header{http.CanonicalHeaderKey(test.header): {test.value}}); got != test.want {
			t.Errorf("%s: %s: %s, want %s", test.header, test.value, got, test.want)
		}
	}
}

// A time that is far away is not one for people to read in seconds.
func TestBusy(t *testing.T) {
	c := newWorld(t, networktest.K256).client(t)
	for value, want := range map[string]string{
		"7":                             "rate limited: try again in 7s",
		"2147483647":                    "rate limited: try again in more than a day",
		"Fri, 31 Dec 9999 23:59:59 GMT": "rate limited: try again in more than a day",
	} {
		if err := busy(http.StatusTooManyRequests, c.retryAfter(http.Header{"Retry-After": {value}})); err.Error() != want {
			t.Errorf("%s: %v, want %s", value, err, want)
		}
	}
}

func TestSleep(t *testing.T) {
	start := time.Now()
	if err := sleep(t.Context(), 5*time.Millisecond); err != nil || time.Since(start) < 5*time.Millisecond {
		t.Error(err)
	}
}
