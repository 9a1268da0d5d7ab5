package load

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/workspace"
)

// An unavailable module is one that cannot be had, such as one that a proxy refuses or that is gone. Without its go.mod the go
// command finds no package of any module, or lists nothing at all.
type unavailable struct {
	module, version, why string
	goMod                bool // not even its go.mod can be had
}

// refused is how the go command says so of one module.
var refused = regexp.MustCompile(`(?m)(?:^|\s)([^\s@]+)@(v\d[^\s:/]*)(?:/go\.mod)?(?: \(replaced by [^)]*\))?: ([^\n]*)`)

// unavailables finds in what the go command said the modules that it cannot have.
func unavailables(message string) []unavailable {
	var list []unavailable
	for _, m := range refused.FindAllStringSubmatch(message, -1) {
		if why := strings.TrimSpace(m[3]); !strings.HasPrefix(why, "missing go.sum entry") {
			list = append(list, unavailable{module: m[1], version: m[2], why: briefly(why), goMod: !archive.MatchString(why)})
		}
	}
	return list
}

// archive is how the go command says what it lacks of a module whose go.mod it has, or does without.
var archive = regexp.MustCompile(`\.zip"?:|^replacement directory`)

// briefly leaves out where the go command looked.
func briefly(why string) string { return looked.ReplaceAllString(why, "") }

var looked = regexp.MustCompile(`^(?:reading|Get) \S+: `)

func (m unavailable) problem() Problem {
	message := fmt.Sprintf("the module %s is left out: it cannot be had (%s)", m.name(), m.why)
	return Problem{Message: message, Module: m.module + " " + m.version}
}

func (m unavailable) name() string { return m.module + "@" + m.version }

// owns reports whether a package may be the module's, by its path.
func (m unavailable) owns(pkg string) bool {
	return pkg == m.module || strings.HasPrefix(pkg, m.module+"/")
}

// among reports whether the module is one of a list.
func (m unavailable) among(list []unavailable) bool {
	return slices.ContainsFunc(list, func(other unavailable) bool { return other.name() == m.name() })
}

// about reports whether the go command complains of the module because nothing is in its place.
func (m unavailable) about(p Problem) bool {
	if strings.Contains(p.Message, m.name()+": ") || strings.Contains(p.Message, m.name()+" (replaced by ") ||
		p.Message == noLookup && m.owns(p.Package) {
		return true
	}
	provides := nothingProvides.FindStringSubmatch(p.Message)
	return provides != nil && m.owns(provides[1])
}

// nothingProvides is how the go command says that no module has a package, the second one where -mod=readonly is among its flags, the
// third where -mod=mod is.
var nothingProvides = regexp.MustCompile(
	`(?:no required module provides|cannot find module providing|but does not contain) package ([^\s:;]+)`)

// complaints returns what the go command said of packages, each thing once.
func complaints(roots []*packages.Package) string {
	said := make(map[string]bool)
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			said[e.Msg] = true
		}
	})
	return strings.Join(slices.Sorted(maps.Keys(said)), "\n")
}

// emptied returns the content of files with which the go command finds an empty module in the place of each: its own go.mod,
// and that of the program or its workspace, with a replacement. It returns nil where that cannot be.
func emptied(names goFiles, modules []unavailable) map[string][]byte {
	content, err := os.ReadFile(names.file())
	if err != nil {
		return nil
	}
	files := make(map[string][]byte)
	dirs := make(map[string]string)
	for _, m := range modules {
		dir := filepath.Join(os.TempDir(), "rllint-unavailable", filepath.FromSlash(m.module)) // nothing is written there
		files[filepath.Join(dir, "go.mod")] = []byte("module " + m.module + "\n")
		dirs[m.module] = dir
	}
	changed, err := withReplacements(names.file(), content, dirs)
	if err != nil {
		return nil
	}
	files[names.file()] = changed
	return files
}

// withReplacements returns a go.mod or go.work in which the modules are replaced by directories.
func withReplacements(file string, content []byte, dirs map[string]string) ([]byte, error) {
	var old []*modfile.Replace
	var add func(path, version, dir, none string) error
	var drop func(path, version string) error
	var format func() []byte
	if filepath.Ext(file) == ".work" {
		work, err := modfile.ParseWork(file, content, nil)
		if err != nil {
			return nil, err
		}
		old, add, drop, format = work.Replace, work.AddReplace, work.DropReplace, func() []byte { return modfile.Format(work.Syntax) }
	} else {
		mod, err := modfile.Parse(file, content, nil)
		if err != nil {
			return nil, err
		}
		old, add, drop, format = mod.Replace, mod.AddReplace, mod.DropReplace, func() []byte { return modfile.Format(mod.Syntax) }
	}
	// A replacement of one version comes before one of all.
	for _, r := range slices.Clone(old) {
		if dirs[r.Old.Path] != "" {
			if err := drop(r.Old.Path, r.Old.Version); err != nil {
				return nil, err
			}
		}
	}
	for _, module := range slices.Sorted(maps.Keys(dirs)) {
		if err := add(module, "", dirs[module], ""); err != nil {
			return nil, err
		}
	}
	return format(), nil
}

// goFiles are the files with which the go command begins.
type goFiles struct {
	goMod, goWork, modCache string
}

// files returns none if the go command cannot tell.
func (env environment) files(cfg Config) goFiles {
	files := goFiles{env.GOMOD, strings.TrimSuffix(env.GOWORK, "off"), env.GOMODCACHE}
	if cfg.Joined != nil {
		files.goMod = cfg.Joined.GoMod
	}
	return files
}

// file returns the file that says what replaces modules.
func (f goFiles) file() string {
	if f.goWork != "" {
		return f.goWork
	}
	return f.goMod
}

// modules returns the go.mod files of what is analysed.
func (f goFiles) modules() []string {
	if f.goWork == "" {
		return []string{f.goMod}
	}
	var list []string
	dirs, _ := workspace.Modules(filepath.Dir(f.goWork)) // nobody comes here with a workspace that cannot be read
	for _, dir := range dirs {
		list = append(list, filepath.Join(dir, "go.mod"))
	}
	return list
}

// lacking returns the required modules whose go.mod the module cache lacks. The go command reads those of all before it says of one
// that it cannot be had: so none of them can.
func (f goFiles) lacking() []unavailable {
	var list []unavailable
	f.required(func(m module.Version, replaced bool) {
		if !replaced && !f.cached(m) {
			list = append(list, unavailable{m.Path, m.Version, "its go.mod is not in the module cache", true})
		}
	})
	return list
}

// required calls do for each module that is required, with whether another is in its place: in a workspace, what one module replaces is
// replaced for all.
func (f goFiles) required(do func(m module.Version, replaced bool)) {
	replaced := make(map[string]bool)
	var list []*modfile.Require
	for _, name := range f.modules() {
		content, _ := os.ReadFile(name) // what is wrong with the file the go command has said
		file, err := modfile.Parse(name, content, nil)
		if err != nil {
			continue
		}
		for _, r := range file.Replace {
			replaced[r.Old.Path] = true
		}
		list = append(list, file.Require...)
	}
	for _, r := range list {
		do(r.Mod, replaced[r.Mod.Path])
	}
}

// noLookup is what the go command says of a package whose module it may not download, without naming the module.
const noLookup = "module lookup disabled by GOPROXY=off"

// notLookedUp returns the required modules of packages of which it says so.
func (f goFiles) notLookedUp(roots []*packages.Package) []unavailable {
	of := make(map[string]unavailable) // by package
	packages.Visit(roots, nil, func(p *packages.Package) {
		if slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return e.Msg == noLookup }) {
			of[p.PkgPath] = unavailable{why: noLookup}
		}
	})
	f.required(func(m module.Version, _ bool) {
		for pkg, found := range of {
			if here := (unavailable{module: m.Path, version: m.Version, why: noLookup}); here.owns(pkg) && len(m.Path) > len(found.module) {
				of[pkg] = here
			}
		}
	})
	var list []unavailable
	for _, pkg := range slices.Sorted(maps.Keys(of)) {
		if of[pkg].module != "" {
			list = append(list, of[pkg])
		}
	}
	return list
}

// cached reports whether the module cache has the go.mod of a module.
func (f goFiles) cached(m module.Version) bool {
	path, errPath := module.EscapePath(m.Path)
	version, errVersion := module.EscapeVersion(m.Version)
	_, err := os.Stat(filepath.Join(f.modCache, "cache", "download", filepath.FromSlash(path), "@v", version+".mod"))
	return errPath != nil || errVersion != nil || err == nil
}
