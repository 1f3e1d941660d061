package serve_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A client cannot hold up the server with a body that nobody reads.
func TestRunUnreadBody(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	mock := serve.NewMock(parse(`{"lexicon": 1, "id": "com.example.ping", "defs": {"main": {"type": "procedure"}}}`), serve.MockOptions{})
	go func() {
		ended <- serve.Run(ctx, l, serve.GuardHost(mock, l.Addr(), nil, func(xrpc.Exchange) {}))
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	for request, want := range map[string]int{"GET / HTTP/1.1\r\nHost: localhost": 200, "POST / HTTP/1.1\r\nHost: page.example": 421} {
		t.Run(request, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(15 * time.Second))
			io.WriteString(conn, request+"\r\nContent-Length: 10\r\n\r\n12345")
			in := bufio.NewReader(conn)
			answer, err := http.ReadResponse(in, nil)
			if err != nil || answer.StatusCode != want {
				t.Fatalf("%v, %+v", err, answer)
			}
			io.Copy(io.Discard, answer.Body)
			if _, err := in.ReadByte(); err != io.EOF {
				t.Errorf("the connection is open: %v", err)
			}
		})
	}
}
