package repo

import (
	"io"
	"slices"

	"github.com/multiformats/go-varint"
)

// window is a part of the file: what was read last.
type window struct {
	at   int64 // where it begins
	data []byte
}

const (
	usualSection = 4 << 10  // bytes: most sections are shorter, so that one read gets them
	nextSections = 64 << 10 // bytes to read where sections close by are likely to be next
)

// section reads the section at an offset at which scan has found one. It returns
// a CID followed by the block, and where they begin; they are good until the next call
// with that window.
func (c *CAR) section(at int64, w *window) ([]byte, int64, error) {
	if section, begin := w.section(at); section != nil {
		return section, begin, nil
	}
	from, size := at, usualSection
	switch end := w.at + int64(len(w.data)); {
	case w.at < at && at <= end: // they are read in the order of the file, at least here
		size = nextSections
	case at > w.at-nextSections && at < end+nextSections: // here and there in the same part
		from, size = max(0, at-nextSections/2), nextSections
	}
	if err := c.fill(w, from, size); err != nil {
		return nil, 0, err
	}
	length, n, err := varint.FromUvarint(w.data[at-from:])
	if err != nil || length > maxSection {
		return nil, 0, io.ErrUnexpectedEOF // the file has changed
	}
	if all := n + int(length); all > len(w.data)-int(at-from) {
		if err := c.fill(w, at, all); err != nil {
			return nil, 0, err
		}
	}
	section, begin := w.section(at)
	if section == nil {
		return nil, 0, io.ErrUnexpectedEOF // the file has changed
	}
	return section, begin, nil
}

// fill reads as many bytes at an offset, or as there are.
func (c *CAR) fill(w *window, at int64, size int) error {
	size = int(min(int64(size), c.end-at))
	w.at, w.data = at, slices.Grow(w.data[:0], size)[:size]
	if n, err := c.file.ReadAt(w.data, at); n < size {
		w.data = w.data[:0]
		return err
	}
	return nil
}

// section returns the section at an offset without its length, and where it begins; nil
// unless all of it is in the window.
func (w *window) section(at int64) ([]byte, int64) {
	if at < w.at || at >= w.at+int64(len(w.data)) {
		return nil, 0
	}
	data := w.data[at-w.at:]
	length, n, err := varint.FromUvarint(data)
	if err != nil || length > uint64(len(data)-n) {
		return nil, 0
	}
	return data[n : n+int(length)], at + int64(n)
}
