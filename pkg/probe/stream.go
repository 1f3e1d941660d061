package probe

import (
	"context"
	"errors"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// stream reads the first messages of a subscription, with its valid parameters. A plain
// request must be refused.
func (r *run) stream(ctx context.Context, t *tally, plan []Case) error {
	for i := range plan {
		c := &plan[i]
		if c.Fault != "" || c.Either || i > 1 {
			break // services may say what is wrong in a message
		}
		if err := r.turn(ctx, t); err != nil {
			return err
		}
		found, err := r.messages(ctx, t, c)
		if err := errors.Join(r.report(ctx, t, c, found), err); err != nil {
			return err
		}
	}
	plain := plan[0]
	plain.Fault = "it does not ask for a WebSocket"
	a, err := r.send(ctx, t, &plain)
	if err != nil {
		return err
	}
	if a.refused() {
		t.refused++
	}
	return r.report(ctx, t, &plain, judge(t, &plain, a))
}

// messages reads the messages of one stream. A stream that is quiet has none.
func (r *run) messages(ctx context.Context, t *tally, c *Case) (found []diag.Finding, err error) {
	start := time.Now()
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := time.AfterFunc(r.options.Quiet, cancel)
	defer quiet.Stop()
	params := xrpc.Params{}
	for _, m := range c.Params {
		params[m.Name] = sample.Texts(m.Value)
	}
	n := 0
	for message, err := range r.client.Stream(reading, string(t.NSID), params) {
		quiet.Reset(r.options.Quiet)
		if n == 0 {
			t.slowest = max(t.slowest, time.Since(start))
		}
		if message != nil {
			for _, v := range message.Findings {
				found = append(found, v.Finding)
			}
		}
		var failure *xrpc.Error
		switch {
		case ctx.Err() != nil:
			return found, context.Cause(ctx)
		case reading.Err() != nil:
			return found, nil
		case errors.As(err, &failure):
			return append(found, t.onFailure(c, failure)...), nil
		case websocket.CloseStatus(err) == websocket.StatusGoingAway:
			return found, nil
		case err != nil:
			a := &answer{}
			if err := r.unanswered(a, err); err != nil {
				return found, err
			}
			return append(found, judge(t, c, a)...), nil
		}
		if n++; n >= r.options.Messages {
			break
		}
	}
	return found, nil
}

// onFailure returns what an error of a stream does against the Lexicon.
func (t *tally) onFailure(c *Case, e *xrpc.Error) []diag.Finding {
	if e.Status == 501 {
		t.absent = true
		return nil
	}
	if e.Status == 0 { // in a message, which was checked
		return nil
	}
	return judge(t, c, &answer{response: &xrpc.Response{Status: e.Status, Header: e.Header}, failure: e})
}
