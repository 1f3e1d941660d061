package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// compileWASM compiles the program of the playground and compresses it: not every host
// compresses WebAssembly.
func compileWASM() ([]byte, error) {
	folder, err := os.MkdirTemp("", "lexsmith-site-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	program := filepath.Join(folder, "play.wasm")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program, "./play/wasm")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if output, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build ./play/wasm: %w\n%s", err, output)
	}
	code, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := w.Write(code); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// wasmLoader returns the script of the Go distribution that starts such a program.
func wasmLoader() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// playgroundSize returns how many bytes the playground loads, compressed.
func (s *site) playgroundSize() int {
	size := 0
	for name, data := range s.files {
		if folder := path.Dir(name); folder != "playground" && folder != "static" {
			continue
		}
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(data) // into memory
		_ = w.Close()
		size += min(b.Len(), len(data))
	}
	return size
}
