package repo

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
)

const (
	maxSection = 8 << 20 // bytes of one section of a CAR
	maxHeader  = 1 << 20 // bytes of its header
)

// Options says how a CAR file is read.
type Options struct {
	// Path is what findings call the file.
	Path string
	// Report takes what is wrong with the file, its tree and blocks that are
	// missing, as it is found. When it is nil, the first finding that is an
	// error ends the work, and warnings are ignored.
	Report func(diag.Finding)
	// CheckCommit, when not nil, says what is wrong with the root commit that is walked, and
	// how to fix it, such as that it is by another account; "" when nothing is.
	CheckCommit func(*Commit) (wrong, help string)
	// Cut, when not nil, says why the file ends before its data does, such as
	// damaged compression. It is reported before anything else.
	Cut error
}

// Error is a finding that ended the work.
type Error struct{ Finding diag.Finding }

func (e *Error) Error() string {
	if path := e.Finding.Path(); path != "" {
		return path + ": " + e.Finding.Message
	}
	return e.Finding.Message
}

// CAR is an opened CAR file. Blocks are read from the file when they are needed; in
// memory are 18 bytes for each. It is for use by one goroutine at a time.
type CAR struct {
	file   io.ReaderAt
	source *diag.Source // its path; the text is never whole in memory
	strict bool         // a finding that is an error ends the work
	report reporter
	check  func(*Commit) (wrong, help string)

	// The sections lie from start up to, not including, end.
	start, end int64
	headerAt   int64
	root       cid.Cid // of the commit; undefined when the header has none
	index      index
	found      foundBlock // the block that was looked for last
	buffer     []byte     // the block that scan has read last
	treeAt     window     // commit and nodes of the tree, which can be elsewhere in the file than
	recordsAt  window     // records and other blocks
	tape       datamodel.Tape
	missing    int
}

// reporter takes a finding. An error ends the work.
type reporter func(diag.Finding) error

// asError is the reporter that ends the work at the first finding.
func asError(f diag.Finding) error { return &Error{f} }

// reporter returns the reporter that the options ask for.
func (o *Options) reporter() reporter {
	return func(f diag.Finding) error {
		switch {
		case o.Report != nil:
			o.Report(f)
		case f.Severity == diag.Error:
			return &Error{f}
		}
		return nil
	}
}

// Open reads the header of a CAR file of size bytes and indexes its blocks. The
// error is an *Error, one of reading, or the cause when ctx is done.
func Open(ctx context.Context, file io.ReaderAt, size int64, o Options) (*CAR, error) {
	c := &CAR{file: file, source: &diag.Source{Path: o.Path}, strict: o.Report == nil, report: o.reporter(), check: o.CheckCommit, end: size}
	if o.Cut != nil {
		f := c.finding(ruleInvalidCAR, "", 0, "", "download the file again")
		own, ok := errors.AsType[*stream.CompressionError](o.Cut)
		switch {
		case ok:
			f.Message, f.Help = own.Advice()
		case size == 0:
			f.Message = "cannot read the file: " + o.Cut.Error()
		default:
			f.Message = "cannot read the rest of the file: " + o.Cut.Error()
		}
		if err := c.report(f); err != nil || size == 0 {
			return c, err
		}
	}
	more, err := c.version2()
	if err == nil && more {
		more, err = c.header()
	}
	if err == nil && more {
		err = c.scan(ctx)
	}
	if err != nil {
		return nil, err
	}
	c.index.finish()
	return c, nil
}

// Missing returns how many blocks the last walk with Records or Sound found missing: as
// many as there were findings of the rule missing-block, or would have been. An absent
// subtree counts as one, whatever it holds.
func (c *CAR) Missing() int { return c.missing }

// fault reports what is wrong with the file at a byte of it.
func (c *CAR) fault(rule *diag.Rule, at int64, message, help string) error {
	return c.report(c.finding(rule, "", at, message, help))
}

// finding makes a finding at a byte of the file. Record is the path of the
// record concerned, if any.
func (c *CAR) finding(rule *diag.Rule, record string, at int64, message, help string) diag.Finding {
	span := int32(min(at, math.MaxInt32-1))
	return diag.Finding{
		Rule: rule, Severity: rule.Severity[diag.ProfileV1], // the same under every profile
		Message: fmt.Sprintf("%s (at byte offset %d)", message, at), Help: help,
		Location: diag.Location{Source: c.source, Span: diag.Span{Start: span, End: span + 1}, NoPosition: true},
		Data:     &diag.DataPlace{Record: record},
	}
}

// readFailure is what went wrong in reading; the end of the file is not.
func readFailure(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// isSHA256 reports whether a CID has a whole SHA-256.
func isSHA256(p cid.Prefix) bool { return p.MhType == sha2256 && p.MhLength == sha256.Size }

const sha2256 = 0x12 // SHA-256 in multihashes
