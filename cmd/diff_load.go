package cmd

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// schemaLoad loads schemas beside other work.
type schemaLoad struct {
	streams  *cli.Streams
	progress atomic.Pointer[cli.Progress] // of those who wait
	load     func()                       // loads, or waits until that is done
	catalog  *lexicon.Catalog
	failure  error
}

// begin begins to load schemas until ctx is done, if more than one worker may be used.
// Those with the text of one in alike, which can be nil, share its values.
func (s *session) begin(ctx context.Context, inputs []lexicon.Input, alike *lexicon.Catalog) *schemaLoad {
	l := &schemaLoad{streams: &s.Streams}
	before := 0
	if alike != nil {
		before = alike.Files() + alike.Skipped()
	}
	l.load = sync.OnceFunc(func() {
		l.catalog, l.failure = lexicon.Load(ctx, inputs, lexicon.LoadOptions{
			Profile: s.Profile, Workers: s.Workers, Alike: alike,
			Progress: func(done, total int) { l.progress.Load().Files(before+done, before+total) },
		})
	})
	if s.Workers != 1 {
		go l.load()
	}
	return l
}

// wait returns what was loaded, and shows how far that is until then. The error is
// that of lexicon.Load, as files.Errors words it.
func (l *schemaLoad) wait() (*lexicon.Catalog, error) {
	shown := cli.NewProgress(l.streams)
	l.progress.Store(shown)
	l.load()
	shown.End()
	return l.catalog, files.Errors(l.failure)
}
