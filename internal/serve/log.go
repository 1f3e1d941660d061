package serve

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Log writes a line for each request. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	out  io.Writer
	json bool
}

// NewLog returns a log in text, or with an object in JSON on each line.
func NewLog(out io.Writer, json bool) *Log { return &Log{out: out, json: json} }

// Add writes the line of an exchange. Neither headers nor parameters are in it.
func (l *Log) Add(x xrpc.Exchange) {
	line := logText
	if l.json {
		line = logObject
	}
	text := line(&x)
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = io.WriteString(l.out, text+"\n")
}

// logText returns the line for people:
//
//	15:04:05 GET com.example.getThing 200 0.4ms 1234B ok
func logText(x *xrpc.Exchange) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %d %s %dB %s", time.Now().Format(time.TimeOnly), terminal.Escape(x.HTTPMethod), terminal.Escape(words.Excerpt(cmp.Or(string(x.NSID), x.Path))),
		x.Status, milliseconds(x.Duration)+"ms", x.Sent, verdict(x))
	if x.Messages > 0 {
		b.WriteString(", " + words.Count(x.Messages, "message"))
		if x.Subprotocol != lexicon.SubprotocolV0CBOR {
			b.WriteString(" in " + terminal.Escape(words.Excerpt(x.Subprotocol)))
		}
	}
	if x.Err != nil {
		b.WriteString(": " + terminal.Escape(words.Excerpt(x.Err.Error())))
	}
	return b.String()
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64)
}

// verdict says in a word or two what the check of an exchange gave.
func verdict(x *xrpc.Exchange) string {
	switch {
	case x.Unanswered:
		return "failed"
	case x.Errors > 0:
		return words.Count(x.Errors, "error")
	case x.Err != nil:
		return "failed"
	case x.Method == nil:
		return "unchecked"
	case x.Warnings > 0:
		return words.Count(x.Warnings, "warning")
	}
	return "ok"
}

func logObject(x *xrpc.Exchange) string {
	failure := ""
	if x.Err != nil {
		failure = words.Excerpt(x.Err.Error())
	}
	return string(report.JSONLine(struct {
		Time     time.Time       `json:"time"`
		Method   string          `json:"method"`
		NSID     string          `json:"nsid,omitempty"`
		Path     string          `json:"path"`
		Status   int             `json:"status"`
		Took     json.RawMessage `json:"ms"`
		Received int64           `json:"received"`
		Sent     int64           `json:"sent"`
		Encoding string          `json:"subprotocol,omitempty"`
		Messages int             `json:"messages,omitempty"`
		Verdict  string          `json:"verdict"`
		Errors   int             `json:"errors"`
		Warnings int             `json:"warnings"`
		Infos    int             `json:"infos"`
		Failure  string          `json:"failure,omitempty"`
	}{
		time.Now().UTC().Truncate(time.Millisecond), x.HTTPMethod, string(x.NSID), words.Excerpt(x.Path), x.Status, json.RawMessage(milliseconds(x.Duration)),
		x.Received, x.Sent, words.Excerpt(x.Subprotocol), x.Messages, verdict(x), x.Errors, x.Warnings, x.Infos, failure,
	}))
}
