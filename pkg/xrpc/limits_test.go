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
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// limited serves the things on a socket, with limits that a test can wait for.
func limited(t testing.TB, h http.Handler) (address string) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	own := xrpc.NewHTTPServer(h)
	own.ReadHeaderTimeout, own.IdleTimeout = 300*time.Millisecond, 300*time.Millisecond
	s.Config = own
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func limitedOptions() xrpc.Options {
	return xrpc.Options{MaxBody: 10_000, MaxUpload: 100_000, Timeout: 300 * time.Millisecond}
}

// raw connects, sends a text, and returns the connection.
func raw(t testing.TB, address, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// patience is how long a test waits to be cut off.
const patience = 10 * time.Second

// cutOff requires that the server ends the connection soon, and returns the status
// of its answer, 0 for none.
func cutOff(t testing.TB, conn net.Conn) int {
	t.Helper()
	conn.SetReadDeadline(time.Now().Add(patience))
	in := bufio.NewReader(conn)
	status := 0
	if answer, err := http.ReadResponse(in, nil); err == nil {
		status = answer.StatusCode
		io.Copy(io.Discard, answer.Body)
	}
	_, err := io.Copy(io.Discard, in)
	var network net.Error
	if errors.As(err, &network) && network.Timeout() {
		t.Error("the connection stays open")
	}
	return status
}

// drip sends a byte now and then until that fails.
func drip(conn net.Conn, text string) {
	for i := 0; ; i++ {
		if _, err := conn.Write([]byte{text[i%len(text)]}); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestSlowClients(t *testing.T) {
	service := limited(t, thingServer(t, limitedOptions()))
	front := limited(t, thingProxy(t, "http://"+service, limitedOptions()))
	const head = "POST /xrpc/com.example.%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n"
	for name, address := range map[string]string{"server": service, "proxy": front} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for name, test := range map[string]struct {
				text, drip string
				statuses   [2]int
			}{
				"silent":          {"", "", [2]int{0, 0}},
				"half a header":   {"GET /xrpc/", "", [2]int{400, 408}},
				"dripping header": {"GET / HTTP/1.1\r\nX: ", "x", [2]int{0, 408}},
				"half a body":     {fmt.Sprintf(head, "putThing", "Content-Length: 20\r\n") + `{"name"`, "", [2]int{400, 0}},
				"dripping body":   {fmt.Sprintf(head, "putThing", "Content-Length: 9000\r\n"), "x", [2]int{400, 0}},
				"half an upload":  {fmt.Sprintf(head, "upload", "Content-Length: 20\r\n") + `{"name"`, "", [2]int{400, 502}},
				"dripping upload": {fmt.Sprintf(head, "upload", "Transfer-Encoding: chunked\r\n"), "1\r\nx\r\n", [2]int{400, 502}},
				"idle":            {"GET /xrpc/com.example.getImage HTTP/1.1\r\nHost: x\r\n\r\n", "", [2]int{200, 200}},
			} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					conn := raw(t, address, test.text)
					if test.drip != "" {
						go drip(conn, test.drip)
					}
					if got := cutOff(t, conn); got != test.statuses[0] && got != test.statuses[1] && got != 0 {
						t.Errorf("status %d", got)
					}
				})
			}
		})
	}
}

// Bodies that are too large end the connection before they are read.
func TestLargeBodies(t *testing.T) {
	address := limited(t, thingServer(t, limitedOptions()))
	const head = "POST /xrpc/com.example.%s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\n%s\r\n"
	for name, test := range map[string]struct{ text, endless string }{
		"announced":         {fmt.Sprintf(head, "putThing", "application/json", "Content-Length: 99999999999\r\n"), "x"},
		"announced upload":  {fmt.Sprintf(head, "upload", "video/mp4", "Content-Length: 99999999999\r\n"), "x"},
		"endless":           {fmt.Sprintf(head, "putThing", "application/json", "Transfer-Encoding: chunked\r\n"), "400\r\n" + strings.Repeat(" ", 1024) + "\r\n"},
		"endless upload":    {fmt.Sprintf(head, "upload", "video/mp4", "Transfer-Encoding: chunked\r\n"), "400\r\n" + strings.Repeat(" ", 1024) + "\r\n"},
		"compressed":        {fmt.Sprintf(head, "putThing", "application/json", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n") + bomb(), ""},
		"compressed upload": {fmt.Sprintf(head, "upload", "video/mp4", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n") + bomb(), ""},
	} {
		t.Run(name, func(t *testing.T) {
			conn := raw(t, address, test.text)
			if test.endless != "" {
				go func() {
					for {
						if _, err := io.WriteString(conn, test.endless); err != nil {
							return
						}
					}
				}()
			}
			conn.SetReadDeadline(time.Now().Add(patience))
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || answer.StatusCode != 413 {
				t.Errorf("%v, %+v", err, answer)
			}
		})
	}
	conn := raw(t, address, "GET / HTTP/1.1\r\nX: "+strings.Repeat("x", 1<<17)+"\r\n\r\n")
	if status := cutOff(t, conn); status != 431 && status != 0 {
		t.Errorf("a large header gives the status %d", status)
	}
}

// bomb is a chunk of a little gzip data that stands for 10 MB.
func bomb() string {
	data := zipped(strings.Repeat(" ", 10_000_000))
	return fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(data), data)
}

// Who does not read is cut off, whether it is an answer or a stream.
func TestSlowReaders(t *testing.T) {
	var n notes
	n.each = make(chan xrpc.Exchange, 4)
	o := n.options()
	o.Timeout = 300 * time.Millisecond
	s := xrpc.NewServer(catalog(t, things...), o)
	s.Handle("com.example.getImage", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
		return &xrpc.Response{Body: xrpc.Body{ContentType: "image/png", Stream: zeros{}}}, nil
	})
	s.Stream("com.example.watch", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		large := json.RawMessage(`{"$type":"com.example.watch#gone","seq":1,"more":"` + strings.Repeat("x", 100_000) + `"}`)
		for {
			if err := send(large); err != nil {
				return err
			}
		}
	})
	address := limited(t, s)
	var quiet notes
	q := quiet.options()
	q.Timeout = 300 * time.Millisecond
	front := limited(t, thingProxy(t, "http://"+address, q))
	for name, address := range map[string]string{"server": address, "proxy": front} {
		raw(t, address, "GET /xrpc/com.example.getImage HTTP/1.1\r\nHost: x\r\n\r\n")
		raw(t, address, "GET /xrpc/com.example.watch HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
		for range 2 {
			select {
			case x := <-n.each:
				if x.Status != 200 && x.Status != 101 {
					t.Errorf("%s: %+v", name, x)
				}
			case <-time.After(patience):
				t.Fatalf("%s: a client that does not read is served on", name)
			}
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// Nobody has to listen to a client of a stream, and a client to no message that is too large.
func TestStreamLimits(t *testing.T) {
	s := xrpc.NewServer(catalog(t, things...), limitedOptions())
	s.Stream("com.example.watch", func(ctx context.Context, _ *xrpc.Request, _ func(any) error) error {
		<-ctx.Done()
		return nil
	})
	conn, _, err := websocket.Dial(t.Context(), "http://"+limited(t, s)+"/xrpc/com.example.watch", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Write(t.Context(), websocket.MessageText, make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.Read(t.Context()); err == nil {
		t.Error("the message of a client is taken")
	}

	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err == nil {
			_ = conn.Write(r.Context(), websocket.MessageBinary, make([]byte, 20_000))
			conn.CloseRead(r.Context())
			<-r.Context().Done()
		}
	}))
	o := limitedOptions()
	o.MaxMessage = 10_000
	for _, err := range thingClient(t, service.URL, o).Stream(t.Context(), "com.example.watch", nil) {
		if !errors.Is(err, websocket.ErrMessageTooBig) {
			t.Errorf("%v", err)
		}
	}
}

// A client that moves at least 16 KiB a second is served, however long it takes.
func TestSlowEnoughClients(t *testing.T) {
	const size = 96 << 10
	o := limitedOptions()
	o.Timeout = time.Second
	service := limited(t, thingServer(t, o))
	front := limited(t, thingProxy(t, "http://"+service, o))
	for name, address := range map[string]string{"server": service, "proxy": front} {
		conn := raw(t, address, fmt.Sprintf("POST /xrpc/com.example.upload HTTP/1.1\r\nHost: x\r\nContent-Type: video/mp4\r\nContent-Length: %d\r\n\r\n", size))
		start := time.Now()
		for sent := 0; sent < size; time.Sleep(20 * time.Millisecond) {
			due := min(size, int(30<<10*time.Since(start).Seconds())) // 30 KiB a second, also after a pause of a busy machine
			if _, err := io.WriteString(conn, strings.Repeat("x", due-sent)); err != nil {
				t.Fatalf("%s: %v after %s", name, err, time.Since(start))
			}
			sent = due
		}
		conn.SetReadDeadline(time.Now().Add(patience))
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != 200 || time.Since(start) < 3*o.Timeout {
			t.Errorf("%s: %v, %+v after %s", name, err, answer, time.Since(start))
		}
	}
}
