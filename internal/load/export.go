package load

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// An exportImporter reads the export data of the packages that are imported by
// packages loaded from source.
//
// Every package of the graph gets its types.Package before anything is read, so
// that reading one, which also fills in parts of what it depends on, never makes
// a second types.Package for the same package.
type exportImporter struct {
	fset *token.FileSet
	pkgs map[*packages.Package]*types.Package
	// universes maps import paths to packages: "" for the program, and one for
	// each package under test, whose variants hide the originals.
	universes map[string]map[string]*types.Package
	pending   map[*types.Package]*packages.Package // to be read before it is used
	failed    map[*types.Package]error
}

func newExportImporter(fset *token.FileSet, g *graph) *exportImporter {
	im := &exportImporter{
		fset:      fset,
		pkgs:      make(map[*packages.Package]*types.Package, len(g.order)),
		universes: map[string]map[string]*types.Package{"": {}},
		pending:   make(map[*types.Package]*packages.Package),
		failed:    make(map[*types.Package]error),
	}
	base := im.universes[""]
	for _, p := range g.order {
		pkg := types.NewPackage(p.PkgPath, p.Name)
		if p.PkgPath == "unsafe" {
			pkg = types.Unsafe
		}
		im.pkgs[p] = pkg
		if p.ForTest == "" {
			base[p.PkgPath] = pkg
		}
	}
	for _, p := range g.order {
		if p.ForTest == "" {
			continue
		}
		if im.universes[p.ForTest] == nil {
			universe := make(map[string]*types.Package, len(base))
			for path, pkg := range base {
				universe[path] = pkg
			}
			im.universes[p.ForTest] = universe
		}
		im.universes[p.ForTest][p.PkgPath] = im.pkgs[p]
	}
	return im
}

// need notes that p will be used and comes from export data.
func (im *exportImporter) need(p *packages.Package) {
	if p.PkgPath != "unsafe" {
		im.pending[im.pkgs[p]] = p
	}
}

// read reads all export data that is pending. What cannot be read is
// remembered and reported by the packages that import it.
func (im *exportImporter) read() {
	for pkg, p := range im.pending {
		if err := im.readPackage(p); err != nil {
			im.failed[pkg] = err
		}
	}
	clear(im.pending)
}

// errNotBuilt is why a package cannot be imported that the go command could not list
// or compile: what it said of that is a problem of its own.
var errNotBuilt = errors.New("it cannot be listed or compiled")

func (im *exportImporter) readPackage(p *packages.Package) (err error) {
	// The decoder panics on data of a compiler it does not know.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cannot read the export data of %s: was it compiled by a newer Go than this program?", p.PkgPath)
		}
	}()
	if p.ExportFile == "" {
		return errNotBuilt
	}
	f, err := os.Open(p.ExportFile)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return fmt.Errorf("cannot read the export data of %s: %w", p.PkgPath, err)
	}
	if _, err := gcexportdata.Read(r, im.fset, im.universes[p.ForTest], p.PkgPath); err != nil {
		return fmt.Errorf("cannot read the export data of %s: %w", p.PkgPath, err)
	}
	return nil
}
