package xrpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// silent is a service that reads requests unless it is deaf, sends an answer, which
// may be a part of one or nothing, and then does nothing.
func silent(t testing.TB, deaf bool, answer string) pipes {
	p := make(pipes)
	t.Cleanup(func() { close(p) })
	go func() {
		for conn := range p {
			t.Cleanup(func() { conn.Close() })
			if deaf {
				continue
			}
			go func() {
				if _, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, io.Discard))); err == nil {
					io.WriteString(conn, answer)
				}
				io.Copy(io.Discard, conn)
			}()
		}
	}()
	return p
}

const partOfAnswer = "HTTP/1.1 %d X\r\nContent-Type: %s\r\nContent-Length: 20\r\n\r\n{"

// A service that keeps a client waiting is given up, and the error says what for.
func TestClientTimeout(t *testing.T) {
	call := func(nsid string, body func() io.Reader) func(*xrpc.Client, context.Context) error {
		return func(c *xrpc.Client, ctx context.Context) error {
			var input xrpc.Body
			if body != nil {
				input = xrpc.Body{ContentType: "video/mp4", Stream: body()}
			}
			answer, err := c.Call(ctx, "com.example."+nsid, nil, input)
			if err == nil && answer.Stream != nil {
				_, err = io.ReadAll(answer.Stream)
				answer.Close()
			}
			return err
		}
	}
	subscribe := func(c *xrpc.Client, ctx context.Context) error {
		for _, err := range c.Stream(ctx, "com.example.watch", nil) {
			return err
		}
		return nil
	}
	get, ping := call("getImage", nil), call("ping", nil)
	upload := call("upload", func() io.Reader { return strings.NewReader(strings.Repeat("x", 1<<20)) })
	unknown := call("upload", func() io.Reader { return &zerosOf{1 << 20} })
	deaf := func(t testing.TB) pipes { return silent(t, true, "") }
	mute := func(t testing.TB) pipes { return silent(t, false, "") }
	stuck := func(status int, typ string) func(testing.TB) pipes {
		return func(t testing.TB) pipes { return silent(t, false, fmt.Sprintf(partOfAnswer, status, typ)) }
	}
	for name, test := range map[string]struct {
		service func(testing.TB) pipes // nil: there is none
		url     string
		call    func(*xrpc.Client, context.Context) error
		what    string
	}{
		"no connection":          {nil, "http://service", get, "a response"},
		"no connection, stream":  {nil, "http://service", subscribe, "a response"},
		"no TLS":                 {mute, "https://service", get, "a response"},
		"no TLS, stream":         {mute, "https://service", subscribe, "a response"},
		"no response":            {mute, "http://service", get, "a response"},
		"no response, procedure": {mute, "http://service", ping, "a response"},
		"no response, upload":    {mute, "http://service", upload, "a response"},
		"no response, stream":    {mute, "http://service", subscribe, "a response"},
		"unread request":         {deaf, "http://service", ping, "a response"},
		"unread upload":          {deaf, "http://service", upload, "a response"},
		"unread stream":          {deaf, "http://service", unknown, "a response"},
		"half a response":        {stuck(200, "image/png"), "http://service", get, "the rest of the response"},
		"half a JSON response":   {stuck(200, typeJSON), "http://service", upload, "the rest of the response"},
		"half an error":          {stuck(400, typeJSON), "http://service", get, "the rest of the response"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := make(pipes)
				if test.service != nil {
					network = test.service(t)
				} else {
					t.Cleanup(network.refuse)
				}
				transport := network.transport(t, 1)
				c := thingClient(t, test.url, xrpc.Options{Timeout: 2 * time.Second})
				c.HTTP = &http.Client{Transport: transport}
				err := test.call(c, t.Context())
				var timeout net.Error
				if want := "timed out after 2s waiting for " + test.what; err == nil || err.Error() != want {
					t.Errorf("%v, want %s", err, want)
				} else if !errors.As(err, &timeout) || !timeout.Timeout() || !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("%#v is not a timeout", err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if err := test.call(c, ctx); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("the caller has a deadline, but the error is %v", err)
				}
			})
		})
	}
}

// zerosOf has some zeros. Nobody can know how many.
type zerosOf struct{ left int }

func (z *zerosOf) Read(p []byte) (int, error) {
	if z.left <= 0 {
		return 0, io.EOF
	}
	z.left -= len(p)
	return len(p), nil
}

// Callers can take as long as they like to make a request, and to read a response.
func TestClientSlowCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := piped(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", "image/png")
			io.Copy(w, &zerosOf{1 << 20})
		}), 1)
		c := thingClient(t, "http://service", xrpc.Options{})
		c.HTTP = &http.Client{Transport: network.transport(t, 1)}
		source := &slowReader{parts: []string{"a", "b", "c"}, delay: time.Hour}
		answer, err := c.Call(t.Context(), "com.example.upload", nil, xrpc.Body{ContentType: "video/mp4", Stream: source})
		var invalid *xrpc.InvalidError // it is an image
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		defer answer.Close()
		time.Sleep(time.Hour)
		if text, err := io.ReadAll(answer.Stream); err != nil || len(text) != 1<<20 {
			t.Errorf("%v, %d bytes", err, len(text))
		}
	})
}

// A stream can be silent for as long as it likes.
func TestClientSilentStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
		s.Stream("com.example.watch", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
			time.Sleep(time.Hour)
			return send(json.RawMessage(`{"$type":"com.example.watch#gone","seq":1}`))
		})
		c := thingClient(t, "http://service", xrpc.Options{})
		c.HTTP = &http.Client{Transport: piped(t, s, 1).transport(t, 1)}
		n := 0
		for m, err := range c.Stream(t.Context(), "com.example.watch", nil) {
			if err != nil || len(m.Findings) > 0 {
				t.Errorf("%v, %+v", err, m)
			}
			n++
		}
		if n != 1 {
			t.Errorf("%d messages", n)
		}
	})
}

// A service that keeps a proxy waiting is given up, and the exchange says what for.
func TestProxyTimeout(t *testing.T) {
	for name, test := range map[string]struct {
		deaf                bool
		answer, nsid, input string
		status              int
		what                string
	}{
		"unread upload":        {true, "", "upload", "video/mp4", 504, "a response"},
		"unread input":         {true, "", "putThing", typeJSON, 504, "a response"},
		"unread request":       {true, "", "getImage", "", 504, "a response"},
		"unchecked request":    {true, "", "none", typeJSON, 504, "a response"},
		"no response":          {false, "", "upload", "video/mp4", 504, "a response"},
		"no response to GET":   {false, "", "getImage", "", 504, "a response"},
		"half a response":      {false, fmt.Sprintf(partOfAnswer, 200, typeJSON), "upload", "video/mp4", 504, "the rest of the response"},
		"half an image":        {false, fmt.Sprintf(partOfAnswer, 200, "image/png"), "getImage", "", 200, "the rest of the response"},
		"half of any response": {false, fmt.Sprintf(partOfAnswer, 200, typeJSON), "none", typeJSON, 200, "the rest of the response"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var n notes
				n.each = make(chan xrpc.Exchange, 1)
				p := thingProxy(t, "http://service", n.options())
				p.HTTP = silent(t, test.deaf, test.answer).transport(t, 1)
				client := &http.Client{Transport: piped(t, p, 1).transport(t, 1)}
				r := newRequest(t, "GET", "http://service/xrpc/com.example."+test.nsid, "", "")
				if test.input != "" {
					r = newRequest(t, "POST", r.URL.String(), test.input, `{"name":"x"`+strings.Repeat(" ", 1<<20)+`}`)
				}
				answer, err := client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(answer.Body)
				if answer.Body.Close(); test.status == 200 && err != io.ErrUnexpectedEOF {
					t.Errorf("the response is complete: %q, %v", text, err)
				}
				x := <-n.each
				if answer.StatusCode != test.status || x.Status != test.status || !x.Unanswered {
					t.Errorf("status %d, %s, %+v", answer.StatusCode, text, x)
				}
				if want := "timed out after 30s waiting for " + test.what; x.Err == nil || x.Err.Error() != want {
					t.Errorf("%v, want %s", x.Err, want)
				}
			})
		})
	}
}

// So can they if the response begins before the request is complete.
func TestSlowCallerEarlyResponse(t *testing.T) {
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		_ = control.EnableFullDuplex()
		w.Header().Set("Content-Type", typeJSON)
		_ = control.Flush()
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprintf(w, `{"size": %d}`, n)
		if err != nil {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c := thingClient(t, "http://service", xrpc.Options{})
		c.HTTP = &http.Client{Transport: piped(t, service, 1).transport(t, 1)}
		source := &slowReader{parts: []string{"a", "b", "c"}, delay: time.Hour}
		answer, err := c.Call(t.Context(), "com.example.upload", nil, xrpc.Body{ContentType: "video/mp4", Stream: source})
		if err != nil || string(answer.JSON) != `{"size": 3}` {
			t.Errorf("%v, %+v", err, answer)
		}
	})
}

// closing is a body that knows whether it was closed.
type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// Every body that a caller or a handler gives is closed.
func TestBodiesAreClosed(t *testing.T) {
	var given *closing
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	for nsid, typ := range map[string]string{"com.example.getThing": typeJSON, "com.example.getImage": "image/png"} {
		s.Handle(nsid, func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
			return &xrpc.Response{Body: xrpc.Body{ContentType: typ, Stream: given}}, nil
		})
	}
	for _, nsid := range []string{"com.example.putThing", "com.example.upload"} {
		s.Handle(nsid, func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
			return xrpc.JSON(map[string]any{"id": "x", "size": 0})
		})
	}
	url := serve(t, s).URL
	for path, text := range map[string]string{"getThing?id=x": `{"name": "x"}`, "getImage": "xx"} {
		given = &closing{Reader: strings.NewReader(text)}
		if answer, got := ask(t, newRequest(t, http.MethodGet, url+"/xrpc/com.example."+path, "", "")); got != text || !given.closed {
			t.Errorf("%s: %d %q, closed: %t", path, answer.StatusCode, got, given.closed)
		}
	}
	for nsid, body := range map[string]xrpc.Body{
		"com.example.putThing": {ContentType: typeJSON, Stream: strings.NewReader(`{"name": "x"}`)},
		"com.example.upload":   {ContentType: "video/mp4", Stream: strings.NewReader("")},
	} {
		given = &closing{Reader: body.Stream}
		body.Stream = given
		if _, err := thingClient(t, url, xrpc.Options{}).Call(t.Context(), nsid, nil, body); err != nil || !given.closed {
			t.Errorf("%s: %v, closed: %t", nsid, err, given.closed)
		}
	}
}

// The body of a response must come at 16 KiB a second, or be late by at most the timeout.
func TestClientSlowResponse(t *testing.T) {
	for name, test := range map[string]struct {
		nsid, typ, body string
		part            int // bytes a second
		ok              bool
	}{
		"slow":            {"getImage", "image/png", strings.Repeat("x", 1000), 1, false},
		"slow JSON":       {"getThing", typeJSON, `{"name":"x"` + strings.Repeat(" ", 1000) + "}", 1, false},
		"not much faster": {"getImage", "image/png", strings.Repeat("x", 1<<20), 8 << 10, false},
		"fast":            {"getImage", "image/png", strings.Repeat("x", 4<<20), 16 << 10, true},
		"small":           {"getImage", "image/png", strings.Repeat("x", 29), 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := piped(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", test.typ)
					for rest := test.body; rest != ""; {
						n := min(len(rest), test.part)
						if _, err := io.WriteString(w, rest[:n]); err != nil {
							return
						}
						_ = http.NewResponseController(w).Flush()
						rest = rest[n:]
						time.Sleep(time.Second)
					}
				}), 1)
				c := thingClient(t, "http://service", xrpc.Options{})
				c.HTTP = &http.Client{Transport: network.transport(t, 1)}
				answer, err := c.Call(t.Context(), "com.example."+test.nsid, xrpc.Params{"id": "x"}, nil)
				if err == nil && answer.Stream != nil {
					_, err = io.ReadAll(answer.Stream)
					answer.Close()
				}
				if want := "timed out after 30s waiting for the rest of the response"; test.ok && err != nil || !test.ok && (err == nil || err.Error() != want) {
					t.Error(err)
				}
			})
		})
	}
}
