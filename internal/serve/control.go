package serve

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// controlName is the header, and in lower case the parameter, in which a client says
// what the answer of the mock is to be:
//
//	X-Lexsmith: error=NotFound, delay=200ms, seed=7
const controlName = "X-Lexsmith"

// maxDelay limits the delay that a client can ask for.
const maxDelay = time.Minute

// control is what a client asks for.
type control struct {
	err     string // name of the error to answer with; "" for none
	delay   time.Duration
	seed    uint64
	framing string // "" for that of the mock
	fault   error
}

// Framings are the names of the encodings of streams: short ones, and those of subprotocols.
var Framings = append([]string{"cbor", "json"}, lexicon.Subprotocols...)

// subprotocol returns the subprotocol of that name.
func subprotocol(framing string) string {
	switch framing {
	case "cbor":
		return lexicon.SubprotocolV0CBOR
	case "json":
		return lexicon.SubprotocolV1JSON
	}
	return framing
}

type controlKey struct{}

// controlOf returns what the client of a request asked for.
func controlOf(ctx context.Context) control {
	c, _ := ctx.Value(controlKey{}).(control)
	return c
}

// withControl reads what the client asks for, and returns the request without the
// parameter.
func withControl(r *http.Request) *http.Request {
	text := strings.Join(r.Header.Values(controlName), ",")
	query, asked := cutParam(r.URL.RawQuery, strings.ToLower(controlName))
	if asked != "" {
		text += "," + asked
	}
	if query == r.URL.RawQuery && text == "" {
		return r
	}
	r = r.WithContext(context.WithValue(r.Context(), controlKey{}, parseControl(text)))
	u := *r.URL
	u.RawQuery = query
	r.URL = &u
	return r
}

// cutParam returns a query string without a parameter, and its values.
func cutParam(query, name string) (rest, value string) {
	if !strings.Contains(query, name) {
		return query, ""
	}
	var kept, values []string
	for pair := range strings.SplitSeq(query, "&") {
		if v, ok := strings.CutPrefix(pair, name+"="); ok {
			if text, err := url.QueryUnescape(v); err == nil {
				v = text
			}
			values = append(values, v)
			continue
		}
		kept = append(kept, pair)
	}
	return strings.Join(kept, "&"), strings.Join(values, ",")
}

func parseControl(text string) (c control) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		if err := c.set(name, value); err != nil {
			c.fault = fmt.Errorf("%s: %w", controlName, err)
			break
		}
	}
	return c
}

func (c *control) set(name, value string) (err error) {
	switch name {
	case "error":
		c.err = value
	case "delay":
		c.delay, err = time.ParseDuration(value)
		if err != nil || c.delay < 0 || c.delay > maxDelay {
			return fmt.Errorf("delay is %s, but must be a duration of at most %s, such as 200ms", words.Quote(value), strings.TrimSuffix(maxDelay.String(), "0s"))
		}
	case "seed":
		if c.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("seed is %s, but must be a number", words.Quote(value))
		}
	case "framing":
		if !slices.Contains(Framings, value) {
			return fmt.Errorf("framing is %s, but must be %s", words.Quote(value), words.Enumerate(Framings, "or"))
		}
		c.framing = value
	default:
		return fmt.Errorf("unknown setting %s (expected \"error\", \"delay\", \"seed\", or \"framing\")", words.Quote(name))
	}
	return nil
}

// apply waits, and returns the error that the client asks for.
func (c *control) apply(ctx context.Context, m *xrpc.Method) error {
	if c.fault != nil {
		return badRequest(c.fault)
	}
	if c.delay > 0 {
		timer := time.NewTimer(c.delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if c.err == "" {
		return nil
	}
	return chosenError(m, c.err)
}

// chosenError returns an error that the method declares, or one of the protocol.
func chosenError(m *xrpc.Method, name string) error {
	const message = "the error that the client requested"
	if e := m.Error(name); e != nil {
		return &xrpc.Error{Name: name, Message: cmp.Or(e.Description, message)}
	}
	for status := http.StatusBadRequest; status <= http.StatusGatewayTimeout; status++ {
		if xrpc.StatusName(status) == name {
			return &xrpc.Error{Status: status, Name: name, Message: message}
		}
	}
	var names []string
	for _, e := range m.Errors {
		names = append(names, e.Name)
	}
	declared := cmp.Or(words.Enumerate(names, "and"), "no errors")
	return badRequest(fmt.Errorf("%s: %s does not declare the error %s; it declares %s", controlName, m.NSID, words.Quote(name), declared))
}

func badRequest(err error) error {
	return &xrpc.Error{Name: xrpc.StatusName(http.StatusBadRequest), Message: err.Error()}
}
