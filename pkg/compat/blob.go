package compat

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleBlobSize = &lexicon.Rule{
	Code: "blob-size", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the size limit of a blob changed",
	Reason:  limitReason,
	Spec:    "Versioning, 2; Field types > blob: maxSize", Page: evolution,
	Bad: inOld + `{"type": "blob", "accept": ["image/*"], "maxSize": 1000}` +
		inNew + `{"type": "blob", "accept": ["image/*"], "maxSize": 2000}`,
	Good: inOld + `{"type": "blob", "accept": ["image/*"], "maxSize": 1000}` +
		inNew + `{"type": "blob", "accept": ["image/*"], "maxSize": 1000}`,
}

var ruleBlobAccept = &lexicon.Rule{
	Code: "blob-accept", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the accepted MIME types of a blob changed",
	Reason:  limitReason,
	Spec:    "Versioning, 2; Field types > blob: accept", Page: evolution,
	Bad: inOld + `{"type": "blob", "accept": ["image/png"], "maxSize": 1000}` +
		inNew + `{"type": "blob", "accept": ["image/*"], "maxSize": 1000}`,
	Good: inOld + `{"type": "blob", "accept": ["image/png"], "maxSize": 1000}` +
		inNew + `{"type": "blob", "accept": ["image/png"], "maxSize": 1000}`,
}

// blob compares two schemas of type blob.
func (s *scope) blob(o, n *lexicon.Blob) {
	accept := constraint{rule: ruleBlobAccept, breaks: directions(!acceptsAll(n, o), !acceptsAll(o, n))}
	set(&accept, "accept", o.Accept, n.Accept, syntax.Quote)
	size := constraint{rule: ruleBlobSize, breaks: refuses(
		between(lexicon.Opt[int64]{}, o.MaxSize, 0), between(lexicon.Opt[int64]{}, n.MaxSize, 0),
	)}
	option(&size, "maxSize", o.MaxSize, n.MaxSize)
	s.constraints(o, n, o.Accept == nil && !o.MaxSize.Set, accept, size)
}

// acceptsAll reports whether a blob's schema accepts every MIME type that
// another one does.
func acceptsAll(outer, inner *lexicon.Blob) bool {
	if outer.Accept == nil {
		return true
	}
	if inner.Accept == nil {
		inner = &lexicon.Blob{Accept: []string{"*/*"}}
	}
	all := patterns(outer.Accept)
	for _, p := range patterns(inner.Accept) {
		if !slices.ContainsFunc(all, func(q syntax.MIMEPattern) bool { return q.Contains(p) }) {
			return false
		}
	}
	return true
}

// patterns reads the entries of accept; those that are none accept nothing.
func patterns(accept []string) []syntax.MIMEPattern {
	var all []syntax.MIMEPattern
	for _, entry := range accept {
		if p, err := syntax.ParseMIMEPattern(entry); err == nil {
			all = append(all, p)
		}
	}
	return all
}
