package lexsmith

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Write writes the elements of a PCollection<string> to files as lines: to one file of that name or,
// with more shards, to files with -00000-of-00016 before the extension. All files are
// there afterwards, also without a line. The order of the lines is that of the runner.
func Write(s beam.Scope, name string, shards int, lines beam.PCollection) {
	s = s.Scope("lexsmith.Write")
	filesystem.ValidateScheme(name)
	numbers := make([]int64, max(1, shards))
	for i := range numbers {
		numbers[i] = int64(i)
	}
	// Grouping makes one worker write a file once. The numbers are there so that each
	// file has a group.
	every := beam.ParDo(s, markShard, beam.CreateList(s, numbers))
	sharded := beam.ParDo(s, &shardFn{int64(len(numbers))}, lines)
	beam.ParDo0(s, &writeFn{name, len(numbers)}, beam.CoGroupByKey(s, sharded, every))
}

func markShard(shard int64) (int64, bool) { return shard, true }

// shardFn selects the file of lines by their text, so that a retry selects the same.
type shardFn struct{ Shards int64 }

// ProcessElement returns lines with the number of their file.
func (fn *shardFn) ProcessElement(lines string) (int64, string) {
	return lane([]byte(lines)) % fn.Shards, lines
}

// writeFn writes a file.
type writeFn struct {
	Name   string
	Shards int
}

// ProcessElement writes the file of a shard.
func (fn *writeFn) ProcessElement(ctx context.Context, shard int64, lines func(*string) bool, _ func(*bool) bool) error {
	name := fn.file(shard)
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer files.Close()
	file, err := files.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	var line string
	for lines(&line) {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return errors.Join(out.Flush(), file.Close())
}

// file returns the name of the file of a shard.
func (fn *writeFn) file(shard int64) string {
	if fn.Shards == 1 {
		return fn.Name
	}
	extension := path.Ext(fn.Name)
	return fmt.Sprintf("%s-%05d-of-%05d%s", strings.TrimSuffix(fn.Name, extension), shard, fn.Shards, extension)
}
