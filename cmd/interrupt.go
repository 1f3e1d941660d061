package cmd

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// interruption is the signal that has ended a context, as its cause.
type interruption syscall.Signal

func (interruption) Error() string { return "interrupted" }

// status is the exit status that shells give a command that the signal ends.
func (i interruption) status() int { return 128 + int(i) }

// untilInterrupt returns a context that the first SIGINT, SIGTERM, SIGHUP or one of others
// ends with an interruption as its cause. The second one ends the process. A signal that the
// process was told to ignore stays ignored, unless the work is endless and it is not
// SIGHUP: shells start background jobs with SIGINT ignored. Call stop when done.
func untilInterrupt(parent context.Context, endless bool, others ...os.Signal) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	for _, s := range append(others, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) {
		if endless && s != syscall.SIGHUP || !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(interruption(s.(syscall.Signal)))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// openUntilDone opens a file until ctx is done; then the error is the cause. A named pipe
// does not open before something writes to it.
func openUntilDone(ctx context.Context, name string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := os.Open(name)
		opened <- result{file, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// isRegular reports whether a file is neither a pipe nor a device.
func isRegular(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}

// untilDone returns a reader of what in gives until ctx is done; then its error is the
// cause. A read that is under way then is not waited for. ctx must be done at some time, so
// that nothing waits for a reader that has stopped early.
func untilDone(ctx context.Context, in io.Reader) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { w.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return bufio.NewReaderSize(r, 64<<10) // what it has already read is there when ctx is done
}
