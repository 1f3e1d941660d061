package report

import (
	"bufio"
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
			buffer := bufio.NewWriterSize(&s, spoolMemory)
			var want, got bytes.Buffer
			for i := range n {
				line := []byte(strconv.Itoa(i) + "\n")
				buffer.Write(line)
				want.Write(line)
			}
			if (s.file != nil) != (n == 300_000) || buffer.Size() > spoolMemory {
				t.Errorf("%d bytes are in memory, file %v", buffer.Buffered(), s.file)
			}
			if err := s.copyTo(&got, buffer); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
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
	buffer := bufio.NewWriterSize(&s, spoolMemory)
	var got bytes.Buffer
	for range 3 {
		buffer.Write(make([]byte, spoolMemory))
	}
	if err := s.copyTo(&got, buffer); err == nil || buffer.Size() > 2*spoolMemory {
		t.Errorf("room for %d bytes, %v", buffer.Size(), err)
	}
}
