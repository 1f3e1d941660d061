package datafile

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestDetect(t *testing.T) {
	const car = "\x3a\xa2\x65roots\x81\xd8\x2a\x58\x25\x00\x01\x71\x12\x20"
	for _, test := range []struct {
		text   string
		params bool
		want   Format
	}{
		{``, false, JSON},
		{" \n", false, JSON},
		{`{"a": 1}`, false, JSON},
		{"{\"a\": 1}\n", false, JSON},
		{"\n{\n  \"a\": [1, 2]\n}\n\n", false, JSON},
		{"{\"a\": 1}\n{\"a\": 2}\n", false, NDJSON},
		{"\uFEFF{\"a\": 1}\n{\"a\": 2}\n", false, NDJSON},
		{"{\"a\": 1}\r\n\r\n{\"a\": 2}", false, NDJSON},
		{`{"a": "}{\"\\"}`, false, JSON},
		{"{\"a\": \"}{\\\"\\\\\"}\n1", false, NDJSON},
		{`[{}, [], "]"]`, false, JSON},
		{"[]\n[]", false, NDJSON},
		{"1\n2", false, NDJSON},
		{"true\n", false, JSON},
		{`"a"` + "\n" + `"b"`, false, NDJSON},
		{"{\n}\n{\n}\n", false, JSON}, // reported as such, with the help to write each on a line
		{"\xa1\x61a\x01", false, CBOR},
		{"\xa1\x61a\x01", true, CBOR},
		{car, false, CAR},
		{"\x63abc", false, CBOR},
		{"<html>", false, JSON}, // and an explanation
		{"// {}", false, JSON},
		{"\x0a\xa1\x67version\x02" + strings.Repeat("\x00", 40), false, CAR},
		{"a=1&b=2", true, JSON},
		{"?a=1", true, JSON},
		{"name=1\n", true, JSON},
		{"\"a=1\"\n\"a=2\"\n", true, NDJSON},
		{`{"a": 1}`, true, JSON},
	} {
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(test.text), "bytes": iotest.OneByteReader(strings.NewReader(test.text))} {
			format, all := Detect(in, test.params, 1<<20)
			if text, err := io.ReadAll(all); format != test.want || string(text) != test.text || err != nil {
				t.Errorf("%s of %q: format %s with the text %q (%v), want %s", name, test.text, format, text, err, test.want)
			}
		}
	}
}

// A value above the limit is not held, and an error of reading is passed on.
func TestDetectBounds(t *testing.T) {
	read := 0
	endless := readerFunc(func(p []byte) (int, error) {
		read += len(p)
		return copy(p, strings.Repeat(" ", len(p))), nil
	})
	if format, _ := Detect(endless, false, 100_000); format != JSON || read > 200_000 {
		t.Errorf("%d bytes were read for the format %s", read, format)
	}
	failure := errors.New("unplugged")
	format, all := Detect(io.MultiReader(strings.NewReader("{}\n"), iotest.ErrReader(failure)), false, 1<<20)
	if text, err := io.ReadAll(all); format != JSON || string(text) != "{}\n" || !errors.Is(err, failure) {
		t.Errorf("%s, %q, %v", format, text, err)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
