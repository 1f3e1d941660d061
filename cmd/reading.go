package cmd

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// reading is the reading of schemas beside other work.
type reading struct {
	project  *project
	progress atomic.Pointer[progress] // of those who wait
	read     func()                   // reads, or waits until the files are read
	catalog  *lexicon.Catalog
	failure  error
}

// begin begins to read schemas until ctx is done, if more than one worker may be used.
// Those with the text of one in alike, which can be nil, share its values.
func (p *project) begin(ctx context.Context, inputs []lexicon.Input, alike *lexicon.Catalog) *reading {
	r := &reading{project: p}
	before := 0
	if alike != nil {
		before = alike.Files() + alike.Skipped()
	}
	r.read = sync.OnceFunc(func() {
		r.catalog, r.failure = lexicon.Load(ctx, inputs, lexicon.LoadOptions{
			Profile: p.profile, Workers: p.jobs, Alike: alike,
			Progress: func(done, total int) { r.progress.Load().files(before+done, before+total) },
		})
	})
	if p.jobs != 1 {
		go r.read()
	}
	return r
}

// wait returns what was read, and shows how far the reading is until then. The error is
// that of lexicon.Load, as files.Errors words it.
func (r *reading) wait() (*lexicon.Catalog, error) {
	shown := newProgress(r.project.streams)
	r.progress.Store(shown)
	r.read()
	shown.end()
	return r.catalog, files.Errors(r.failure)
}
