package network

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

// proofOf returns the proof of a Lexicon, and the identity of its account.
func proofOf(t testing.TB, w *world) ([]byte, *Identity) {
	id, err := w.client(t).Identity(t.Context(), w.did())
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(w.PDS + "/xrpc/com.atproto.sync.getRecord?" + url.Values{
		"did": {w.account.DID}, "collection": {Collection}, "rkey": {string(thing)},
	}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	file, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return file, id
}

// No bit of a proof can be changed without being noticed, and no byte at its end can
// be cut off or added. Nor any bit of blocks that the proof does not need.
func TestBitFlips(t *testing.T) {
	for _, curve := range []networktest.Curve{networktest.P256, networktest.K256} {
		for _, more := range []bool{false, true} {
			w := newWorld(t, curve)
			if err := w.account.Publish(lexiconOf("com.example.more", "One more."), lexiconOf("com.example.most", "Another one.")); err != nil {
				t.Fatal(err)
			}
			if more {
				w.fails(t, networktest.MoreBlocks, -1)
			}
			file, id := proofOf(t, w)
			check := func(file []byte) error {
				_, _, err := proven(t.Context(), id, thing, file)
				return err
			}
			if err := check(file); err != nil {
				t.Fatal(err)
			}
			for i := range file {
				for bit := range 8 {
					changed := slices.Clone(file)
					changed[i] ^= 1 << bit
					if check(changed) == nil {
						t.Errorf("%s: bit %d of byte %d of %d was changed, which nobody noticed", curve, bit, i, len(file))
					}
				}
				if !more && check(file[:i]) == nil {
					t.Errorf("%s: cut at byte %d of %d, which nobody noticed", curve, i, len(file))
				}
			}
			for _, tail := range []string{"\x00", "\x01", "\x01x", "\xff"} {
				if check(append(slices.Clone(file), tail...)) == nil {
					t.Errorf("%s: %q was added, which nobody noticed", curve, tail)
				}
			}
			t.Logf("%s: %d bytes", curve, len(file))
		}
	}
}

func TestForeignProof(t *testing.T) {
	w := newWorld(t, networktest.K256)
	bob := w.NewAccount("bob.test", networktest.K256)
	if err := bob.Publish(lexiconOf(thing, "Of Bob.")); err != nil {
		t.Fatal(err)
	}
	file, _ := proofOf(t, w)
	id, err := w.client(t).Identity(t.Context(), w.did())
	if err != nil {
		t.Fatal(err)
	}
	bobs, err := w.client(t).Resolve(t.Context(), "bob.test")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := proven(t.Context(), bobs, thing, file); !errors.Is(err, ErrAccount) {
		t.Error(err)
	}
	// The right account, but another key.
	swapped := *id
	swapped.Key = bobs.Key
	if _, _, err := proven(t.Context(), &swapped, thing, file); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	// A commit without a signature, and one signed over other bytes.
	for _, sign := range []func([]byte) []byte{
		func([]byte) []byte { return nil },
		func([]byte) []byte { return make([]byte, 64) },
		func(data []byte) []byte { return data[:64] },
	} {
		car := cartest.New()
		head := car.Sign(string(id.DID), "3zzzzzzzzzz22", car.Node(nil), sign)
		if _, _, err := proven(t.Context(), id, thing, car.File(head)); !errors.Is(err, ErrSignature) {
			t.Error(err)
		}
	}
}
