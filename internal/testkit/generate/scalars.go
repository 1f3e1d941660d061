package generate

import (
	"encoding/base64"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// spelled gives an integer an unusual spelling, now and then.
func (m *valueMaker) spelled(n int64) V {
	i := number(n)
	switch m.r.IntN(12) {
	case 0:
		i.Spelling = fmt.Sprintf("%d.0", n)
	case 1:
		i.Spelling = fmt.Sprintf("%d.000E+00", n)
	case 2:
		switch {
		case n == 0:
			i.Spelling = one(m.r, "-0", "-0.0", "0e999", "0E-999")
		case n%100 == 0:
			i.Spelling = fmt.Sprintf("%de2", n/100)
		default:
			i.Spelling = fmt.Sprintf("%d0e-1", n)
		}
	}
	return i
}

// base64 gives bytes one of their spellings.
func (m *valueMaker) base64(data []byte) V {
	b := Bytes{Data: data}
	switch m.r.IntN(4) {
	case 0:
		b.Spelling = base64.StdEncoding.EncodeToString(data)
	case 1:
		if unpadded := []byte(base64.RawStdEncoding.EncodeToString(data)); len(data)%3 != 0 {
			unpadded[len(unpadded)-1]++ // A, E, Q … are even: sets an unused bit
			if c := unpadded[len(unpadded)-1]; 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
				b.Spelling = string(unpadded)
			}
		}
	}
	if m.slip() {
		return Object{}.Set("$bytes", one[V](m.r,
			text(base64.URLEncoding.EncodeToString(append([]byte{0xfb, 0xff}, data...))), text("A"), text("AA="), text("AAA=="), text("AAAA="),
			text("AA==\n"), text("AA A"), text("="), text("AA==AA=="), number(1), Null{}, Object{}))
	}
	return b
}

// link returns a link, or one of its near misses.
func (m *valueMaker) link() V {
	l := newLink(m.r, one[byte](m.r, codecRaw, codecDAGCBOR))
	if !m.slip() {
		return l
	}
	text := text
	switch m.r.IntN(7) {
	case 0:
		return text(l.String())
	case 1:
		return Object{}.Set("$link", text(l.String())).Set("more", number(1))
	case 2:
		return Object{}.Set("$link", one[V](m.r, number(1), Null{}, Object{}, text("")))
	case 3:
		return Object{}.Set("$link", text("QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n"))
	case 4:
		l[1] = 0x70 // dag-pb
	case 5:
		l[2] = 0x13 // SHA-512
	case 6:
		return Object{}.Set("$link", text(edited(m.r, l.String())))
	}
	return Object{}.Set("$link", text(l.String()))
}

func (m *valueMaker) newBlob(mimeType string, size int64) Object {
	o := Object{}.Set("$type", text("blob")).Set("ref", newLink(m.r, codecRaw)).Set("mimeType", text(mimeType)).Set("size", m.spelled(size))
	m.r.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}

// blob returns a blob, or one of its near misses.
func (m *valueMaker) blob(s *lexicon.Blob) V {
	mimeTypes := []string{"image/png", "image/jpeg", "text/plain", "text/html", "application/octet-stream"}
	mimeType := one(m.r, mimeTypes...)
	if len(s.Accept) > 0 && !m.slip() {
		mimeType = map[string]string{
			"image/*": "image/webp", "image/png": "Image/PNG", "text/plain": "text/plain; charset=utf-8", "IMAGE/JPEG": "image/jpeg", "text/ht*": "text/html",
		}[s.Accept[0]]
		if mimeType == "" {
			mimeType = one(m.r, mimeTypes...)
		}
	}
	size := int64(m.r.IntN(2000))
	if s.MaxSize.Set {
		size = one(m.r, 0, s.MaxSize.Value)
		if m.slip() {
			size = s.MaxSize.Value + 1
		}
	}
	o := m.newBlob(mimeType, size)
	if chance(m.r, 8) {
		o = o.Set("alt", m.known())
	}
	if !m.slips(2) {
		return o
	}
	switch m.r.IntN(6) {
	case 0:
		legacy := Object{}.Set("cid", text(newLink(m.r, codecRaw).String())).Set("mimeType", text(mimeType))
		if chance(m.r, 4) {
			legacy[m.r.IntN(2)].Value = one[V](m.r, text("x"), number(1), Null{}, text("image"))
		}
		return legacy
	case 1:
		return o.Without(one(m.r, "$type", "ref", "mimeType", "size"))
	case 2:
		i := m.r.IntN(len(o))
		o[i].Value = one[V](m.r, Null{}, text("image"), text(""), number(-1), Raw("1.5"), Object{}, m.link())
	case 3:
		return o.Without("size").Set("size", one[V](m.r, number(-1), text("1"), Raw("0.5")))
	case 4:
		return o.Without("mimeType").Set("mimeType", text(one(m.r, "image", "image/", "/png", "*/*", "*/*", "*/*;q=1", "image/*", " image/png", "image/p ng")))
	case 5:
		return o.Without("ref").Set("ref", one[V](m.r, text(newLink(m.r, codecRaw).String()), newLink(m.r, codecDAGCBOR)))
	}
	return o
}
