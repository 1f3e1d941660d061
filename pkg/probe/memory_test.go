package probe

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A long run keeps no more than a short one: neither bodies, nor names, nor items.
func TestMemoryIsFlat(t *testing.T) {
	const early, late = 200, 800 // requests
	heap := map[int]int64{}
	c := load(t, listThings, watchThings)
	s, answers, n := xrpc.NewServer(c, xrpc.Options{}), 0, 0
	padding := strings.Repeat("x", 1000)
	s.Handle("com.example.listThings", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
		if answers++; answers == early || answers == late {
			runtime.GC()
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			heap[answers] = int64(stats.HeapAlloc)
		}
		var more []any
		for range 100 { // other names and values each time
			n++
			more = append(more, object{"id": fmt.Sprint(n, padding), fmt.Sprint("key", n): fmt.Sprint("did:web:n", n, ".example.com")})
		}
		return xrpc.JSON(object{"things": []any{}, "more": more})
	})
	s.Stream("com.example.watchThings", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		return send(object{"$type": "com.example.watchThings#note", "seq": 1, "padding": padding})
	})
	server := httptest.NewServer(s)
	defer server.Close()
	ask(t, c, server.URL, Options{PerMethod: 3 * late, Given: map[string][]string{"actor": {"did:web:a.example.com"}}})
	if heap[late] == 0 || heap[late] > heap[early]+1<<20 {
		t.Errorf("the heap has %v bytes after so many requests", heap)
	}
}
