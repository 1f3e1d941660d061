package probe

import (
	"context"
	"errors"
	"iter"
	"net"
	"net/http"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// answer is what a service does with a request.
type answer struct {
	response *xrpc.Response
	failure  *xrpc.Error // an error answer; nil otherwise
	err      error       // why there is no answer
	body     []byte      // in JSON; nil for any other
	reader   *reader
}

// reader reads the bodies of answers, one after another, into the same memory.
type reader struct {
	tape  datamodel.Tape
	of    *answer // whose body the tape has
	valid bool    // that body is JSON
}

func (a *answer) status() int {
	if a.response == nil {
		return 0
	}
	return a.response.Status
}

func (a *answer) ok() bool      { return a.status() >= 200 && a.status() <= 299 }
func (a *answer) refused() bool { return a.status() >= 400 && a.status() <= 499 }

// failed reports whether the service does not work, or redirects. One that does not have a
// method has not failed.
func (a *answer) failed() bool {
	return a.err != nil || !a.ok() && !a.refused() && a.status() != http.StatusNotImplemented
}

// send sends a request and returns its answer; see answer.
func (s *sender) send(ctx context.Context, t *tally, c *trial) (*answer, error) {
	return s.answer(ctx, t, s.start(ctx, t, c))
}

// answer waits for the response to a request, and checks it. The error is errEnough where the
// request may not be sent, or that of ctx, or an ErrUnreachable.
func (s *sender) answer(ctx context.Context, t *tally, p *pending) (*answer, error) {
	<-p.done
	if errors.Is(p.err, errEnough) {
		return nil, p.err
	}
	a, err := &answer{reader: &s.reader}, p.err
	if err == nil {
		if a.response, err = s.client.Check(t.Method, p.response); a.response != nil {
			a.body = a.response.JSON
		}
	}
	switch invalid := (*xrpc.InvalidError)(nil); {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil, errors.As(err, &invalid), errors.As(err, &a.failure):
		return a, nil
	}
	return a, a.fail(err)
}

// fail keeps the reason why there is no answer. Where there is no connection, that is the end
// of the run.
func (a *answer) fail(err error) error {
	if network, ok := errors.AsType[*net.OpError](err); ok && (network.Op == "dial" || network.Op == "proxyconnect") {
		return errors.Join(ErrUnreachable, err)
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return errors.Join(ErrUnreachable, err)
	}
	a.err = err
	return nil
}

// content returns the body of an answer that is a JSON object; nil for any other. It is good
// until another answer is asked for its content.
func (a *answer) content() *datamodel.Tape {
	r := a.reader
	if r.of != a {
		r.tape.Release()
		r.of, r.valid = a, len(a.body) > 0 && r.tape.ReadJSON(a.body)
	}
	if !r.valid || r.tape.Tokens[0].Kind != datamodel.Object {
		return nil
	}
	return &r.tape
}

// members returns the values of the members of an object by name.
func members(t *datamodel.Tape, object uint32) iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for key, end := object+1, t.Tokens[object].Next; key < end; key = t.Tokens[key+1].Next {
			if !yield(t.Text(key), key+1) {
				return
			}
		}
	}
}

// elements returns the elements of an array.
func elements(t *datamodel.Tape, array uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, end := array+1, t.Tokens[array].Next; i < end; i = t.Tokens[i].Next {
			if !yield(i) {
				return
			}
		}
	}
}

// lists returns the lists of an answer by name: the arrays among the members of its object.
func (a *answer) lists() iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		t := a.content()
		if t == nil {
			return
		}
		for name, i := range members(t, 0) {
			if t.Tokens[i].Kind == datamodel.Array && !yield(name, i) {
				return
			}
		}
	}
}

// cursor returns the cursor of a page; "" for the last one.
func (a *answer) cursor() string {
	if t := a.content(); t != nil {
		return t.MemberText(0, cursorName)
	}
	return ""
}

// hasItems reports whether a list of a page is not empty.
func (a *answer) hasItems() bool {
	for _, list := range a.lists() {
		if a.reader.tape.Tokens[list].Len() > 0 {
			return true
		}
	}
	return false
}
