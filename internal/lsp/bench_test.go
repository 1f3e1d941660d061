package lsp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
)

// manyLexicons returns a workspace of n Lexicons: records that refer to
// each other in groups of twenty, and to one that all share.
func manyLexicons(n int) map[string]string {
	files := map[string]string{defsName: defsFile}
	for i := range n - 1 {
		name := fmt.Sprintf("r%d", i)
		next := fmt.Sprintf("com.example.r%d", i/20*20+(i+1)%20)
		var properties strings.Builder
		for k := range 12 {
			fmt.Fprintf(&properties, "          \"p%d\": { \"type\": \"string\", \"description\": \"Number %d.\", \"maxLength\": %d },\n", k, k, 64+k)
		}
		text := strings.NewReplacer(
			`"com.example.defs#point"`, `"com.example.defs#point", "`+next+`"`,
			"com.example.map", "com.example."+name,
			`          "points"`, properties.String()+`          "points"`,
		).Replace(mapFile)
		files["lexicons/com/example/"+name+".json"] = text
	}
	return files
}

// BenchmarkKeystroke measures from an edit to the diagnostics of the file, in a
// workspace of 1,500 Lexicons: of a file that few refer to, and of one that all do.
func BenchmarkKeystroke(b *testing.B) {
	for _, name := range []string{"lexicons/com/example/r7.json", defsName} {
		b.Run(path.Base(name), func(b *testing.B) {
			files := manyLexicons(1500)
			c := begin(b, files)
			c.edits(b, name, files[name])
			c.close()
			<-c.ended
		})
	}
}

// edits changes a file b.N times. The metrics are the median and the 95th percentile of
// the time until its diagnostics, and the memory in use after 100 edits and at the end.
func (c *client) edits(b *testing.B, name, text string) {
	text = strings.Replace(text, `"description"`, `"x": 1, "description"`, 1) // a finding, so that there is something to show
	c.open(name, text)
	c.waitFor(name, "unexpected-field", true)
	at := newText([]byte(text)).position(int32(strings.Index(text, `"x"`)+3), utf8Encoding)
	took := make([]time.Duration, 0, b.N)
	version := int32(1)
	for b.Loop() {
		version++
		change := contentChange{Range: &textRange{at, at}, Text: " "}
		if version%2 == 1 {
			change = contentChange{Range: &textRange{at, position{at.Line, at.Character + 1}}}
		}
		start := time.Now()
		c.change(name, version, change)
		c.wait("the diagnostics", func() bool {
			v := c.diagnostics[c.uri(name)].Version
			return v != nil && *v == version
		})
		took = append(took, time.Since(start))
		if len(took) == 100 {
			b.StopTimer()
			b.ReportMetric(heap(), "MiB-at-100")
			b.StartTimer()
		}
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(milliseconds(took[len(took)/2]), "ms-median")
	b.ReportMetric(milliseconds(took[len(took)*95/100]), "ms-p95")
	b.ReportMetric(heap(), "MiB-at-end")
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// heap returns how much memory is in use when nothing runs in the background, in MiB.
func heap() float64 {
	least := uint64(math.MaxUint64)
	for range 10 {
		time.Sleep(200 * time.Millisecond)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		least = min(least, m.HeapAlloc)
	}
	return float64(least) / (1 << 20)
}

// BenchmarkCorpus measures the same with the Lexicons of the network.
func BenchmarkCorpus(b *testing.B) {
	const name = "bluesky-social__atproto/lexicons/app/bsky/feed/post.json"
	dir, options := corpus(b)
	c := connectWith(b, dir, options)
	c.initialize()
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		b.Fatal(err)
	}
	c.edits(b, name, string(text))
	c.close()
	<-c.ended
}

// corpus returns the workspace folder with all Lexicons of the conformance files, and the
// options with a config file for it.
func corpus(b *testing.B) (dir string, options Options) {
	config := workspaceDir(b, map[string]string{"own.yaml": fmt.Sprintf("lexicons: [%q]\n", filepath.ToSlash(conformance.Path(b, "corpus/schemas")))})
	return conformance.Path(b, "corpus/schemas"), Options{Config: filepath.Join(config, "own.yaml")}
}

// BenchmarkOpen measures from the start of the server to the diagnostics of all
// Lexicons of the network, and how many times as long that takes as a lint of them.
func BenchmarkOpen(b *testing.B) {
	dir, options := corpus(b)
	want := lintAll(b, dir, options)
	var opening, linting time.Duration
	for b.Loop() {
		start := time.Now()
		openAll(b, dir, options, want)
		opened := time.Now()
		lintAll(b, dir, options)
		opening, linting = opening+opened.Sub(start), linting+time.Since(opened)
	}
	b.ReportMetric(opening.Seconds()/float64(b.N), "s-open")
	b.ReportMetric(linting.Seconds()/float64(b.N), "s-lint")
	b.ReportMetric(opening.Seconds()/linting.Seconds(), "open/lint")
}

// lintAll does what lexsmith lint does with a folder, apart from printing, and returns
// how many files have findings.
func lintAll(b *testing.B, dir string, options Options) int {
	w := newWorkspace(&server{Options: options, out: &writer{out: io.Discard}})
	found, err := newProject(w, dir).snapshot(b.Context()).lint(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	paths := map[string]bool{}
	for _, f := range found {
		paths[f.Source.Path] = true
	}
	return len(paths)
}

// openAll starts a server in a folder, and waits until it has published what is wrong
// with that many files. It does not decode the messages, which is the client's work.
func openAll(b *testing.B, dir string, options Options, files int) {
	options.Log = io.Discard
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(b.Context(), in, out, options) }()
	go func() {
		w := &writer{out: write, failed: func(error) {}}
		w.write(call{"2.0", 1, "initialize", initializeParams{WorkspaceFolders: []workspaceFolder{{URI: uriOf(dir)}}}})
		w.write(call{"2.0", 0, "initialized", struct{}{}})
	}()
	for messages := (reader{bufio.NewReader(read)}); files > 0; {
		content, err := messages.read()
		if err != nil {
			b.Fatal(err)
		}
		if bytes.Contains(content, []byte("textDocument/publishDiagnostics")) {
			files--
		}
	}
	write.Close()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
}
