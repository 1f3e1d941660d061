package network

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

func TestPublicAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"1.1.1.1": true, "9.255.255.255": true, "11.0.0.0": true, "100.63.255.255": true, "100.128.0.0": true,
		"172.15.255.255": true, "172.32.0.0": true, "192.167.255.255": true, "192.169.0.0": true, "198.20.0.0": true, "223.255.255.255": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "100.64.0.1": false, "127.0.0.1": false, "127.255.255.255": false,
		"169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false, "192.0.0.1": false, "192.0.2.1": false,
		"192.88.99.1": false, "192.168.1.1": false, "198.18.0.1": false, "198.51.100.1": false, "203.0.113.1": false,
		"224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false,

		"2606:4700::1111": true, "2a00::1": true, "::ffff:1.1.1.1": true, "64:ff9b::1.1.1.1": true,

		"::": false, "::1": false, "::1%lo": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::127.0.0.1": false,
		"64:ff9b::10.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1": false, "100::1": false, "2001::1": false, "2001:db8::1": false,
		"2002:7f00:1::": false, "3fff::1": false, "5f00::1": false, "fc00::1": false, "fd00:ec2::254": false, "fe80::1": false,
		"fe80::1%eth0": false, "fec0::1": false, "ff02::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// A private address is refused when the connection is made: after DNS, and however
// it is written.
func TestPrivateAddresses(t *testing.T) {
	reached := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, networktest.K256)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0"} {
		c := w.client(t, func(o *Options) { o.InsecureHTTP, o.PLC = false, "https://"+host+":"+port })
		_, err := c.Identity(t.Context(), w.did())
		wantError(t, err, ErrPrivateAddress, StepDID, "", "identity from "+host+":"+port)
	}
	if reached {
		t.Error("the server was reached")
	}
	// A name that DNS gives a private address.
	d := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, w.DNS)
	}}
	w.SetAddress("rebound.example.com", "10.0.0.1")
	c := w.client(t, func(o *Options) {
		o.InsecureHTTP, o.PLC, o.Resolver = false, "https://rebound.example.com", d
	})
	_, err = c.Identity(t.Context(), w.did())
	wantError(t, err, ErrPrivateAddress, StepDID, "", "10.0.0.1:443", "identity from rebound.example.com")
}

func TestInsecure(t *testing.T) {
	w := newWorld(t, networktest.K256)
	if _, err := New(Options{PLC: w.PLC}); !errors.Is(err, ErrInsecure) {
		t.Error(err)
	}
	for plc, want := range map[string]error{"http://plc.directory": ErrInsecure, "http://8.8.8.8": ErrInsecure, "http://plc": nil, "http://10.0.0.1:2582": nil, "http://[::1]": nil} {
		if _, err := New(Options{PLC: plc, InsecureHTTP: true}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", plc, err, want)
		}
	}
	for _, plc := range []string{"plc.directory", "https://", "https://user@plc.directory", "https://plc.directory?x", ":", "https://plc.directory#x"} {
		if _, err := New(Options{PLC: plc, InsecureHTTP: true}); err == nil || !strings.Contains(err.Error(), "is not the URL of a PLC directory") {
			t.Errorf("%s: %v", plc, err)
		}
	}
	// What a DID document names must be https, and public.
	for fault, want := range map[networktest.Fault]error{networktest.InsecurePDS: ErrInsecure, networktest.PrivatePDS: ErrPrivateAddress} {
		w.fails(t, fault, -1)
		c := w.client(t, func(o *Options) {
			o.InsecureHTTP, o.PLC = false, "https://plc.directory"
			o.HTTP = directory{w, newTransport(w.client(t).resolver, false)}
		})
		_, err := c.Lexicon(t.Context(), thing)
		step := StepRecord
		if fault == networktest.InsecurePDS {
			step = StepDID
		}
		wantError(t, err, want, step, thing)
		w.fails(t, fault, 0)
	}
}

// directory sends requests for the PLC directory to that of the world.
type directory struct {
	world *world
	other http.RoundTripper
}

func (d directory) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == "plc.directory" {
		return redirect(d.world.PLC).RoundTrip(r)
	}
	return d.other.RoundTrip(r)
}

// The proxy of the environment is used. It may have any address, unlike the hosts
// that it is asked for.
func TestProxy(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.Host)
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	u, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	get := func(private bool, target string) error {
		tr := newTransport(net.DefaultResolver, private)
		tr.proxy = http.ProxyURL(u)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, target, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		response, err := tr.RoundTrip(r)
		if err == nil {
			response.Body.Close()
		}
		return err
	}
	if err := get(false, "https://pds.example.com"); err == nil || !strings.Contains(err.Error(), "Forbidden") || len(asked) != 1 || asked[0] != "CONNECT pds.example.com:443" {
		t.Errorf("%v, %q", err, asked)
	}
	for _, host := range []string{"localhost", "a.localhost", "127.0.0.1", "[::1]", "10.0.0.1", "intranet", "0x7f.1", "2130706433", "127.1"} {
		asked = nil
		if err := get(false, "https://"+host); !errors.Is(err, ErrPrivateAddress) || asked != nil {
			t.Errorf("%s: %v, %q", host, err, asked)
		}
		if err := get(true, "https://"+host); errors.Is(err, ErrPrivateAddress) || asked == nil {
			t.Errorf("%s, with private addresses allowed: %v, %q", host, err, asked)
		}
	}
	// The real environment has its say.
	if newTransport(nil, false).proxy == nil {
		t.Error("no proxy")
	}
}

func TestRedirects(t *testing.T) {
	var target string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/end" {
			_, _ = w.Write([]byte("x"))
			return
		}
		http.Redirect(w, r, target, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	c, err := New(Options{InsecureHTTP: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		target string
		r      request
		want   error
	}{
		{server.URL + "/end", request{}, nil},
		{"/end", request{}, nil},
		{other + "/end", request{}, ErrRedirect},
		{other + "/end", request{roaming: true}, nil},
		{"ftp://127.0.0.1/", request{}, ErrRedirect},
		{"ftp://127.0.0.1/", request{roaming: true}, ErrInsecure},
		{"/again", request{}, ErrRedirect},
		{"/again", request{roaming: true}, ErrRedirect},
		{"/end", request{body: []byte("{}")}, ErrRedirect}, // with a password, perhaps
	} {
		target = test.target
		test.r.url, test.r.limit = server.URL, 10
		if _, err := c.fetch(t.Context(), &test.r); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.target, err, test.want)
		}
	}
}
