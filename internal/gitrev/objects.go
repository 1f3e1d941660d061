package gitrev

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1" // git's choice; it refuses objects made to collide
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// objects reads objects by their ids, all with one git process. It runs in an
// empty repository of its own that borrows the object database of the real one:
// no configuration of the real one applies there, and an object that a partial
// clone lacks is reported as missing, not fetched alone.
type objects struct {
	real     git    // runs git in the real repository
	database string // its object database, an absolute path
	format   string // "sha1" or "sha256"
	trees    map[string]*tree
	known    map[string][]byte // by id, the texts of files that need not be read

	dir     string // the empty repository; "" before the first use
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func newObjects(real git, database, format string) *objects {
	return &objects{real: real, database: database, format: format, trees: map[string]*tree{}}
}

func (o *objects) close() {
	o.stop()
	if o.dir != "" {
		os.RemoveAll(o.dir)
		o.dir = ""
	}
}

// git returns what runs git in the empty repository, which it creates first.
func (o *objects) git() (git, error) {
	if o.dir == "" {
		dir, err := os.MkdirTemp("", "lexsmith-git-")
		if err != nil {
			return git{}, files.TempError(err)
		}
		o.dir = dir
		config := "[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n"
		if o.format == "sha256" {
			config = "[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n"
		}
		err = errors.Join(
			os.WriteFile(filepath.Join(dir, "HEAD"), []byte("ref: refs/heads/none\n"), 0o600),
			os.WriteFile(filepath.Join(dir, "config"), []byte(config), 0o600),
			os.Mkdir(filepath.Join(dir, "refs"), 0o700),
		)
		if err != nil {
			return git{}, err
		}
	}
	inner := without(repositoryVariables, "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")
	env := append(without(o.real.env, inner...), "GIT_DIR="+o.dir, "GIT_OBJECT_DIRECTORY="+o.database)
	return git{o.real.dir, env}, nil
}

// start starts the process, unless it runs already.
func (o *objects) start(ctx context.Context) error {
	if o.process != nil {
		return nil
	}
	inner, err := o.git()
	if err != nil {
		return err
	}
	c := inner.command(ctx, "cat-file", "--batch")
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return inner.failure(ctx, err, nil, "")
	}
	o.process, o.in, o.out = c, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

func (o *objects) stop() {
	if o.process == nil {
		return
	}
	o.in.Close()
	o.process.Process.Kill()
	o.process.Wait()
	o.process = nil
}

// errMissing is the error for an object that the database does not have.
var errMissing = errors.New("missing object")

// ask requests objects, and calls read for each with its type, its size, and a
// reader of exactly its content. Missing objects have the type "" and are not an
// error.
func (o *objects) ask(ctx context.Context, ids []string, read func(i int, kind string, size int64, content io.Reader) error) error {
	if len(ids) == 0 {
		return nil
	}
	if err := o.start(ctx); err != nil {
		return err
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		requests := bufio.NewWriter(o.in)
		for _, id := range ids {
			requests.WriteString(id + "\n")
		}
		requests.Flush() // an error shows when the answers end early
	}()
	err := o.answers(ids, read)
	if err != nil {
		o.stop() // the rest of the answers would be taken for those to the next request
		if ctx.Err() != nil {
			err = ctx.Err()
		}
	}
	<-sent
	return err
}

func (o *objects) answers(ids []string, read func(i int, kind string, size int64, content io.Reader) error) error {
	for i := range ids {
		head, err := o.out.ReadString('\n')
		if err != nil {
			return errors.New(`git cannot read its objects; run "git fsck" to see why`)
		}
		fields := strings.Fields(head)
		if len(fields) != 3 {
			if err := read(i, "", 0, strings.NewReader("")); err != nil {
				return err
			}
			continue
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			return fmt.Errorf("git cat-file returned %q", head)
		}
		content := io.LimitReader(o.out, size)
		if err := read(i, fields[1], size, content); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, content); err != nil {
			return err
		}
		if _, err := o.out.Discard(1); err != nil {
			return err
		}
	}
	return nil
}

// commit is a commit object.
type commit struct {
	tree    string
	parents []string
	message string
}

// commit returns a commit as it was made: with its parents also where a shallow
// clone lacks them. The error is errMissing if there is no such commit.
func (o *objects) commit(ctx context.Context, id string) (c commit, err error) {
	err = o.ask(ctx, []string{id}, func(_ int, kind string, _ int64, content io.Reader) error {
		if kind != "commit" {
			return errMissing
		}
		text, err := io.ReadAll(io.LimitReader(content, 1<<20))
		head, message, _ := strings.Cut(string(text), "\n\n")
		c.message = message
		for line := range strings.SplitSeq(head, "\n") {
			switch key, value, _ := strings.Cut(line, " "); key {
			case "tree":
				c.tree = value
			case "parent":
				c.parents = append(c.parents, value)
			}
		}
		return err
	})
	return c, err
}

// abbreviate returns the shortest prefix of an object id, of seven digits or more, that
// no other object has, as git does.
func (o *objects) abbreviate(ctx context.Context, id string) (string, error) {
	for length := 7; length < len(id); length++ {
		unique := false
		err := o.ask(ctx, []string{id[:length]}, func(_ int, kind string, _ int64, _ io.Reader) error {
			unique = kind != ""
			return nil
		})
		if unique || err != nil {
			return id[:length], err
		}
	}
	return id, nil
}

// texts returns the contents of files by their ids, of each at most the first
// most bytes. Those that a partial clone lacks are fetched at once.
func (o *objects) texts(ctx context.Context, ids []string, most int64) (map[string][]byte, error) {
	ids = unique(ids)
	texts := make(map[string][]byte, len(ids))
	ids = slices.DeleteFunc(ids, func(id string) bool {
		text, ok := o.known[id]
		if ok {
			texts[id] = text[:min(int64(len(text)), most)]
		}
		return ok
	})
	var missing []string
	total := int64(0)
	read := func(ids []string) error {
		missing = nil
		return o.ask(ctx, ids, func(i int, kind string, size int64, content io.Reader) error {
			if kind != "blob" {
				missing = append(missing, ids[i])
				return nil
			}
			if total += min(size, most); total > maxTotal {
				return fmt.Errorf("more than %d MiB of files", maxTotal>>20)
			}
			var text bytes.Buffer
			_, err := io.CopyN(&text, content, min(size, most))
			texts[ids[i]] = text.Bytes()
			return err
		})
	}
	if err := read(ids); err != nil || len(missing) == 0 {
		return texts, err
	}
	if err := o.fetch(ctx, missing, "blob:none"); err != nil {
		return nil, err
	}
	if err := read(missing); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, errBroken(missing[0])
	}
	return texts, nil
}

// know makes the texts of files known.
func (o *objects) know(texts [][]byte) {
	o.known = make(map[string][]byte, len(texts))
	for _, text := range texts {
		o.known[o.blobID(text)] = text
	}
}

// blobID returns the id of a file.
func (o *objects) blobID(text []byte) string {
	h := sha1.New()
	if o.format == "sha256" {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(text))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// maxTotal is how many bytes of files are read at once.
const maxTotal = 1 << 30

// errBroken is the error for an object that the repository should have.
func errBroken(id string) error {
	return fmt.Errorf(`object %s is missing from the repository; run "git fsck"`, id)
}

// unique returns ids without repetitions, in the array of ids, which must not be used any
// more.
func unique(ids []string) []string {
	seen := make(map[string]bool, len(ids))
	return slices.DeleteFunc(ids, func(id string) bool {
		before := seen[id]
		seen[id] = true
		return before
	})
}
