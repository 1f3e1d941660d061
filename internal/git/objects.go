package git

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha1" // git's choice; it refuses objects made to collide
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// Objects reads objects by their ids, all with one git process. It runs in an
// empty repository of its own that borrows the object database of the real one:
// no configuration of the real one applies there, and an object that a partial
// clone lacks is reported as missing, not fetched alone.
type Objects struct {
	real  Dir    // runs git in the real repository
	dir   string // the empty repository
	empty Dir    // runs git there
	hash  func() hash.Hash
	trees map[string]Tree
	known map[string][]byte // by id, the texts of files that need not be read

	process *exec.Cmd // nil if it does not run
	in      io.WriteCloser
	out     *bufio.Reader
}

// OpenObjects begins to read from an object database, an absolute path, whose ids have a
// format, "sha1" or "sha256".
func OpenObjects(ctx context.Context, real Dir, database, format string) (*Objects, error) {
	o := &Objects{real: real, hash: sha1.New, trees: map[string]Tree{}, known: map[string][]byte{}}
	config := "[include]\n\tpath = remotes\n[core]\n\tbare = true\n"
	if format == "sha256" {
		o.hash = sha256.New
		config += "\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha256\n"
	}
	var err error
	if o.dir, err = os.MkdirTemp("", "lexsmith-git-"); err != nil {
		return nil, files.TempError(err)
	}
	selecting := without(repositoryVariables, "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")
	o.empty = Dir{real.path, append(without(real.env, selecting...), "GIT_DIR="+o.dir, "GIT_OBJECT_DIRECTORY="+database)}
	err = errors.Join(
		os.WriteFile(filepath.Join(o.dir, "HEAD"), []byte("ref: refs/heads/none\n"), 0o600),
		os.WriteFile(filepath.Join(o.dir, "config"), []byte(config), 0o600),
		os.Mkdir(filepath.Join(o.dir, "refs"), 0o700),
	)
	if err == nil {
		err = o.start(ctx)
	}
	if err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

func (o *Objects) start(ctx context.Context) error {
	c := o.empty.command(ctx, "cat-file", "--batch")
	in, badIn := c.StdinPipe()
	out, badOut := c.StdoutPipe()
	if err := cmp.Or(badIn, badOut); err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return failure(ctx, err, nil, "")
	}
	o.process, o.in, o.out = c, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

func (o *Objects) stop() {
	if o.process != nil {
		o.in.Close()
		o.process.Process.Kill()
		o.process.Wait()
		o.process = nil
	}
}

// Close ends the process and removes the empty repository.
func (o *Objects) Close() {
	o.stop()
	os.RemoveAll(o.dir)
}

// Commit is a commit object.
type Commit struct {
	Root    Entry // its path is "."
	Parents []string
	Message string
}

// ErrMissing is the error for a commit that the database does not have.
var ErrMissing = errors.New("missing commit")

// Commit returns a commit as it was made: with its parents also where a shallow
// clone lacks them. The error is ErrMissing if there is no such commit.
func (o *Objects) Commit(ctx context.Context, id string) (Commit, error) {
	kind, content, err := o.object(ctx, id, 1<<20)
	if err != nil || kind != "commit" {
		return Commit{}, cmp.Or(err, ErrMissing)
	}
	var c Commit
	head, message, _ := strings.Cut(string(content), "\n\n")
	c.Message = message
	for line := range strings.SplitSeq(head, "\n") {
		switch key, value, _ := strings.Cut(line, " "); key {
		case "tree":
			c.Root = Entry{ModeFolder, ".", value}
		case "parent":
			c.Parents = append(c.Parents, value)
		}
	}
	return c, nil
}

// Abbreviate returns the shortest prefix of an object id, of seven digits or more, that
// no other object has, as git does.
func (o *Objects) Abbreviate(ctx context.Context, id string) (string, error) {
	for length := 7; length < len(id); length++ {
		kind, _, err := o.object(ctx, id[:length], 0)
		if kind != "" || err != nil {
			return id[:length], err
		}
	}
	return id, nil
}

// Trees returns trees by their ids. If a partial clone lacks any, they are fetched
// with all trees below them.
func (o *Objects) Trees(ctx context.Context, ids ...string) ([]Tree, error) {
	unread := slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		_, isRead := o.trees[id]
		return isRead
	})
	err := o.get(ctx, "tree", unread, maxTree, func(id string, content []byte) (err error) {
		o.trees[id], err = parseTree(content, o.hash().Size())
		return err
	})
	trees := make([]Tree, len(ids))
	for i, id := range ids {
		trees[i] = o.trees[id]
	}
	return trees, err
}

// maxTotal is how many bytes of files are read at once.
const maxTotal = 1 << 30

// Texts returns the contents of files by their ids, of each at most the first
// most bytes. Those that a partial clone lacks are fetched at once.
func (o *Objects) Texts(ctx context.Context, ids []string, most int64) (map[string][]byte, error) {
	texts := make(map[string][]byte, len(ids))
	var unread []string
	for _, id := range ids {
		text, ok := o.known[id]
		texts[id] = text[:min(int64(len(text)), most)]
		if !ok {
			unread = append(unread, id)
		}
	}
	total := 0
	err := o.get(ctx, "blob", unread, most, func(id string, text []byte) error {
		texts[id] = text
		if total += len(text); total > maxTotal {
			return fmt.Errorf("more than %d MiB of files", maxTotal>>20)
		}
		return nil
	})
	return texts, err
}

// Know adds files that are not read: they have these texts, not copies.
func (o *Objects) Know(texts ...[]byte) {
	for _, text := range texts {
		h := o.hash()
		fmt.Fprintf(h, "blob %d\x00", len(text))
		h.Write(text)
		o.known[hex.EncodeToString(h.Sum(nil))] = text
	}
}

// get reads objects of one kind, each once, at most the first most bytes of it. Those that
// a partial clone lacks are fetched at once.
func (o *Objects) get(ctx context.Context, kind string, ids []string, most int64, keep func(id string, content []byte) error) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for isFetched := false; ; isFetched = true {
		var missing []string
		err := o.ask(ctx, ids, most, func(id, found string, content []byte) error {
			if found != kind {
				missing = append(missing, id)
				return nil
			}
			return keep(id, content)
		})
		switch {
		case err != nil || len(missing) == 0:
			return err
		case isFetched:
			return errBroken(missing[0])
		}
		if err := o.fetch(ctx, missing); err != nil {
			return err
		}
		ids = missing
	}
}

// object returns the type of an object, "" if it is missing, and at most the first most
// bytes of its content.
func (o *Objects) object(ctx context.Context, id string, most int64) (kind string, content []byte, err error) {
	err = o.ask(ctx, []string{id}, most, func(_, found string, text []byte) error {
		kind, content = found, text
		return nil
	})
	return kind, content, err
}

// ask requests objects, and calls answer for each with its type and at most the first
// most bytes of its content. Missing objects have the type "" and are not an error.
func (o *Objects) ask(ctx context.Context, ids []string, most int64, answer func(id, kind string, content []byte) error) error {
	if len(ids) == 0 {
		return nil
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
	defer func() { <-sent }()
	for _, id := range ids {
		kind, content, err := o.receive(most)
		if err == nil {
			err = answer(id, kind, content)
		}
		if err != nil {
			o.stop() // the rest of the answers would be taken for those to the next request
			return cmp.Or(ctx.Err(), err)
		}
	}
	return nil
}

// receive reads one answer of git.
func (o *Objects) receive(most int64) (kind string, content []byte, err error) {
	head, err := o.out.ReadString('\n')
	if err != nil {
		return "", nil, errors.New(`git cannot read its objects; run "git fsck" to see why`)
	}
	fields := strings.Fields(head)
	if len(fields) != 3 { // "ID missing"
		return "", nil, nil
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return "", nil, fmt.Errorf("git cat-file returned %q", head)
	}
	content = make([]byte, min(size, most))
	if _, err := io.ReadFull(o.out, content); err != nil {
		return "", nil, err
	}
	_, err = io.CopyN(io.Discard, o.out, size-int64(len(content))+1) // with a line feed
	return fields[1], content, err
}
