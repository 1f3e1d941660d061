package cli

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// SignalError is the signal that has ended a context, as its cause.
type SignalError syscall.Signal

func (SignalError) Error() string { return "interrupted" }

// Status is the exit status that shells give a command that the signal ends.
func (i SignalError) Status() int { return 128 + int(i) }

// shortRun is how long a run takes at the most for which no signal is watched.
const shortRun = 30 * time.Millisecond

// UntilInterrupt is UntilSignal for the signals that interrupt a run. To watch them takes a
// thread, and so a tenth of the time of a short run: before shortRun has passed, a signal
// ends the process, as it does by default.
func UntilInterrupt(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	ended := make(chan struct{})
	later := time.AfterFunc(shortRun, func() {
		watched, unwatch := untilSignal(ctx, Interrupts()...)
		defer unwatch()
		<-watched.Done()
		cancel(context.Cause(watched))
		s, ok := context.Cause(watched).(SignalError)
		if !ok {
			return
		}
		select {
		case <-ended:
		case <-time.After(patience):
			if watchers.Load() == 0 {
				os.Exit(s.Status())
			}
		}
	})
	return ctx, sync.OnceFunc(func() {
		later.Stop()
		close(ended)
		cancel(nil)
	})
}

// patience is how long a command has to end after a signal, before the process ends without
// it: a reader may have stopped to read what it prints. What watches signals itself with
// UntilSignal ends in its own time.
const patience = 2 * time.Second

// watchers counts the uses of UntilSignal that have not been stopped.
var watchers atomic.Int32

// Interrupts returns the signals that interrupt a run, but for those that the process was
// told to ignore.
func Interrupts() []os.Signal {
	return slices.DeleteFunc([]os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// UntilSignal returns a context that the first of these signals ends with a SignalError
// as its cause. The second one ends the process. Call stop when done.
func UntilSignal(parent context.Context, ends ...os.Signal) (ctx context.Context, stop func()) {
	watchers.Add(1)
	ctx, unwatch := untilSignal(parent, ends...)
	return ctx, sync.OnceFunc(func() {
		unwatch()
		watchers.Add(-1)
	})
}

func untilSignal(parent context.Context, ends ...os.Signal) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	for _, s := range ends {
		signal.Notify(signals, s)
	}
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(SignalError(s.(syscall.Signal)))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// untilDone returns what get returns or, when ctx is done before, the cause of that. Then
// get is not waited for.
func untilDone[T any](ctx context.Context, get func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	got := make(chan result, 1)
	go func() {
		value, err := get()
		got <- result{value, err}
	}()
	select {
	case r := <-got:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// OpenUntilDone opens a file until ctx is done; then the error is the cause. A named pipe
// does not open before something writes to it.
func OpenUntilDone(ctx context.Context, name string) (*os.File, error) {
	return untilDone(ctx, func() (*os.File, error) { return os.Open(name) })
}

// IsRegular reports whether a file is neither a pipe nor a device.
func IsRegular(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}

// UntilDone returns a reader of what in gives until ctx is done; then its error is the
// cause. A read that is under way then is not waited for. ctx must be done at some time, so
// that nothing waits for a reader that has stopped early.
func UntilDone(ctx context.Context, in io.Reader) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { w.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return bufio.NewReaderSize(r, 64<<10) // what it has already read is there when ctx is done
}
