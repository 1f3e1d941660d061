package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// MockOptions are those of a mock.
type MockOptions struct {
	xrpc.Options
	Seed uint64
	// Framing is one of Framings, for clients that offer no encoding; "" means the one that
	// the Lexicon declares.
	Framing string
	// Interval is the time between two messages of a stream, and Count how many
	// there are; 0 for no end.
	Interval time.Duration
	Count    int
}

// Mock answers every method of a catalog with a sample that is the same for the same
// request.
type Mock struct {
	options  MockOptions
	server   *xrpc.Server
	samplers sync.Pool
	pools    pools
	describe func() []byte // the methods for the page
}

// NewMock returns a mock of the methods of a catalog.
func NewMock(c *lexicon.Catalog, o MockOptions) *Mock {
	first := sample.New(c, sample.Options{Profile: o.Profile})
	m := &Mock{options: o, server: xrpc.NewServer(c, o.Options)}
	m.samplers.New = func() any { return first.Clone() }
	m.describe = sync.OnceValue(func() []byte { return describeMethods(m.server.Methods(), first.Clone()) })
	m.server.SetSubprotocol(func(r *http.Request) string {
		return subprotocol(cmp.Or(controlOf(r.Context()).framing, o.Framing))
	})
	for _, method := range m.server.Methods() {
		if method.Type() == lexicon.TypeSubscription {
			q := sequenceOf(method)
			m.server.Stream(string(method.NSID), func(ctx context.Context, r *xrpc.Request, send func(any) error) error {
				return m.stream(ctx, r, q, send)
			})
		} else {
			m.server.Handle(string(method.NSID), m.answer)
		}
	}
	return m
}

// Methods returns how many methods the mock answers.
func (m *Mock) Methods() int { return len(m.server.Methods()) }

// ServeHTTP answers a call, or shows the page.
func (m *Mock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		switch r.URL.Path {
		case "/":
			servePage(w, r)
			return
		case "/methods.json":
			serveText(w, r, "application/json", m.describe())
			return
		}
	}
	m.server.ServeHTTP(w, withControl(r))
}

// answer answers a query or procedure.
func (m *Mock) answer(ctx context.Context, r *xrpc.Request) (*xrpc.Response, error) {
	input := fnv.New64a()
	if _, err := io.Copy(input, r.Body.Reader()); err != nil {
		return nil, err
	}
	c := controlOf(ctx)
	if err := c.apply(ctx, r.Method); err != nil {
		return nil, err
	}
	output := r.Method.Output
	if output == nil {
		return nil, nil
	}
	seed := m.seed(r, c, input.Sum64())
	contentType, json := answerType(output)
	if !json {
		return &xrpc.Response{Body: binaryBody(contentType, seed)}, nil
	}
	value, valid := sample.Value(sample.Object{}), false
	if output.Schema != nil {
		s := m.samplers.Get().(*sample.Sampler)
		defer m.samplers.Put(s)
		var err error
		if value, err = first(s, r.Method.Definition, lexicon.PartOutput, output.Schema, seed); err != nil {
			return nil, err
		}
		valid = !s.HasExamples()
		value = m.paged(s, r, c, output.Schema, value, seed)
	}
	return &xrpc.Response{Body: xrpc.Body{ContentType: contentType, JSON: sample.JSON(value)}, Valid: valid}, nil
}

// seed returns the seed of an answer: the same for the same request, whatever page of
// it is asked for.
func (m *Mock) seed(r *xrpc.Request, c control, input uint64) uint64 {
	params := maps.Clone(r.Params)
	delete(params, "cursor")
	delete(params, "limit")
	query, _ := params.Encode() // what a server has read can be written
	return mix(string(r.Method.NSID)+"?"+query, input, m.options.Seed, c.seed)
}

// stream sends messages.
func (m *Mock) stream(ctx context.Context, r *xrpc.Request, q sequence, send func(any) error) error {
	c := controlOf(ctx)
	if err := c.apply(ctx, r.Method); err != nil {
		return err
	}
	place, err := q.after(r.Method, r.Params.Int("cursor"))
	if err != nil {
		return err
	}
	every := time.NewTicker(max(m.options.Interval, time.Microsecond))
	defer every.Stop()
	for n := 0; m.options.Count == 0 || n < m.options.Count; n++ {
		if n > 0 && m.options.Interval > 0 {
			select {
			case <-every.C:
			case <-ctx.Done():
				return nil
			}
		}
		message, err := m.message(r.Method, c, q, place)
		if err == nil {
			err = send(json.RawMessage(sample.JSON(message)))
		}
		if err != nil {
			return err
		}
		if place < math.MaxInt64 {
			place++
		}
	}
	return nil
}

// message makes the message at a place in a sequence.
func (m *Mock) message(method *xrpc.Method, c control, q sequence, place int64) (sample.Value, error) {
	schema := method.Message
	if schema == nil || schema.Schema == nil {
		return sample.Object{}.Set("$type", sample.Text(string(method.NSID)+"#message")).Set("seq", sample.Number(place)), nil
	}
	s := m.samplers.Get().(*sample.Sampler)
	defer m.samplers.Put(s)
	examples := s.Examples(method.Definition, lexicon.PartMessage)
	if i := place - q.first; i < int64(len(examples)) {
		return q.number(examples[i], place), nil
	}
	value, err := generate(s, schema.Schema, mix(string(method.NSID), m.options.Seed, c.seed, uint64(place)))
	if err != nil {
		return nil, err
	}
	return q.number(value, place), nil
}
