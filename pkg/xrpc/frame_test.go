package xrpc

import (
	"bytes"
	"testing"
)

// FuzzFrame reads any bytes as a frame: what is accepted comes back as it was, and a
// proxy passes on a message of any bytes.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		"\xa2\x61t\x65#gone\x62op\x01\xa1\x63seq\x02", "\xa1\x62op\x20\xa1\x65error\x64Oops", "\xa1\x62op\x01\xf6", "\xa0\xa0", "", "\xa1",
		"\xa2\x61t\x60\x62op\x3b\x7f\xff\xff\xff\xff\xff\xff\xff\x80",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		got, err := parseFrame(data)
		if !bytes.Equal(data, before) {
			t.Fatal("the data was changed")
		}
		if err != nil {
			return
		}
		again, err := parseFrame(got.append(nil))
		if err != nil || again.op != got.op || again.typ != got.typ || !bytes.Equal(again.payload, got.payload) {
			t.Errorf("%x is written as %+v: %v", data, again, err)
		}
	})
}
