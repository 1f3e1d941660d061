package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// callRun is a run of call.
type callRun struct {
	*session
	options *callOptions
	files   files.Set // of --output
	client  *xrpc.Client
	method  *xrpc.Method
}

// body opens the input, which can be read until ctx is done.
func (c *callRun) body(ctx context.Context) (any, io.Closer, error) {
	path := c.options.input
	if path == "" {
		return nil, io.NopCloser(nil), nil
	}
	source, closer := c.In, io.NopCloser(nil)
	regular := false
	if path != stdin {
		file, err := cli.OpenUntilDone(ctx, path)
		if err != nil {
			return nil, nil, c.inputError(err)
		}
		source, closer, regular = file, file, cli.IsRegular(file)
	}
	if !regular {
		source = cli.UntilDone(ctx, source)
	}
	body, err := serve.CallInput(c.method, path, c.options.header.Get("Content-Type"), source)
	if err != nil {
		closer.Close()
		return nil, nil, c.inputError(err)
	}
	return body, closer, nil
}

func (c *callRun) inputError(err error) error {
	if strings.HasPrefix(strings.TrimSpace(c.options.input), "{") {
		return fmt.Errorf("--input takes the name of a file, not JSON; save the JSON to a file, or use: echo JSON | lexsmith call %s --input -", c.options.nsid)
	}
	return fmt.Errorf("--input: %w", files.Error("read", c.options.input, err))
}

func (c *callRun) ask(ctx context.Context) error {
	body, input, err := c.body(ctx)
	if err != nil {
		return err
	}
	defer input.Close()
	answer, err := c.client.Call(ctx, c.options.nsid, c.options.params, body)
	if answer == nil {
		return c.refused(err)
	}
	defer answer.Close()
	printed := errors.Join(c.report(answer.Findings), c.print(answer))
	if failure, ok := errors.AsType[*xrpc.Error](err); ok {
		return cmp.Or(printed, c.failed(failure))
	}
	return cmp.Or(printed, c.status(answer.Findings))
}

// failed reports an error that the service returned.
func (c *callRun) failed(e *xrpc.Error) error {
	message := ""
	if e.Message != "" {
		message = ": " + e.Message
	}
	switch location := e.Header.Get("Location"); {
	case location != "" && e.Status < http.StatusBadRequest && c.options.follow:
		c.Warn("the service redirects to %s (status %d), which was not followed", location, e.Status)
	case location != "" && e.Status < http.StatusBadRequest:
		c.Warn("the service redirects to %s (status %d); if that is the same scheme, host, and port, use --follow", location, e.Status)
	case c.method.Type() == lexicon.TypeSubscription:
		c.Warn("the service ended the stream with the error %s%s", words.Quote(e.Name), message)
	default:
		c.Warn("the service returned the error %s (status %d)%s", words.Quote(e.Name), e.Status, message)
	}
	return errFindings
}

// refused reports why there is no answer.
func (c *callRun) refused(err error) error {
	if invalid, ok := errors.AsType[*xrpc.InvalidError](err); ok {
		return errors.Join(c.report(invalid.Findings), errFindings)
	}
	return serviceError(c.options.service, err)
}

// serviceError says why there is no answer of a service.
func serviceError(service string, err error) error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err
	}
	if network, ok := errors.AsType[*net.OpError](err); ok && network.Op == "dial" {
		err = network.Err
		if system, ok := errors.AsType[*os.SyscallError](err); ok {
			err = system.Err
		}
		return fmt.Errorf(`cannot connect to %s: %w; start "lexsmith serve" for a mock, or pass the address of a service with --service`, service, err)
	}
	return fmt.Errorf("%s: %w", service, err)
}

// report prints findings on standard error.
func (c *callRun) report(found []xrpc.Violation) error {
	r, err := c.newReport("call", xrpc.Rules(), func(o *report.Options) {
		o.Format, o.Quiet, o.Filter, o.Out, o.Color = report.Text, true, nil, c.Err, false
	})
	if err != nil {
		return err
	}
	for _, v := range found {
		r.Add(v.Finding)
	}
	return r.Close(report.Summary{})
}

// status returns errFindings when a finding is at or above --fail-on.
func (c *callRun) status(found []xrpc.Violation) error {
	for _, v := range found {
		if v.Severity >= c.threshold {
			return errFindings
		}
	}
	return nil
}

// maxIndented is how large JSON may be when it is indented: that can take the square of
// what the service sends.
const maxIndented = 8 << 20

// print writes the body of an answer: indented on a terminal, else as it is.
func (c *callRun) print(answer *xrpc.Response) error {
	if c.options.output != "" {
		return c.files.Write(c.options.output, func(w io.Writer) error {
			if _, err := io.Copy(w, answer.Reader()); err != nil {
				return fmt.Errorf("cannot save the response: %w", err)
			}
			return nil
		})
	}
	out, terminal := c.Out, c.Terminal
	if answer.JSON == nil {
		if answer.Stream != nil && terminal && answer.ContentType != "" && !strings.HasPrefix(answer.ContentType, "text/") {
			return fmt.Errorf("the response is of type %s; write it to a file with --output", answer.ContentType)
		}
		_, err := io.Copy(out, answer.Reader())
		return err
	}
	text := answer.JSON
	if terminal && serve.IndentedSize(text) <= maxIndented {
		var b bytes.Buffer
		if json.Indent(&b, text, "", "  ") == nil {
			text = b.Bytes()
		}
	}
	_, err := out.Write(append(bytes.TrimRight(text, "\n"), '\n'))
	return err
}

// stream prints messages.
func (c *callRun) stream(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := c.Out
	failed, n := error(nil), 0
messages:
	for m, err := range c.client.Stream(ctx, c.options.nsid, c.options.params) {
		var failure *xrpc.Error
		switch {
		case ctx.Err() != nil:
			return cmp.Or(failed, context.Cause(ctx))
		case errors.As(err, &failure):
			if m != nil {
				if err := c.report(m.Findings); err != nil {
					return err
				}
			}
			return c.failed(failure)
		case websocket.CloseStatus(err) == websocket.StatusGoingAway:
			break messages
		case err != nil:
			return c.refused(err)
		}
		if err := c.report(m.Findings); err != nil {
			return err
		}
		if c.status(m.Findings) != nil {
			failed = errFindings
		}
		var line bytes.Buffer
		if m.JSON != nil && json.Compact(&line, m.JSON) == nil {
			line.WriteByte('\n')
			if _, err := line.WriteTo(out); err != nil {
				return err
			}
		}
		if n++; n == c.options.count {
			return failed
		}
	}
	c.Note("the service closed the stream")
	return failed
}

// printCurl prints the request. It is checked, but not made.
func (c *callRun) printCurl(ctx context.Context) error {
	if c.method.Type() == lexicon.TypeSubscription {
		return fmt.Errorf("--curl: %s is a subscription, but curl does not support streams", c.options.nsid)
	}
	body, input, err := c.body(ctx)
	if err != nil {
		return err
	}
	defer input.Close()
	request, _, found, err := c.client.NewRequest(ctx, c.options.nsid, c.options.params, body)
	if err != nil {
		return c.refused(err)
	}
	if err := c.report(found); err != nil {
		return err
	}
	data := c.options.input
	if data != "" {
		data = "@" + data
	}
	if _, err := fmt.Fprintln(c.Out, serve.Curl(request, data, c.options.tokenEnv)); err != nil {
		return err
	}
	return c.status(found)
}
