package probe

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// maxStreams is how many streams with valid parameters are read.
const maxStreams = 2

// stream reads the first messages of a subscription, with its valid parameters. It must be
// refused with invalid ones, and to a plain request.
func (r *run) stream(ctx context.Context, t *tally, plan []trial) error {
	plain := plan[0]
	plain.Fault = "it does not ask for a WebSocket"
	valid, silent := 0, false
	for _, c := range append(plan, plain) {
		switch isStream := c.Fault == "" || c.rule != nil; {
		case c.Either, c.Fault == "" && valid == maxStreams, c.Fault != "" && isStream && silent:
			continue
		case !isStream:
			a, err := r.send(ctx, t, &c)
			if err != nil {
				return err
			}
			if a.refused() {
				t.refused++
			}
			if err := r.report(ctx, t, &c, judge(t, &c, a)); err != nil {
				return err
			}
			continue
		case c.Fault == "":
			valid++
		}
		if err := r.turn(ctx, t); err != nil {
			return err
		}
		s := &reading{run: r, tally: t, of: &c}
		err := s.read(ctx)
		if err := errors.Join(r.report(ctx, t, &c, s.found), err); err != nil || t.absent {
			return err
		}
		silent = s.silent
		t.failed = t.failed || slices.ContainsFunc(s.found, func(f diag.Finding) bool { return f.Rule == servicerules.ServiceFailure })
	}
	return nil
}

// reading is one stream, and what there is to say about it.
type reading struct {
	*run
	tally  *tally
	of     *trial
	found  []diag.Finding
	silent bool // the service sent nothing for a while
}

// read reads the messages of a stream. One that is silent has none.
func (s *reading) read(ctx context.Context) error {
	start := time.Now()
	open, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := time.AfterFunc(s.options.Quiet, cancel)
	defer quiet.Stop()
	n := 0
	for message, err := range s.client.Receive(s.tally.Method, s.request(open, s.tally, s.of)) {
		quiet.Reset(s.options.Quiet)
		if n == 0 {
			s.tally.slowest = max(s.tally.slowest, time.Since(start))
		}
		if message != nil {
			for _, v := range message.Findings {
				general := s.of.Fault != "" && v.Rule == validate.RuleUnknownError && v.Data.Actual == xrpc.StatusName(http.StatusBadRequest)
				if !general {
					s.found = append(s.found, v.Finding)
				}
			}
		}
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case open.Err() != nil:
			s.silent = true
			return nil
		case err != nil:
			return s.end(err)
		case s.of.Fault != "":
			s.found = append(s.found, s.tally.accepted(s.of))
			return nil
		}
		if n++; n >= s.options.Messages {
			break
		}
	}
	return nil
}

// end takes the error that a stream ends with.
func (s *reading) end(err error) error {
	t, c := s.tally, s.of
	var failure *xrpc.Error
	code := websocket.CloseStatus(err)
	switch {
	case errors.As(err, &failure):
		if c.Fault != "" && failure.Status < http.StatusInternalServerError {
			t.refused++
		}
		s.found = append(s.found, t.onFailure(c, failure)...)
		return nil
	case code == websocket.StatusGoingAway:
		return nil
	case c.Fault != "" && code != -1 && code != websocket.StatusInternalError && code != websocket.StatusAbnormalClosure:
		t.refused++
		return nil
	}
	a := &answer{}
	if err := a.fail(err); err != nil {
		return err
	}
	s.found = append(s.found, judge(t, c, a)...)
	return nil
}

// onFailure returns what an error of a stream does against the Lexicon.
func (t *tally) onFailure(c *trial, e *xrpc.Error) []diag.Finding {
	if e.Status == 501 {
		t.absent = true
		return nil
	}
	if e.Status == 0 { // in a message, which was checked
		return nil
	}
	return judge(t, c, &answer{response: &xrpc.Response{Status: e.Status, Header: e.Header}, failure: e})
}
