package files

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

func TestError(t *testing.T) {
	other := errors.New("other")
	for _, test := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrNotExist}, `cannot write "a b/c": file does not exist`},
		{&os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: fs.ErrPermission}, `cannot write "a b/c": permission denied`},
		{other, "other"},
	} {
		got := Error("write", "a b/c", test.err)
		if got.Error() != test.want || test.err != other && errors.Is(got, test.err) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	if !errors.Is(Error("read", "a", &fs.PathError{Err: fs.ErrNotExist}), fs.ErrNotExist) {
		t.Error("the reason is not wrapped")
	}
	if err := Error("read", "a", nil); err != nil {
		t.Errorf("got %v for nil", err)
	}
}

func TestErrors(t *testing.T) {
	broken := &fs.PathError{Op: "read", Path: "b", Err: fs.ErrPermission}
	got := Errors(errors.Join(errors.New("other"), broken, errors.Join(broken)))
	if want := "other\ncannot read \"b\": permission denied\ncannot read \"b\": permission denied"; got.Error() != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := Errors(nil); err != nil {
		t.Errorf("got %v for nil", err)
	}
}
