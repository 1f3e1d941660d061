package xrpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// pipes is a network of pipes, which tests can use where time is not real. It is a
// listener too.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{} }

func (p pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p <- server:
		return client, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// refuse ends the connections that nobody has accepted.
func (p pipes) refuse() {
	for {
		select {
		case conn := <-p:
			conn.Close()
		default:
			return
		}
	}
}

// protocol is HTTP/1 or HTTP/2.
func protocol(version int) *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(version == 1)
	p.SetUnencryptedHTTP2(version == 2)
	return p
}

// transport returns a transport to the listener.
func (p pipes) transport(t testing.TB, version int) *http.Transport {
	own := &http.Transport{DialContext: p.dial, DisableCompression: true, Protocols: protocol(version)}
	t.Cleanup(own.CloseIdleConnections)
	return own
}

// piped serves a handler on pipes.
func piped(t testing.TB, h http.Handler, version int) pipes {
	p := make(pipes)
	s := xrpc.NewHTTPServer(h)
	s.Protocols = protocol(version)
	go s.Serve(p)
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	return p
}

// defaultTimeout is that of xrpc.Options.
const defaultTimeout = 30 * time.Second

// slowReader has some parts, each of which takes a while.
type slowReader struct {
	parts []string
	delay time.Duration
}

func (r *slowReader) Read(p []byte) (int, error) {
	time.Sleep(r.delay)
	if len(r.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.parts[0])
	if r.parts[0] = r.parts[0][n:]; r.parts[0] == "" {
		r.parts = r.parts[1:]
	}
	return n, nil
}

// The delay is just below the timeout, and all of them are far beyond it.
func newSlowReader() (r *slowReader, text string) {
	r = &slowReader{delay: defaultTimeout - time.Second}
	for i := range 8 {
		r.parts = append(r.parts, fmt.Sprintf("line%d\n", i))
	}
	return r, strings.Join(r.parts, "")
}

// A response takes as long as the service needs, if the client is quick and waits.
func TestSlowResponses(t *testing.T) {
	for i := range 4 {
		version, length := 1+i%2, i > 1
		plain := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			source, text := newSlowReader()
			w.Header().Set("Content-Type", "image/png")
			if length {
				w.Header().Set("Content-Length", fmt.Sprint(len(text)))
			}
			for line := make([]byte, 10); ; {
				n, err := source.Read(line)
				if err != nil {
					return
				}
				w.Write(line[:n])
				w.(http.Flusher).Flush()
			}
		})
		var n notes
		short := n.options()
		short.Timeout = defaultTimeout / 6 // nobody waits for the client
		server := xrpc.NewServer(catalog(t, things...), short)
		server.Handle("com.example.getImage", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
			source, _ := newSlowReader()
			return &xrpc.Response{Body: xrpc.Body{ContentType: "image/png", Stream: source}}, nil
		})
		for name, test := range map[string]struct {
			service http.Handler
			proxied bool
		}{
			"server": {server, false}, "server behind a proxy": {server, true}, "service behind a proxy": {plain, true},
		} {
			t.Run(fmt.Sprintf("%s %t HTTP/%d", name, length, version), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					network := piped(t, test.service, version)
					if test.proxied {
						p := thingProxy(t, "http://service", n.options())
						p.HTTP = network.transport(t, version)
						network = piped(t, p, version)
					}
					client := &http.Client{Transport: network.transport(t, version)}
					answer, err := client.Get("http://service/xrpc/com.example.getImage")
					if err != nil {
						t.Fatal(err)
					}
					defer answer.Body.Close()
					_, want := newSlowReader()
					if text, err := io.ReadAll(answer.Body); err != nil || string(text) != want {
						t.Errorf("%v, %q", err, text)
					}
				})
			})
		}
		for _, x := range n.exchanges {
			if x.Status != 200 || x.Err != nil || x.Unanswered {
				t.Errorf("%+v", x)
			}
		}
	}
}

// A client that does not read, or too little, is cut off, and the exchange says so.
func TestSlowReaderErr(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n notes
		n.each = make(chan xrpc.Exchange, 1)
		s := xrpc.NewServer(catalog(t, things...), n.options())
		s.Handle("com.example.getImage", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
			return &xrpc.Response{Body: xrpc.Body{ContentType: "image/png", Stream: zeros{}}}, nil
		})
		network := piped(t, s, 1)
		for _, size := range []int{0, 1, 10_000} { // bytes a second
			conn, _ := network.dial(t.Context(), "", "")
			io.WriteString(conn, "GET /xrpc/com.example.getImage HTTP/1.1\r\nHost: x\r\n\r\n")
			var reading sync.WaitGroup
			reading.Go(func() {
				in, part := bufio.NewReaderSize(conn, 16), make([]byte, max(size, 1))
				for size > 0 {
					if _, err := io.ReadFull(in, part); err != nil {
						return
					}
					time.Sleep(time.Second)
				}
			})
			if x := <-n.each; x.Err == nil || x.Err.Error() != "the client did not read the response in time" || x.Unanswered {
				t.Errorf("%d bytes a second: %+v", size, x)
			}
			conn.Close()
			reading.Wait()
		}
	})
}

// What net/http sends after a handler has returned has a deadline, too.
func TestSlowReaderEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, _ := piped(t, thingServer(t, xrpc.Options{}), 1).dial(t.Context(), "", "")
		io.WriteString(conn, "GET /xrpc/com.example.getThing?id=x HTTP/1.1\r\nHost: x\r\n\r\n")
		time.Sleep(defaultTimeout + time.Second)
		if n, err := conn.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the connection is open: %d, %v", n, err)
		}
	})
}

// A client that takes a large message slowly, but at least 16 KiB a second, is not cut off;
// one that is slower is.
func TestSlowStreamReader(t *testing.T) {
	const size = 2 << 20
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	s.Stream("com.example.watch", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		return send(json.RawMessage(`{"$type":"com.example.watch#gone","seq":1,"more":"` + strings.Repeat("x", size) + `"}`))
	})
	for _, proxied := range []bool{false, true} {
		for rate, want := range map[int]bool{20 << 10: true, 8 << 10: false} {
			synctest.Test(t, func(t *testing.T) {
				network := piped(t, s, 1)
				if proxied {
					p := thingProxy(t, "http://service", xrpc.Options{})
					p.HTTP = network.transport(t, 1)
					network = piped(t, p, 1)
				}
				conn, _ := network.dial(t.Context(), "", "")
				defer conn.Close()
				io.WriteString(conn, "GET /xrpc/com.example.watch HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
					"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
				n, err, part := 0, error(nil), make([]byte, rate)
				for n < size && err == nil {
					var m int
					m, err = io.ReadFull(conn, part[:min(rate, size-n)])
					n += m
					time.Sleep(time.Second)
				}
				if got := n == size; got != want {
					t.Errorf("proxied: %t, %d bytes a second: %d bytes, %v", proxied, rate, n, err)
				}
			})
		}
	}
}

// A client is not to blame for a service that reads slowly, nor a service for a
// client that sends slowly.
func TestSlowUploads(t *testing.T) {
	const size = 1 << 20
	for name, test := range map[string]struct {
		read, sent time.Duration // for each 64 KiB
	}{
		"slow service": {read: 10 * time.Second}, "slow client": {sent: 2 * time.Second}, "both": {10 * time.Second, 2 * time.Second},
	} {
		for i := range 3 {
			version, proxied, limit := 1+i%2, i > 1, time.Duration(0)
			if version == 2 { // a server takes all of it at once
				limit = time.Hour
			}
			t.Run(fmt.Sprintf("%s %t HTTP/%d", name, proxied, version), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var n notes
					short := n.options()
					short.Timeout = defaultTimeout / 6
					s := xrpc.NewServer(catalog(t, things...), short)
					s.Handle("com.example.upload", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
						n := 0
						for part := make([]byte, 64<<10); ; {
							m, err := io.ReadFull(r.Body.Stream, part)
							n += m
							if err == io.EOF {
								return xrpc.JSON(map[string]int{"size": n})
							} else if err != nil {
								return nil, err
							}
							time.Sleep(test.read)
						}
					})
					network := piped(t, s, version)
					if proxied {
						p := thingProxy(t, "http://service", n.options())
						p.HTTP = network.transport(t, version)
						network = piped(t, p, version)
					}
					c := thingClient(t, "http://service", xrpc.Options{Timeout: limit})
					c.HTTP = &http.Client{Transport: network.transport(t, version)}
					source := &slowReader{delay: test.sent / 4} // HTTP/2 reads 16 KiB
					for range size >> 14 {
						source.parts = append(source.parts, strings.Repeat("x", 16<<10))
					}
					answer, err := c.Call(t.Context(), "com.example.upload", nil, xrpc.Body{ContentType: "video/mp4", Stream: source})
					if err != nil || string(answer.JSON) != fmt.Sprintf(`{"size":%d}`, size) {
						t.Errorf("%v, %+v", err, answer)
					}
				})
			})
		}
	}
}
