package registry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// vendorFolder is where the Lexicons of others go unless lexsmith.yaml says otherwise.
const vendorFolder = "vendor/lexicons"

// Vendor is what a project has of others.
type Vendor struct {
	// Folder is for new files: that which most of the present ones are in, or else the first
	// one in include.
	Folder   string
	Manifest *Manifest   // as it is; an empty one when there is no file
	Lock     *SourceLock // the same
	// Needed are the Lexicons that the project's own refer to and that it does not
	// have elsewhere, each with those that refer to it, sorted.
	Needed map[syntax.NSID][]syntax.NSID

	config  *config.Config
	layouts *project.Layouts       // of new files
	listed  bool                   // the folder is read by other commands
	paths   map[syntax.NSID]string // of the files of the manifest, the lock, and the folder
	outside *lexicon.Catalog       // the Lexicons of the project that are not of the manifest, the lock, or the folder
}

// Open reads the manifest, the lock, and the Lexicons of a project. If strict, a Lexicon in
// the folder only counts when there is a manifest or a lock; without one it may have been
// put there by hand.
func Open(ctx context.Context, p *project.Project, strict bool) (v *Vendor, err error) {
	v = &Vendor{
		Folder: p.FirstFolder(p.Config.Include), Manifest: &Manifest{}, Lock: &SourceLock{},
		config: p.Config, layouts: project.NewLayouts(p.Config), paths: map[syntax.NSID]string{},
	}
	if v.listed = v.Folder != ""; !v.listed {
		v.Folder = filepath.Join(filepath.Dir(p.Config.Path), filepath.FromSlash(vendorFolder))
	}
	exists, err := readList(project.ManifestBeside(p.Config.Path), v.Manifest.read)
	if err != nil {
		return nil, err
	}
	locked, err := readList(project.LockBeside(p.Config.Path), v.Lock.read)
	if err != nil && locked {
		err = fmt.Errorf("%w; restore the file, or delete it and run \"lexsmith pull\"", err)
	}
	if err != nil {
		return nil, err
	}
	catalog, err := v.load(ctx, p)
	if err != nil {
		return nil, err
	}
	inside := map[syntax.NSID]bool{}
	var outside, own []*lexicon.Document
	for _, d := range catalog.Documents() {
		in := contains(v.Folder, d.Source.Path)
		given := slices.ContainsFunc(p.Lexicons, func(path string) bool { return contains(path, d.Source.Path) })
		switch {
		case d.ID == "":
		case in && d.Dependency, v.listedAnywhere(d.ID) && !given: // a folder may be in lexicons, too
			if inside[d.ID] = true; in || v.paths[d.ID] == "" {
				v.paths[d.ID] = filepath.FromSlash(d.Source.Path)
			}
		case d.Dependency:
			outside = append(outside, d)
		default:
			outside, own = append(outside, d), append(own, d)
		}
	}
	v.place()
	v.outside = lexicon.NewCatalog(outside...)
	v.Needed = lacking(own, func(id syntax.NSID) bool {
		return v.outside.Document(id) != nil || inside[id] && !v.listedAnywhere(id) && (exists || locked || !strict)
	})
	return v, nil
}

// own returns the project's own Lexicon with an id; nil if it has none.
func (v *Vendor) own(id syntax.NSID) *lexicon.Document {
	if d := v.outside.Document(id); d != nil && !d.Dependency {
		return d
	}
	return nil
}

// place sets the folder to that which most files of the manifest and the lock are in, by the
// places of their names.
func (v *Vendor) place() {
	count := map[string]int{}
	for id, path := range v.paths {
		if base, ok := strings.CutSuffix(path, filepath.FromSlash("/"+slashedPath(id))); ok && v.listedAnywhere(id) {
			count[base]++
		}
	}
	for base, n := range count {
		if most := count[v.Folder]; n > most || n == most && most > 0 && base < v.Folder {
			v.Folder, v.listed = base, true
		}
	}
}

// known returns what the manifest or the lock says about a Lexicon.
func (v *Vendor) known(id syntax.NSID) (Resolution, bool) {
	if r, ok := v.Lock.Lexicons[id]; ok {
		return r, true
	}
	r, ok := v.Manifest.Resolutions[id]
	return r, ok
}

// listedAnywhere reports whether the manifest or the lock has a Lexicon.
func (v *Vendor) listedAnywhere(id syntax.NSID) bool {
	_, ok := v.known(id)
	return ok
}

// Listed returns the Lexicons of the manifest and the lock, sorted.
func (v *Vendor) Listed() []syntax.NSID {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(v.Manifest.Resolutions)), maps.Keys(v.Lock.Lexicons))
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ListedIn names the files that list the Lexicons of others, with a conjunction.
func (v *Vendor) ListedIn(conjunction string) string {
	if len(v.config.Sources)+len(v.Lock.Lexicons) == 0 {
		return project.ManifestName
	}
	return project.ManifestName + " " + conjunction + " " + project.LockName
}

// load reads all Lexicons of the project.
func (v *Vendor) load(ctx context.Context, p *project.Project) (*lexicon.Catalog, error) {
	var own, others []string
	for _, path := range p.Config.Lexicons {
		own = append(own, p.Config.Resolve(path))
	}
	if _, err := os.Stat(project.DefaultFolder); len(own) == 0 && err == nil {
		own = []string{project.DefaultFolder}
	}
	for _, path := range p.Config.Include {
		path = p.Config.Resolve(path)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) { // else a fresh clone
			others = append(others, path)
		}
	}
	if _, err := os.Stat(v.Folder); err == nil && !v.listed {
		others = append(others, v.Folder)
	}
	inputs, _, err := p.Inputs(ctx, own, append(others, p.Lexicons...))
	if err != nil {
		return nil, err
	}
	catalog, err := lexicon.Load(ctx, inputs, p.LoadOptions(nil))
	return catalog, files.Errors(err)
}

// contains reports whether a file is in a folder.
func contains(folder, path string) bool {
	folder, badFolder := filepath.Abs(folder)
	full, badPath := filepath.Abs(filepath.FromSlash(path))
	relative, err := filepath.Rel(folder, full)
	return cmp.Or(badFolder, badPath, err) == nil && filepath.IsLocal(relative)
}

// filePath returns the path of the file of a Lexicon: where it is, or is to be.
func (v *Vendor) filePath(id syntax.NSID) string {
	if path := v.paths[id]; path != "" {
		return path
	}
	return filepath.Join(v.Folder, filepath.FromSlash(slashedPath(id)))
}

// entry returns what the manifest says about a Lexicon, and what its file is.
func (v *Vendor) entry(id syntax.NSID) (*Entry, error) {
	known, _ := v.known(id)
	e := &Entry{NSID: id, Path: v.filePath(id), Origin: known.Origin, CID: known.CID, Old: known.CID}
	text, err := files.Read(e.Path, lexicon.MaxFileSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(e.Path), cmp.Or(errors.Unwrap(err), err))
	}
	e.file = append([]byte{}, text...) // never nil
	e.have, _ = network.RecordCID(text)
	return e, nil
}

// settle decides what happens to a Lexicon of the manifest without a lookup: it does
// when the file has the revision of the manifest, or is not to be overwritten.
func (e *Entry) settle(force bool) bool {
	switch {
	case e.have.Equals(e.Old):
		e.Action = Keep
	case e.file != nil && !force:
		e.Action = Edited
		e.refuse("its content differs from the revision in " + e.listedIn())
	default:
		return false
	}
	e.text = e.file
	return true
}

// listedIn returns the name of the file that has the revision of the Lexicon.
func (o Origin) listedIn() string {
	if o.Source != "" {
		return project.LockName
	}
	return project.ManifestName
}

// lacking returns the Lexicons that refs and unions of documents lead to and for which has
// is false, each with the documents that refer to it, sorted.
func lacking(documents []*lexicon.Document, has func(syntax.NSID) bool) map[syntax.NSID][]syntax.NSID {
	all := map[syntax.NSID][]syntax.NSID{}
	for _, d := range documents {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				if l.NSID != d.ID && !has(l.NSID) {
					all[l.NSID] = append(all[l.NSID], d.ID)
				}
			}
		}
	}
	for id, by := range all {
		slices.Sort(by)
		all[id] = slices.Clip(slices.Compact(by)) // each walk appends to it
	}
	return all
}
