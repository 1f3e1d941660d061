package report

import (
	"bytes"
	"os"
	"strconv"
	"testing"
)

// Text comes back unchanged, with a file or without, and no file is left.
func TestSpool(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 300_000} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			t.Setenv("TMP", dir)
			var s spool
			var want, got bytes.Buffer
			for i := range n {
				if s.empty() != (i == 0) {
					t.Fatalf("after %d: empty is %v", i, s.empty())
				}
				line := []byte(strconv.Itoa(i))
				s.add(line, []byte("\n"))
				want.Write(append(line, '\n'))
			}
			if n == 300_000 && (s.file == nil || len(s.text) > spoolMemory) {
				t.Errorf("%d bytes are in memory", len(s.text))
			}
			if err := s.copyTo(&got); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%d bytes came back of %d: %v", got.Len(), want.Len(), err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
				t.Errorf("left: %v, %v", entries, err)
			}
		})
	}
}

// A file that cannot be created is an error, and memory does not grow.
func TestSpoolWithoutFile(t *testing.T) {
	missing := t.TempDir() + "/none"
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	var s spool
	var got bytes.Buffer
	for range 3 {
		s.add(make([]byte, spoolMemory))
	}
	if err := s.copyTo(&got); err == nil || cap(s.text) > 2*spoolMemory {
		t.Errorf("room for %d bytes, %v", cap(s.text), err)
	}
}
