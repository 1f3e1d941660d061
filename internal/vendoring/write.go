package vendoring

import (
	"bytes"

	"github.com/lexsmith/lexsmith/internal/outfile"
)

// File is another file to write along with a plan.
type File struct {
	Path string
	Text []byte
}

// Write writes the files that change, other files, and the manifest to a path, unless it
// says the same as the old one, which is nil when there is none. Nothing is written before all of it is complete, and
// the manifest comes after the files: a run that is interrupted leaves each file as it
// was or as it is to be.
func (p *Plan) Write(path string, old *Manifest, others ...File) error {
	var files outfile.Set
	defer files.Discard()
	defer files.DiscardOnSignal()()
	for _, e := range p.Entries {
		if !e.Changes() || e.Action == Drop {
			continue
		}
		if err := files.Add(e.Path, e.text); err != nil {
			return err
		}
	}
	for _, f := range others {
		if err := files.Add(f.Path, f.Text); err != nil {
			return err
		}
	}
	if text := p.Manifest.Text(); old == nil || !bytes.Equal(text, old.Text()) {
		if err := files.Add(path, text); err != nil {
			return err
		}
	}
	return files.Commit()
}
