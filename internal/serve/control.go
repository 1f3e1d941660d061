package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/syntax"
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
	framing xrpc.Framing
	framed  bool // the client chose the framing
	fault   error
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
			return fmt.Errorf("delay is %s, but must be a duration of at most %s, such as 200ms", syntax.Quote(value), strings.TrimSuffix(maxDelay.String(), "0s"))
		}
	case "seed":
		if c.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("seed is %s, but must be a number", syntax.Quote(value))
		}
	case "framing":
		switch value {
		case "cbor":
			c.framing = xrpc.FramesCBOR
		case "json":
			c.framing = xrpc.FramesJSON
		default:
			return fmt.Errorf("framing is %s, but must be cbor or json", syntax.Quote(value))
		}
		c.framed = true
	default:
		return fmt.Errorf("unknown setting %s (expected \"error\", \"delay\", \"seed\", or \"framing\")", syntax.Quote(name))
	}
	return nil
}

// apply waits, and returns the error that the client asks for.
func (c *control) apply(ctx context.Context, m *xrpc.Method) error {
	if c.fault != nil {
		return &xrpc.Error{Name: xrpc.StatusName(http.StatusBadRequest), Message: c.fault.Error()}
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
	if e := m.Error(name); e != nil {
		message := e.Description
		if message == "" {
			message = "the error that the client requested"
		}
		return &xrpc.Error{Name: name, Message: message}
	}
	for status := http.StatusBadRequest; status <= http.StatusGatewayTimeout; status++ {
		if xrpc.StatusName(status) == name {
			return &xrpc.Error{Status: status, Name: name, Message: "the error that the client requested"}
		}
	}
	names := make([]string, len(m.Errors))
	for i, e := range m.Errors {
		names[i] = e.Name
	}
	declared := "no errors"
	if len(names) > 0 {
		declared = syntax.Enumerate(names, "and")
	}
	return &xrpc.Error{
		Name:    xrpc.StatusName(http.StatusBadRequest),
		Message: fmt.Sprintf("%s: %s does not declare the error %s; it declares %s", controlName, m.NSID, syntax.Quote(name), declared),
	}
}
