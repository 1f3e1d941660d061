package registry

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// vendorFolder is where the Lexicons of others go unless lexsmith.yaml says otherwise.
const vendorFolder = "vendor/lexicons"

// Vendor is the folder of a project for the Lexicons of others.
type Vendor struct {
	Folder   string
	Manifest *Manifest // as it is; an empty one when there is no file
	// Needed are the Lexicons that the project's own refer to and that it does not
	// have elsewhere, each with those that refer to it, sorted.
	Needed map[syntax.NSID][]syntax.NSID

	config  *project.Config
	layouts *project.Layouts // of new files
	exists  bool             // there is a manifest
	listed  bool             // the config file, if there is one, names the folder
	outside *lexicon.Catalog // the Lexicons of the project that are not in the folder
}

// Open reads the manifest and the Lexicons of a project. The folder is the one that the
// config file names for the Lexicons of others, or "". Load reads all Lexicons of the
// project, and those in another folder unless that is "". If strict, a Lexicon in the
// folder only counts when there is a manifest; without one it may have been put there by
// hand.
func Open(c *project.Config, folder string, strict bool, load func(also string) (*lexicon.Catalog, error)) (v *Vendor, err error) {
	v = &Vendor{Folder: folder, config: c, layouts: project.NewLayouts(c), listed: folder != ""}
	if v.Manifest, v.exists, err = readManifest(ManifestPath(c.Path)); err != nil {
		return nil, err
	}
	also := ""
	if !v.listed {
		v.Folder = filepath.Join(filepath.Dir(c.Path), filepath.FromSlash(vendorFolder))
		if _, err := os.Stat(v.Folder); err == nil {
			also = v.Folder
		}
	}
	catalog, err := load(also)
	if err != nil {
		return nil, err
	}
	inside := map[syntax.NSID]bool{}
	var outside, own []*lexicon.Document
	for _, d := range catalog.Documents() {
		switch {
		case d.ID == "":
		case v.contains(d.Source.Path):
			inside[d.ID] = true
		case d.Dependency:
			outside = append(outside, d)
		default:
			outside, own = append(outside, d), append(own, d)
		}
	}
	v.outside = lexicon.NewCatalog(outside...)
	v.Needed = lacking(own, func(id syntax.NSID) bool {
		return v.outside.Document(id) != nil || inside[id] && !v.Manifest.listed(id) && (v.exists || !strict)
	})
	return v, nil
}

// contains reports whether a file is in the folder.
func (v *Vendor) contains(path string) bool {
	folder, badFolder := filepath.Abs(v.Folder)
	full, badPath := filepath.Abs(filepath.FromSlash(path))
	relative, err := filepath.Rel(folder, full)
	return cmp.Or(badFolder, badPath, err) == nil && filepath.IsLocal(relative)
}

// filePath returns the path of the file of a Lexicon.
func (v *Vendor) filePath(id syntax.NSID) string {
	return filepath.Join(v.Folder, filepath.FromSlash(strings.ReplaceAll(string(id), ".", "/"))+".json")
}

// entry returns what the manifest says about a Lexicon, and what its file is.
func (v *Vendor) entry(id syntax.NSID) (*Entry, error) {
	known := v.Manifest.Resolutions[id]
	e := &Entry{NSID: id, Path: v.filePath(id), DID: known.DID, CID: known.CID, Old: known.CID}
	text, err := files.Read(e.Path, lexicon.MaxFileSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(e.Path), cmp.Or(errors.Unwrap(err), err))
	}
	e.file = append([]byte{}, text...) // never nil
	if e.have, err = network.RecordCID(text); err != nil {
		e.have = cid.Undef
	}
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
		e.refuse("its content differs from the revision in " + ManifestName)
	default:
		return false
	}
	e.become(e.file)
	return true
}

// become sets the text that the file is to have, and returns the entry.
func (e *Entry) become(text []byte) *Entry {
	e.text = text
	e.root, _ = lexicon.ReadJSON(&diag.Source{Path: filepath.ToSlash(e.Path), Text: text})
	return e
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
