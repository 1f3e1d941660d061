package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The Lexicon of the load test: a small query.
const loadSchema = `{"lexicon": 1, "id": "com.example.getThing", "defs": {"main": {
  "type": "query", "description": "A thing.",
  "parameters": {"type": "params", "required": ["id"], "properties": {
    "id": {"type": "string", "maxLength": 64}, "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 5}}},
  "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["name", "size"], "properties": {
    "name": {"type": "string", "maxLength": 100}, "size": {"type": "integer"}, "createdAt": {"type": "string", "format": "datetime"}}}}
}}}`

const (
	loadPath    = "/xrpc/com.example.getThing?id=1"
	loadRates   = 10_000 // requests a second that serve must answer
	loadRatio   = 5      // times what the peer answers
	loadWarmUp  = 3 * time.Second
	loadSeconds = 30
)

// serve loads the mock of lexsmith, then that of Prism with the exported OpenAPI, with
// 64 connections each, and checks rate, errors and memory.
func (b *bench) serve() error {
	wrk, err := exec.LookPath("wrk")
	if err != nil {
		return errors.New("serve needs wrk, which Debian has as a package")
	}
	schemas, document := filepath.Join(b.bin, "lexicons"), filepath.Join(b.bin, "openapi.json")
	if err := errors.Join(os.Mkdir(schemas, 0o755), os.WriteFile(filepath.Join(schemas, "getThing.json"), []byte(loadSchema), 0o644)); err != nil {
		return err
	}
	if out, err := exec.Command(b.lexsmith, "export", "openapi", "-o", document, schemas).CombinedOutput(); err != nil {
		return fmt.Errorf("export: %w: %s", err, out)
	}
	install := exec.Command("npm", "ci", "--silent")
	install.Dir, install.Stderr = filepath.Join("peers", "prism"), os.Stderr
	if err := install.Run(); err != nil {
		return fmt.Errorf("npm ci in peers/prism: %w", err)
	}
	ours, err := load(wrk, "lexsmith serve", func(port string) *exec.Cmd {
		return exec.Command(b.lexsmith, "serve", "--addr", "127.0.0.1:"+port, "--log", "off", schemas)
	})
	if err != nil {
		return err
	}
	prism, err := filepath.Abs(filepath.Join("peers", "prism", "node_modules", ".bin", "prism"))
	if err != nil {
		return err
	}
	theirs, err := load(wrk, "prism mock", func(port string) *exec.Cmd {
		return exec.Command(prism, "mock", "--host", "127.0.0.1", "--port", port, "--verboseLevel", "silent", document)
	})
	if err != nil {
		return err
	}
	ratio := ours.rate / theirs.rate
	fmt.Printf("rate %.0f requests/s (must %d), ratio %.1f (must %d), errors %d, memory %.1f MiB after warm-up, at most %.1f MiB later\n",
		ours.rate, loadRates, ratio, loadRatio, ours.errors, mebibytes(ours.early), mebibytes(ours.peak))
	switch {
	case ours.rate < loadRates, ratio < loadRatio, ours.errors > 0:
		return errors.New("MISSED")
	case ours.peak > ours.early+ours.early/2:
		return errors.New("MISSED: memory grows")
	}
	return nil
}

// loaded is what a load of one server gave.
type loaded struct {
	rate        float64 // requests a second
	errors      int
	early, peak int64 // resident memory in bytes: after the warm-up, and the most later
}

func mebibytes(n int64) float64 { return float64(n) / (1 << 20) }

// load starts a server on a free port and loads it.
func load(wrk, name string, command func(port string) *exec.Cmd) (loaded, error) {
	port, err := freePort()
	if err != nil {
		return loaded{}, err
	}
	server := command(port)
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		return loaded{}, err
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	url := "http://127.0.0.1:" + port + loadPath
	if err := answers(url); err != nil {
		return loaded{}, fmt.Errorf("%s: %w", name, err)
	}
	if _, _, err := press(wrk, url, loadWarmUp); err != nil {
		return loaded{}, err
	}
	result := loaded{early: resident(server.Process.Pid)}
	ctx, stop := context.WithCancel(context.Background())
	watched := make(chan int64)
	go func() {
		peak := int64(0)
		for ctx.Err() == nil {
			peak = max(peak, resident(server.Process.Pid))
			time.Sleep(100 * time.Millisecond)
		}
		watched <- peak
	}()
	var text string
	result.rate, text, err = press(wrk, url, loadSeconds*time.Second)
	stop()
	result.peak = <-watched
	if err != nil {
		return loaded{}, err
	}
	result.errors = failures(text)
	fmt.Printf("%-16s %8.0f requests/s, %d errors, %.1f MiB\n", name, result.rate, result.errors, mebibytes(result.peak))
	return result, nil
}

func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

// answers waits until a server answers with status 200.
func answers(url string) error {
	var last error
	for range 300 {
		answer, err := http.Get(url)
		if err == nil {
			text, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("status %d: %s", answer.StatusCode, text)
		}
		last = err
		time.Sleep(100 * time.Millisecond)
	}
	return last
}

// press runs wrk with 64 connections and returns the requests a second and its report.
func press(wrk, url string, d time.Duration) (float64, string, error) {
	out, err := exec.Command(wrk, "--threads", "1", "--connections", "64", "--duration", strconv.Itoa(int(d.Seconds()))+"s", url).CombinedOutput()
	if err != nil {
		return 0, "", fmt.Errorf("wrk: %w: %s", err, out)
	}
	match := regexp.MustCompile(`Requests/sec: +([0-9.]+)`).FindSubmatch(out)
	if match == nil {
		return 0, "", fmt.Errorf("wrk gives no rate: %s", out)
	}
	rate, err := strconv.ParseFloat(string(match[1]), 64)
	return rate, string(out), err
}

// failures returns the number of errors in a report of wrk.
func failures(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.Contains(line, "Socket errors") || strings.Contains(line, "Non-2xx") {
			for _, digits := range regexp.MustCompile(`\d+`).FindAllString(strings.TrimPrefix(strings.TrimSpace(line), "Non-2xx"), -1) {
				count, _ := strconv.Atoi(digits)
				n += count
			}
		}
	}
	return n
}

// resident returns the resident memory of a process in bytes, 0 where the system does
// not say.
func resident(pid int) int64 {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmRSS:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			return kib << 10
		}
	}
	return 0
}
