package serve

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// pools are the items of listings, which different requests share. They are safe for
// concurrent use.
type pools struct {
	mu    sync.Mutex
	all   map[poolKey]*pool
	bytes atomic.Int64 // of the items that were made, about
}

// poolKey says which items a pool has.
type poolKey struct {
	item lexicon.Schema // that a ref leads to
	seed uint64
}

// maxPooled is how many bytes of items are kept, about. Beyond that, all are made again when
// they are needed: they depend on nothing but their key.
const maxPooled = 16 << 20

// of returns the pool of the items of an array. Arrays of the same items share it.
func (p *pools) of(array *lexicon.Array, seed uint64) *pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil || p.bytes.Load() > maxPooled {
		p.all = map[poolKey]*pool{}
		p.bytes.Store(0)
	}
	key := poolKey{lexicon.Resolve(array.Items), seed}
	if p.all[key] == nil {
		p.all[key] = &pool{key: key, bytes: &p.bytes, seen: map[sample.Raw]bool{}}
	}
	return p.all[key]
}

// pool is a sequence of items in JSON. None that has an identity is in it twice: it ends where
// the schema has no others.
type pool struct {
	key   poolKey
	bytes *atomic.Int64

	mu    sync.Mutex
	items []sample.Raw
	seen  map[sample.Raw]bool
	made  uint64 // how many values were made for it
	ended bool
}

// at returns an item of the pool, which is made for an array; false if it ends before.
func (p *pool) at(s *sample.Sampler, array *lexicon.Array, i int) (sample.Raw, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.items) <= i && !p.ended {
		p.ended = !p.grow(s, array)
	}
	if i >= len(p.items) {
		return "", false
	}
	return p.items[i], true
}

// grow adds an item. It is false if none was found that the pool does not have.
func (p *pool) grow(s *sample.Sampler, array *lexicon.Array) bool {
	const attempts = 64
	for range attempts {
		s.Seed(mix("", p.key.seed, p.made))
		p.made++
		element, err := s.Element(array)
		if err != nil {
			break
		}
		if item := sample.Raw(sample.JSON(element)); !p.seen[item] || !identified(element) {
			const overhead = 100
			p.bytes.Add(int64(len(item) + overhead))
			p.seen[item], p.items = true, append(p.items, item)
			return true
		}
	}
	return false
}

var naming = []syntax.Format{syntax.FormatDID, syntax.FormatHandle, syntax.FormatATURI, syntax.FormatCID}

// identified reports whether an item names something, so that a listing has it once.
func identified(item sample.Value) bool {
	isName := func(v sample.Value) bool {
		text, ok := v.(sample.String)
		return ok && slices.ContainsFunc(naming, func(f syntax.Format) bool { return f.Valid(text.Text) })
	}
	o, _ := item.(sample.Object)
	return isName(item) || slices.ContainsFunc(o, func(m sample.Member) bool { return m.Name == "id" || m.Name == "rkey" || isName(m.Value) })
}
