package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
)

// A live input ends when its context is done; what was read before is there.
func TestUntilDone(t *testing.T) {
	broken := errors.New("broken")
	text := strings.Repeat("0123456789", 20_000)
	for _, in := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		if got, err := io.ReadAll(UntilDone(t.Context(), iotest.OneByteReader(in))); err != nil || string(got) != text {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	if got, err := io.ReadAll(UntilDone(t.Context(), io.MultiReader(strings.NewReader("x"), iotest.ErrReader(broken)))); err != broken || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	in, input := io.Pipe()
	defer input.Close()
	r := UntilDone(ctx, in)
	go input.Write([]byte("some lines"))
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		t.Fatal(err)
	}
	cancel(SignalError(syscall.SIGINT))
	rest, err := io.ReadAll(r)
	if err != SignalError(syscall.SIGINT) || !bytes.Equal(append(head, rest...), []byte("some lines")) {
		t.Errorf("%s%s, %v", head, rest, err)
	}
}

// Nothing is left of a live input that nobody has read, once its context is done.
func TestUntilDoneUnread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		UntilDone(ctx, strings.NewReader("some lines"))
		synctest.Wait()
		cancel()
	})
}
