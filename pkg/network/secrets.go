package network

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// secrets are the passwords and tokens that a client has sent or received, in every
// spelling in which a server may repeat them.
type secrets struct {
	mutex     sync.Mutex
	spellings []string // the longest first
}

// add adds secrets; it ignores empty ones.
func (s *secrets) add(texts ...string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, text := range texts {
		for _, spelling := range []string{text, inner(string(marshal(text))), url.QueryEscape(text), url.PathEscape(text)} {
			s.spellings = append(s.spellings, spelling, inner(strconv.Quote(spelling)))
		}
	}
	slices.SortFunc(s.spellings, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	s.spellings = slices.DeleteFunc(slices.Compact(s.spellings), func(text string) bool { return text == "" })
}

// inner returns what is between the quotes.
func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

func (s *secrets) any() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.spellings) > 0
}

// hide returns an error without secrets in its text; nil for nil.
func (s *secrets) hide(err error) error {
	if err == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	const cut = `"…` // where words.Quote has cut a text
	text := err.Error()
	for _, secret := range s.spellings {
		text = replaceFold(text, secret, "[hidden]")
	}
	for _, secret := range s.spellings {
		for n := min(len(secret)-1, len(text)); n >= 4 && strings.Contains(text, cut); n-- { // a part of it
			text = replaceFold(text, secret[:n]+cut, "[hidden]"+cut)
		}
	}
	if text == err.Error() {
		return err
	}
	return &redactedError{err, text}
}

// replaceFold replaces a text in whatever case: names of hosts have none.
func replaceFold(text, old, replacement string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if end := i + len(old); end <= len(text) && strings.EqualFold(text[i:end], old) {
			b.WriteString(replacement)
			i = end
		} else {
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String()
}

// redactedError is an error without secrets in its text.
type redactedError struct {
	error
	text string
}

func (e *redactedError) Error() string { return e.text }
func (e *redactedError) Unwrap() error { return e.error }
