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
	turn  chan struct{} // room for the one caller that may use the rest
	known bool
	value V
	err   error
}

// get returns the answer for a key, from look unless it is known. The answer of a caller
// that gave up is not kept.
func (m *memo[V]) get(ctx context.Context, key string, look func() (V, error)) (none V, err error) {
	m.mu.Lock()
	a := m.answers[key]
	if a == nil {
		a = &answerOf[V]{turn: make(chan struct{}, 1)}
		if m.answers == nil {
			m.answers = map[string]*answerOf[V]{}
		}
		m.answers[key] = a
	}
	m.mu.Unlock()
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	defer func() { <-a.turn }()
	if !a.known {
		a.value, a.err = look()
		a.known = ctx.Err() == nil
	}
	return a.value, a.err
}
