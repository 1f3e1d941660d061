package network

import (
	"context"
	"sync"
)

// memo remembers answers by key. A key that many ask for at the same time is looked
// up once. The zero value is ready for use.
type memo[V any] struct {
	mu      sync.Mutex
	answers map[string]*answerOf[V]
}

type answerOf[V any] struct {
	done    chan struct{} // closed when the rest is known
	value   V
	err     error
	dropped bool // the caller that looked it up gave up
}

// get returns the answer for a key, from look unless it is known.
func (m *memo[V]) get(ctx context.Context, key string, look func() (V, error)) (V, error) {
	for {
		m.mu.Lock()
		a, known := m.answers[key]
		if !known {
			a = &answerOf[V]{done: make(chan struct{})}
			if m.answers == nil {
				m.answers = map[string]*answerOf[V]{}
			}
			m.answers[key] = a
		}
		m.mu.Unlock()
		if !known {
			m.fill(ctx, key, a, look)
			return a.value, a.err
		}
		select {
		case <-a.done:
			if !a.dropped {
				return a.value, a.err
			}
		case <-ctx.Done():
			var none V
			return none, context.Cause(ctx)
		}
	}
}

// fill looks up an answer. It forgets the answer of a caller that gave up.
func (m *memo[V]) fill(ctx context.Context, key string, a *answerOf[V], look func() (V, error)) {
	defer close(a.done)
	a.value, a.err = look()
	if a.dropped = ctx.Err() != nil; a.dropped {
		m.mu.Lock()
		delete(m.answers, key)
		m.mu.Unlock()
	}
}
