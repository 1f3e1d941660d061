package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/files"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// vendorFolder is where the Lexicons of others go unless lexsmith.yaml says otherwise.
const vendorFolder = "vendor/lexicons"

// vendor is the folder for the Lexicons of others, in the project around it.
type vendor struct {
	registry.Vendor
	project  *project
	manifest string // path
	exists   bool   // there is a manifest
	strict   bool   // see openVendor
	listed   bool   // the config file, if there is one, names the folder

	own     map[syntax.NSID]string // paths of the project's own Lexicons
	support []*lexicon.Document    // all Lexicons that are not in the folder
}

// openVendor reads the manifest and the Lexicons of the project. If it is strict, a
// Lexicon in the folder only counts when there is a manifest; without one it may have
// been put there by hand.
func (p *project) openVendor(strict bool) (*vendor, error) {
	base := filepath.Dir(p.config.Path)
	v := &vendor{project: p, strict: strict, manifest: manifestBeside(p.config.Path)}
	if v.Folder = p.firstFolder(p.config.Include); v.Folder == "" {
		v.Folder = filepath.Join(base, filepath.FromSlash(vendorFolder))
	} else {
		v.listed = true
	}
	v.Layout = config.NewLayouts(p.config).Of
	if err := v.readManifest(); err != nil {
		return nil, err
	}
	return v, v.readProject()
}

// manifestBeside returns the path of the manifest of a project, by that of its config file.
func manifestBeside(configPath string) string {
	return filepath.Join(filepath.Dir(configPath), registry.ManifestName)
}

func (v *vendor) readManifest() error {
	v.Manifest = &registry.Manifest{}
	text, err := files.Read(v.manifest, files.MaxProjectFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return files.Error("read", v.manifest, err)
	}
	v.exists = true
	v.Manifest, err = registry.ParseManifest(&diag.Source{Path: slashed(v.manifest), Text: text})
	return err
}

// readProject finds out which Lexicons the project has, and which it lacks.
func (v *vendor) readProject() error {
	p := v.project
	var own, support []string
	for _, path := range p.config.Lexicons {
		own = append(own, p.config.Resolve(path))
	}
	if _, err := os.Stat(defaultFolder); len(own) == 0 && err == nil {
		own = []string{defaultFolder}
	}
	for _, path := range p.config.Include {
		path = p.config.Resolve(path)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) { // else a fresh clone
			support = append(support, path)
		}
	}
	if _, err := os.Stat(v.Folder); err == nil && !v.listed {
		support = append(support, v.Folder)
	}
	inputs, _, err := p.inputs(own, append(support, p.lexicons...))
	if err != nil {
		return err
	}
	catalog, err := lexicon.Load(p.ctx, inputs, lexicon.LoadOptions{Profile: p.profile, Workers: p.jobs, Irregular: p.passOver})
	if err != nil {
		return files.Errors(err)
	}
	v.sort(catalog)
	return nil
}

// sort tells the project's own Lexicons from those in the folder and from others.
func (v *vendor) sort(c *lexicon.Catalog) {
	v.own = map[syntax.NSID]string{}
	elsewhere, inFolder := map[syntax.NSID]bool{}, map[syntax.NSID]bool{}
	var own []*lexicon.Document
	for _, d := range c.Documents() {
		switch {
		case d.ID == "":
		case v.contains(d.Source.Path):
			inFolder[d.ID] = true
		case d.Dependency:
			elsewhere[d.ID] = true
			v.support = append(v.support, d)
		default:
			elsewhere[d.ID], v.own[d.ID] = true, d.Source.Path
			own = append(own, d)
			v.support = append(v.support, d)
		}
	}
	v.Has = func(id syntax.NSID) bool { return elsewhere[id] }
	v.Needed = registry.Lacks(own, func(id syntax.NSID) bool {
		_, listed := v.Manifest.Resolutions[id]
		return elsewhere[id] || inFolder[id] && !listed && (v.exists || !v.strict)
	})
}

// contains reports whether a file is in the folder.
func (v *vendor) contains(path string) bool {
	return filepath.IsLocal(filepath.FromSlash(below(v.Folder, path)))
}

// write carries out a plan.
func (v *vendor) write(plan *registry.Plan) error {
	p := v.project
	if len(plan.Entries) == 0 && !v.exists {
		return v.makeFolder()
	}
	var others []registry.File
	switch {
	case v.listed || !plan.Changes():
	case p.config.Path == "":
		p.note("no command reads %[1]s yet; load it with -L, or create %[2]s with the line: include: [%[3]s]",
			slashed(v.Folder), config.FileName, vendorFolder)
	default:
		text, err := p.config.WithInclude(vendorFolder, config.Rules())
		if err != nil {
			return err
		}
		others = append(others, registry.File{Path: p.config.Path, Text: text})
	}
	var old *registry.Manifest
	if v.exists {
		old = v.Manifest
	}
	if err := plan.Write(v.manifest, old, others...); err != nil {
		return err
	}
	if len(others) > 0 {
		p.note("%s: added %s to \"include\"", p.config.Path, vendorFolder)
	}
	return v.makeFolder()
}

// makeFolder makes the folder that the config file names, in a fresh clone.
func (v *vendor) makeFolder() error {
	if !v.listed {
		return nil
	}
	return files.Error("create", v.Folder, os.MkdirAll(v.Folder, 0o777))
}

// checkPlaces refuses a plan that writes outside of the project: the repository around
// the config file, or else the folder that it is in. With outside, it refuses only what is in
// a folder of Git, which may run files.
func (v *vendor) checkPlaces(plan *registry.Plan, outside bool) error {
	base, err := realPlace(filepath.Dir(v.manifest))
	if err != nil {
		return err
	}
	root, ok := config.RepositoryRoot(base)
	if !ok {
		root = base
	}
	var paths []string
	if plan.Changes() || !bytes.Equal(plan.Manifest.Text(), v.Manifest.Text()) {
		if paths = append(paths, v.Folder, v.manifest); !v.listed && v.project.config.Path != "" {
			paths = append(paths, v.project.config.Path)
		}
	} else if _, err := os.Stat(v.Folder); v.listed && errors.Is(err, fs.ErrNotExist) {
		paths = append(paths, v.Folder)
	}
	for _, e := range plan.Entries {
		if e.Changes() {
			paths = append(paths, e.Path)
		}
	}
	for _, path := range paths {
		real, err := realPlace(path)
		if err != nil {
			return files.Error("write", path, err)
		}
		relative, err := filepath.Rel(root, real)
		if slices.ContainsFunc(strings.Split(filepath.ToSlash(relative), "/"), func(name string) bool { return strings.EqualFold(name, ".git") }) {
			return fmt.Errorf("%s is in a .git folder, which belongs to Git; nothing was written", slashed(path))
		}
		if !outside && (err != nil || !filepath.IsLocal(relative)) {
			return fmt.Errorf("%s is outside of the project: it is %s, and the project is %s; nothing was written; to write there, add --outside",
				slashed(path), slashed(real), slashed(root))
		}
	}
	return nil
}

// argumentNames returns what the arguments of pull can be: what the project lacks, or what
// the manifest has. Errors are for the command itself to report.
func (o *pullOptions) argumentNames(*cobra.Command, []string) []string {
	o.quiet = true
	p, err := o.open()
	if err != nil {
		return nil
	}
	v, err := p.openVendor(false)
	if err != nil {
		return nil
	}
	var names []string
	if o.update || o.remove {
		for id := range v.Manifest.Resolutions {
			names = append(names, string(id))
		}
	} else {
		for id := range v.Needed {
			names = append(names, string(id))
		}
	}
	slices.Sort(names)
	return names
}
