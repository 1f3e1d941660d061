package lsp

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
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
// workspace of 1,500 Lexicons. The metrics are the median, the 95th percentile and
// how much memory stays in use.
func BenchmarkKeystroke(b *testing.B) {
	for _, name := range []string{"lexicons/com/example/r7.json", defsName} {
		b.Run(name[strings.LastIndex(name, "/")+1:], func(b *testing.B) {
			files := manyLexicons(1500)
			c := begin(b, files)
			text := strings.Replace(files[name], `"description"`, `"x": 1, "description"`, 1) // a finding, so that there is something to show
			c.open(name, text)
			c.waitFor(name, "unexpected-field", true)
			time.Sleep(2 * time.Second)
			at := newText([]byte(text)).position(int32(strings.Index(text, `"x"`)+3), utf8Encoding)
			var took []time.Duration
			version := int32(1)
			b.ResetTimer()
			for range b.N {
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
			}
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-heap")
			c.close()
			<-c.ended
		})
	}
}
