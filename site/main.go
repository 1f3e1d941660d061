// Site builds the pages of lexsmith: the guides, a page for each rule, and the
// playground.
//
//	go run . [-o FOLDER] [-base /PATH/]
//
// Run it in the folder site of the repository. It needs no network, and the result
// depends on nothing but the source. It fails if a link leads nowhere.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxPlayground is how many bytes a visitor of the playground may have to load.
const maxPlayground = 3_000_000

func main() {
	out := flag.String("o", filepath.Join("..", "build", "site"), "`FOLDER` to write to")
	base := flag.String("base", "/lexsmith/", "`PATH` of the site on its host")
	flag.Parse()
	if err := run(*out, *base); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out, base string) error {
	if !strings.HasPrefix(base, "/") || !strings.HasSuffix(base, "/") {
		return fmt.Errorf("-base %s: it must begin and end with a slash", base)
	}
	s, err := buildSite("..", base)
	if err != nil {
		return err
	}
	if s.files["static/lexsmith.wasm.gzip"], err = compileWASM(); err != nil {
		return err
	}
	if size := s.playgroundSize(); size > maxPlayground {
		return fmt.Errorf("the playground has %d bytes to load, at most %d are allowed", size, maxPlayground)
	}
	if err := s.checkLinks(); err != nil {
		return err
	}
	return s.write(out)
}

// write writes the files of the site, and removes others from its folder.
func (s *site) write(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, data := range s.files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d files in %s, the playground has %.2f MB to load\n", len(s.files), out, float64(s.playgroundSize())/1e6)
	return nil
}
