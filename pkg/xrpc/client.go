package xrpc

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Client calls the methods of a service. It checks what it sends and what it gets.
// Make one with NewClient, and set the fields before the first call; it is then safe
// for many goroutines.
type Client struct {
	// HTTP makes the requests; nil means http.DefaultClient. Where its CheckRedirect
	// is not nil, that decides about redirects instead of FollowRedirects.
	HTTP *http.Client
	// Header is sent with every request, such as Authorization.
	Header http.Header
	// FollowRedirects follows redirects to the same scheme, host and port that keep
	// the HTTP method. Any other redirect is an *Error with its Header: headers and
	// bodies are not for other services.
	FollowRedirects bool

	options Options
	service *url.URL
	methods methods
}

// NewClient returns a client of the service at a URL such as
// "https://api.example.com". It calls the methods of a catalog.
func NewClient(c *lexicon.Catalog, service string, o Options) (*Client, error) {
	u, err := parseService(service)
	if err != nil {
		return nil, err
	}
	return &Client{options: o.withDefaults(), service: u, methods: compile(c, o.Profile)}, nil
}

func parseService(service string) (*url.URL, error) {
	u, err := url.Parse(service)
	switch {
	case !strings.Contains(service, "://"):
		help := ""
		if guess, err := parseService("http://" + service); err == nil {
			help = "; did you mean " + words.Quote(guess.String()) + "?"
		}
		return nil, fmt.Errorf("%s is not an http or https URL%s", words.Quote(service), help)
	case err != nil:
		return nil, fmt.Errorf("%s is not a URL", words.Quote(service))
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("%s is not an http or https URL", words.Quote(service))
	case u.User != nil:
		return nil, errors.New("the URL of a service must not contain a user name or password; send them in a header")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("the URL of a service must not contain a query string: %s", words.Quote(service))
	}
	return u, nil
}

// Method returns a method of the catalog; nil when it has none of that NSID.
func (c *Client) Method(nsid string) *Method { return c.methods[syntax.NSID(nsid)] }

// Methods returns the methods of the catalog in the order of their NSIDs.
func (c *Client) Methods() []*Method { return c.methods.sorted() }

// URL returns the URL of a method, without parameters.
func (c *Client) URL(m *Method) *url.URL { return c.service.JoinPath("xrpc", string(m.NSID)) }

// Call calls a query or procedure. The body is nil, a Body, or the input as a value
// for encoding/json. Of a Stream with JSON, more than validate.MaxValueSize bytes are an error.
//
// The error is an *InvalidError when something does not match the Lexicon: then the
// call was not made, or the answer is returned too. An error answer is an *Error,
// whose Declared says whether the method declares it. Other errors say why there is
// no answer; one that is a net.Error with a Timeout says that the service has kept the
// client waiting for longer than Options.Timeout, and for what.
func (c *Client) Call(ctx context.Context, nsid string, params Params, body any) (*Response, error) {
	request, m, found, err := c.NewRequest(ctx, nsid, params, body)
	if err != nil {
		return nil, err
	}
	if m.Type() == lexicon.TypeSubscription {
		return nil, fmt.Errorf("%s is a subscription; use Stream to read its messages", m.NSID)
	}
	answer, err := c.do(request)
	if err != nil {
		return nil, err
	}
	return c.read(m, answer, found)
}

// Fetch makes a request as it is, even if it does not match the Lexicon, and reads the
// response into memory: of a body that is larger than Options.MaxBody one byte more. The
// response is not checked; see Check. The error says why there is none, as that of Call.
func (c *Client) Fetch(request *http.Request) (*http.Response, error) {
	answer, err := c.do(request)
	if err != nil {
		return nil, err
	}
	text, whole, err := readAll(answer.Body, answer.ContentLength, c.options.MaxBody)
	answer.Body.Close()
	if whole && err == nil {
		answer.ContentLength = int64(len(text))
	}
	answer.Body = &fetched{Reader: bytes.NewReader(text), text: text, err: err}
	return answer, nil
}

// Check reads and closes a response of a query or procedure, and checks it. What it returns
// is what Call returns.
func (c *Client) Check(m *Method, response *http.Response) (*Response, error) {
	return c.read(m, response, nil)
}

// NewRequest returns the request of a call, and what there is to say about it. An
// *InvalidError says that it does not match the Lexicon.
func (c *Client) NewRequest(ctx context.Context, nsid string, params Params, body any) (*http.Request, *Method, []Violation, error) {
	m := c.Method(nsid)
	if m == nil {
		return nil, nil, nil, fmt.Errorf("the catalog does not contain the method %s", words.Quote(nsid))
	}
	if m.invalid != nil {
		return nil, nil, nil, m.invalid
	}
	query, err := params.Encode()
	if err != nil {
		return nil, nil, nil, err
	}
	x := c.exchange(m)
	all := x.note(InRequest, lexicon.PartParams, m.checkParams(query))
	input, err := asBody(body)
	if err != nil {
		return nil, nil, nil, err
	}
	present := input.present()
	if !present {
		if err := input.Close(); err != nil {
			return nil, nil, nil, err
		}
		input = Body{ContentType: input.ContentType}
	}
	json, found := m.checkHeader(lexicon.PartInput, input.ContentType, present)
	if json {
		if err := input.load(validate.MaxValueSize); err != nil {
			return nil, nil, nil, err
		}
		found = append(found, m.checkText(lexicon.PartInput, input.JSON)...)
	}
	all = append(all, x.note(InRequest, lexicon.PartInput, found)...)
	if x.Errors > 0 {
		return nil, m, all, &InvalidError{InRequest, all}
	}
	u := c.URL(m)
	u.RawQuery = query
	request, err := http.NewRequestWithContext(ctx, m.verb(), u.String(), input.Reader())
	if err != nil {
		return nil, nil, nil, err
	}
	maps.Copy(request.Header, c.Header)
	if present || input.ContentType != "" && m.Input != nil { // an empty file
		request.Header.Set("Content-Type", input.ContentType)
	}
	return request, m, all, nil
}

func asBody(body any) (Body, error) {
	switch body := body.(type) {
	case nil:
		return Body{}, nil
	case Body:
		return body, nil
	case *Body:
		return *cmp.Or(body, &Body{}), nil
	}
	text, err := marshal(body)
	return Body{ContentType: typeJSON, JSON: text}, err
}

// do makes a request, and waits for the response and each part of its body.
func (c *Client) do(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	w := newWait(c.options.Timeout, cancel)
	request = request.WithContext(ctx)
	if request.Body != nil && request.Body != http.NoBody {
		request.Body = &sentBody{request.Body, w} // that of a redirect is in memory
	}
	client := c.client()
	answer, err := client.Do(request)
	if err = w.answered(err, false); err != nil {
		cancel(nil)
		return nil, err
	}
	answer.Body = &receivedBody{answer.Body, w, func(error) { cancel(nil) }}
	return answer, nil
}

// client returns what makes the requests.
func (c *Client) client() http.Client {
	client := *cmp.Or(c.HTTP, http.DefaultClient)
	client.Transport = strict(cmp.Or(client.Transport, http.DefaultTransport))
	if client.CheckRedirect == nil {
		client.CheckRedirect = c.checkRedirect
	}
	return client
}

const maxRedirects = 10

func (c *Client) checkRedirect(next *http.Request, via []*http.Request) error {
	if first := via[0]; c.FollowRedirects && len(via) <= maxRedirects &&
		next.URL.Scheme == first.URL.Scheme && next.URL.Host == first.URL.Host && next.Method == first.Method {
		return nil
	}
	return http.ErrUseLastResponse
}

func (c *Client) exchange(m *Method) *exchange {
	return &exchange{options: &c.options, calls: true, Exchange: Exchange{NSID: m.NSID, Method: m}}
}

func (c *Client) read(m *Method, answer *http.Response, sent []Violation) (*Response, error) {
	x := c.exchange(m)
	x.Status = answer.StatusCode
	response := &Response{Status: answer.StatusCode, Header: answer.Header, Findings: sent}
	take := func(part lexicon.Part, found []diag.Finding) {
		response.Findings = append(response.Findings, x.note(InResponse, part, found)...)
	}
	response.ContentType = answer.Header.Get("Content-Type")
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		defer answer.Body.Close()
		text, _, err := readAll(answer.Body, answer.ContentLength, c.options.MaxBody)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode >= http.StatusBadRequest {
			take(lexicon.PartError, m.checkError(answer.StatusCode, response.ContentType, text))
		}
		switch {
		case len(text) == 0:
		case isJSON(essence(response.ContentType)):
			response.JSON = text
		default:
			response.Stream = bytes.NewReader(text)
		}
		return response, m.readError(answer.StatusCode, answer.Header, text)
	}
	body, present := peek(answer.Body, answer.ContentLength)
	json, found := m.checkHeader(lexicon.PartOutput, response.ContentType, present)
	switch {
	case json:
		defer answer.Body.Close()
		text, whole, err := readAll(body, answer.ContentLength, c.options.MaxBody)
		if err != nil {
			return nil, err
		}
		if !whole {
			return nil, errors.New("the response is larger than " + words.ByteCount(c.options.MaxBody))
		}
		found = append(found, m.checkText(lexicon.PartOutput, text)...)
		response.JSON = text
	case present:
		response.Stream = body
	default:
		answer.Body.Close()
	}
	if take(lexicon.PartOutput, found); x.Errors > 0 {
		return response, &InvalidError{InResponse, response.Findings}
	}
	return response, nil
}
