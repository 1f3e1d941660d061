package network

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m memo[int]
		looked := 0
		look := func() (int, error) {
			time.Sleep(time.Second)
			looked++
			return looked, nil
		}
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if n, err := m.get(t.Context(), "a", look); n != 1 || err != nil {
					t.Errorf("%d, %v", n, err)
				}
			})
		}
		all.Wait()
		if n, err := m.get(t.Context(), "b", look); n != 2 || err != nil || looked != 2 {
			t.Errorf("%d, %v, looked up %d times", n, err, looked)
		}
	})
}

// One caller that gives up does not spoil the answer for the others.
func TestMemoCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m memo[int]
		reason := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			_, err := m.get(ctx, "a", func() (int, error) {
				<-ctx.Done()
				return 0, context.Cause(ctx)
			})
			if err != reason {
				t.Error(err)
			}
		})
		synctest.Wait()
		all.Go(func() { // waits for the first, and then looks itself
			if n, err := m.get(t.Context(), "a", func() (int, error) { return 7, nil }); n != 7 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		})
		impatient, stop := context.WithCancelCause(t.Context())
		all.Go(func() {
			if _, err := m.get(impatient, "a", func() (int, error) { return 8, nil }); err != reason {
				t.Error(err)
			}
		})
		synctest.Wait()
		stop(reason)
		synctest.Wait()
		cancel(reason)
		all.Wait()
	})
}
