package validate

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// maxSection is how many bytes one section of a CAR may have.
const maxSection = 8 << 20

// CAR is an opened CAR file, of version 1 or 2, with a repository in it. What
// is kept of it is 16 bytes for each block: blocks are read when they are asked
// for. It serves one goroutine.
type CAR struct {
	file   io.ReaderAt
	source *lexicon.Source // its path; the text is never whole in memory
	report func(lexicon.Finding) error

	// The sections lie from start up to, not including, end.
	start, end int64
	headerAt   int64
	root       []byte // binary CID of the commit; nil when the header names none
	blocks     []block
	buffer     []byte            // the section that was read last
	sum        [sha256.Size]byte // scratch
	missing    int
}

// OpenCAR reads the header of a CAR file of so many bytes and goes through its
// sections. A fault in them is given to report, as will be what Records finds
// besides records, and what does not depend on it is still read. Path is what
// findings call the file. The error is what report returned, or what went wrong
// in reading.
func OpenCAR(file io.ReaderAt, size int64, path string, report func(lexicon.Finding) error) (*CAR, error) {
	c := &CAR{file: file, source: &lexicon.Source{Path: path}, report: report, end: size}
	more, err := c.version2()
	if err == nil && more {
		more, err = c.header()
	}
	if err == nil && more {
		err = c.scan()
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(c.blocks, compareBlocks)
	return c, nil
}

// Missing returns how many blocks were found missing: as many as there were
// findings of the rule missing-block. An absent subtree is one, whatever it
// holds.
func (c *CAR) Missing() int { return c.missing }

// fault reports what is wrong with the file at a byte of it.
func (c *CAR) fault(rule *lexicon.Rule, at int64, message, help string) error {
	return c.report(c.finding(rule, "", at, message, help))
}

// finding makes a finding at a byte of the file. Record is the path of the
// record that it is about, if any.
func (c *CAR) finding(rule *lexicon.Rule, record string, at int64, message, help string) lexicon.Finding {
	span := int32(min(at, math.MaxInt32-1))
	return lexicon.Finding{
		Rule: rule, Severity: rule.Severity[lexicon.ProfileV1], // the same under every profile
		Message: fmt.Sprintf("%s (at byte %d)", message, at), Help: help,
		Location: lexicon.Location{Source: c.source, Span: lexicon.Span{Start: span, End: span + 1}, NoPosition: true},
		Data:     &lexicon.DataPlace{Record: record},
	}
}

const pragma2 = "\x0a\xa1\x67version\x02" // with which a CAR of version 2 begins

// version2 finds the CAR of version 1 inside one of version 2: after the pragma
// and 16 bytes of characteristics stand its offset, its size and the offset of
// an index, which is not needed here. It reports whether there is something to
// read.
func (c *CAR) version2() (bool, error) {
	const headerSize = len(pragma2) + 40
	head := make([]byte, min(int64(headerSize), c.end))
	n, err := c.file.ReadAt(head, 0)
	if readFailure(err) != nil {
		return false, err
	}
	if !bytes.HasPrefix(head[:n], []byte(pragma2)) {
		return true, nil
	}
	if n < headerSize {
		return false, c.fault(ruleInvalidCAR, int64(n), "the file ends within the header of a CAR of version 2", helpTruncated)
	}
	const offsetAt, sizeAt = len(pragma2) + 16, len(pragma2) + 24
	offset, size := binary.LittleEndian.Uint64(head[offsetAt:]), binary.LittleEndian.Uint64(head[sizeAt:])
	if offset < uint64(headerSize) || offset > uint64(c.end) {
		return false, c.fault(ruleInvalidCAR, int64(offsetAt),
			fmt.Sprintf("the data is said to begin at byte %d, in a file of %d bytes with a header of %d", offset, c.end, headerSize), "")
	}
	c.start = int64(offset)
	if left := uint64(c.end - c.start); size > left {
		return true, c.fault(ruleInvalidCAR, int64(sizeAt), fmt.Sprintf("the data is said to have %d bytes, of which %d are there", size, left), helpTruncated)
	}
	c.end = c.start + int64(size)
	return true, nil
}

const helpTruncated = "the file was cut off: get it again"

// readFailure is what went wrong in reading; the end of the file is not.
func readFailure(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// header reads the section in front, the map {roots, version}. It reports
// whether sections follow. A broken header does not hide them.
func (c *CAR) header() (sections bool, err error) {
	at := c.start
	if at == c.end {
		return false, c.fault(ruleInvalidCAR, at, "nothing is here, a CAR begins with a header", "")
	}
	head := make([]byte, min(maxVarint, c.end-at))
	if n, err := c.file.ReadAt(head, at); n < len(head) {
		return false, err
	}
	length, n, why := uvarint(head)
	if why != "" {
		return false, c.fault(ruleInvalidCAR, at, "the length of the header "+why, "is this a CAR file?")
	}
	c.start += int64(n)
	switch left := uint64(c.end - c.start); {
	case length > left:
		return false, c.fault(ruleInvalidCAR, at, fmt.Sprintf("a header of %d bytes, of which %d are there", length, left), "the file was cut off, or is no CAR")
	case length > maxSection:
		c.start += int64(length)
		return true, c.fault(ruleInvalidCAR, at, fmt.Sprintf("a header of %d bytes, at most %d are allowed", length, maxSection), "")
	}
	text := make([]byte, length)
	if n, err := c.file.ReadAt(text, c.start); n < len(text) {
		return false, err
	}
	c.headerAt = c.start
	c.start += int64(length)
	root, known, wrong := readHeader(text)
	if wrong != nil {
		return known, c.fault(ruleInvalidCAR, c.headerAt+int64(wrong.at), wrong.what, "a CAR of a repository has the header {roots: [CID of the commit], version: 1}")
	}
	c.root = root
	return true, nil
}

// readHeader returns the first root that a header names, or what is wrong with
// the header, and whether what follows can be sections all the same.
func readHeader(text []byte) (root []byte, known bool, wrong *cborError) {
	var t tape
	if err := t.readCBOR(text); err != nil {
		wrong := *err.(*cborError)
		wrong.what = "the header is no DAG-CBOR: " + wrong.what
		return nil, true, &wrong
	}
	if t.tokens[0].kind != kindObject {
		return nil, true, cborFault(0, "the header is no map of roots and version")
	}
	switch version := t.member(0, "version"); {
	case version == 0 || t.tokens[version].kind != kindInteger:
		return nil, true, cborFault(0, "the header names no version")
	case t.tokens[version].num != 1:
		return nil, false, cborFault(int(t.tokens[version].start), "the version is %d, only 1 and 2 are known", int64(t.tokens[version].num))
	}
	roots := t.member(0, "roots")
	if roots == 0 || t.tokens[roots].kind != kindArray || t.tokens[roots].num == 0 {
		return nil, true, cborFault(0, "the header names no root")
	}
	if first := roots + 1; t.tokens[first].kind != kindLink {
		return nil, true, cborFault(int(t.tokens[first].start), "the root is no CID of version 1, SHA-256, dag-cbor or raw")
	}
	return t.link(roots + 1), true, nil
}

// scan goes through the sections: it notes where the blocks are and whether
// they have the hash that their CID says.
func (c *CAR) scan() error {
	in := bufio.NewReaderSize(io.NewSectionReader(c.file, c.start, c.end-c.start), 1<<16)
	digest := sha256.New()
	for at := c.start; at < c.end; {
		head, err := in.Peek(int(min(maxVarint, c.end-at)))
		if readFailure(err) != nil {
			return err
		}
		length, n, why := uvarint(head)
		if why != "" {
			return c.fault(ruleInvalidCAR, at, "the length of a section "+why, "what follows cannot be read")
		}
		in.Discard(n)
		begin := at + int64(n)
		if left := uint64(c.end - begin); length > left {
			return c.fault(ruleInvalidCAR, at, fmt.Sprintf("a section of %d bytes, of which %d are there", length, left), helpTruncated)
		}
		end := begin + int64(length)
		if length == 0 {
			if err := c.fault(ruleInvalidCAR, at, "a section of 0 bytes, at least a CID is needed", "zeros that follow it are passed over"); err != nil {
				return err
			}
			for end < c.end {
				if b, err := in.Peek(1); err != nil || b[0] != 0 {
					break
				}
				in.Discard(1)
				end++
			}
			at = end
			continue
		}
		wrong, err := c.block(in, digest, at, length)
		if err == nil && wrong != "" {
			if err = c.fault(ruleInvalidCAR, at, wrong, "the section is passed over"); err == nil {
				_, err = io.CopyN(io.Discard, in, int64(length))
			}
		}
		if err != nil {
			return err
		}
		at = end
	}
	return nil
}

// block notes the block of a section, which begins at a byte of the file and
// has so many bytes after its length. When it says that something is wrong with
// the section, it has read nothing of it.
func (c *CAR) block(in *bufio.Reader, digest hash.Hash, at int64, length uint64) (wrong string, err error) {
	if length > maxSection {
		return fmt.Sprintf("a section of %d bytes, at most %d are allowed", length, maxSection), nil
	}
	head, err := in.Peek(int(min(maxCID, length)))
	if err != nil {
		return "", err
	}
	id, wrong := parseCID(head)
	if wrong != "" {
		return wrong, nil
	}
	in.Discard(id.size)
	digest.Reset()
	if err := hashNext(in, digest, int(length)-id.size); err != nil {
		return "", err
	}
	same := [sha256.Size]byte(digest.Sum(c.sum[:0])) == id.digest
	if id.link || !same {
		c.blocks = append(c.blocks, newBlock(id, at, same))
	}
	return "", nil
}

// hashNext puts the next n bytes into a hash without holding them.
func hashNext(in *bufio.Reader, digest io.Writer, n int) error {
	for n > 0 {
		part, err := in.Peek(min(n, max(in.Buffered(), 1)))
		if err != nil {
			return err
		}
		digest.Write(part)
		in.Discard(len(part))
		n -= len(part)
	}
	return nil
}
