package network

import (
	"errors"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestJoin(t *testing.T) {
	at := func(nsid syntax.NSID, host string, err error) error {
		return &Error{NSID: nsid, Step: StepRecord, Host: host, Err: err}
	}
	dns := func(nsid syntax.NSID, name string) error {
		return &Error{NSID: nsid, Step: StepDNS, Host: name, Err: ErrLookup}
	}
	plain := errors.New("cache: full")
	for want, errs := range map[string][]error{
		"": {nil, nil},
		"com.example.a: record from x: not published":                                {nil, at("com.example.a", "x", ErrNoRecord), at("com.example.a", "x", ErrNoRecord)},
		"com.example.a and com.example.b: record from x: timeout":                    {at("com.example.a", "x", ErrTimeout), at("com.example.b", "x", ErrTimeout)},
		"record from x: timeout":                                                     {at("", "x", ErrTimeout), at("", "x", ErrTimeout)},
		"cache: full\ncom.example.a: record from x: timeout\nrecord from y: timeout": {plain, at("com.example.a", "x", ErrTimeout), plain, at("", "y", ErrTimeout)},
		"com.example.a and com.example.b: DNS lookup of x: DNS lookup failed":        {dns("com.example.a", "x"), dns("com.example.b", "x")},
		"com.example.a and org.example.b: DNS lookup: DNS lookup failed":             {dns("com.example.a", "x"), dns("org.example.b", "y")},
	} {
		err := Join(errs...)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || err.Error() != want):
			t.Errorf("got %v, want %s", err, want)
		case want != "" && !isAny(err, ErrNoRecord, ErrTimeout, ErrLookup):
			t.Errorf("%v does not wrap its cause", err)
		}
	}
}
