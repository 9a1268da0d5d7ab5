package nested

import (
	"bytes"
	"cmp"
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// A Join is a module's go.mod and go.sum with those of programs below it: with them the go command lists all as parts of one program.
// What it lists is what the go.mod files say together, and needs no other go.mod files than they do. In a workspace the go command
// would read those of everything that anything in it ever required, and download what is missing.
type Join struct {
	Programs   []*Program
	GoVersion  string // of the module itself, "" for none; the joined go.mod may have a newer one of a program's
	GoMod, Sum []byte
}

// Make joins the programs with the module in a folder, but for those that cannot be: their Why says why. The result is nil if none can
// be.
func Make(dir string, programs []*Program) (*Join, error) {
	name := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, err
	}
	m := newMerge(dir, file)
	j := new(Join)
	if file.Go != nil {
		j.GoVersion = file.Go.Version
	}
	var sums [][]byte
	for _, p := range programs {
		if p.Why == "" {
			p.Why = m.add(p)
		}
		if p.Why == "" {
			j.Programs = append(j.Programs, p)
			sum, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p.Dir), "go.sum")) // where it lacks something, the go command says so
			sums = append(sums, sum)
		}
	}
	if len(j.Programs) == 0 {
		return nil, nil
	}
	sum, _ := os.ReadFile(filepath.Join(dir, "go.sum"))
	j.Sum = unite(append(sums, sum))
	j.GoMod, err = m.format()
	return j, err
}

// Patterns are those of all packages of the programs.
func (j *Join) Patterns() []string {
	var list []string
	for _, p := range j.Programs {
		list = append(list, p.Path+"/...")
	}
	return list
}

// Write writes the files into a folder, and returns the flags with which the go command reads them. What they lack is not looked up.
func (j *Join) Write(dir string) (flags []string, err error) {
	name := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(name, j.GoMod, 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), j.Sum, 0o600); err != nil {
		return nil, err
	}
	return []string{"-mod=readonly", "-modfile=" + name}, nil
}

// A merge is a module's go.mod with what programs add to it.
type merge struct {
	dir      string
	file     *modfile.File
	direct   map[string]string // versions of what the module itself says it imports
	versions map[string]string // of all that is required
	replaced map[module.Version]module.Version
	paths    map[string]bool // of modules
}

func newMerge(dir string, file *modfile.File) *merge {
	m := &merge{
		dir: dir, file: file, direct: make(map[string]string), versions: make(map[string]string),
		replaced: make(map[module.Version]module.Version), paths: map[string]bool{file.Module.Mod.Path: true},
	}
	for _, r := range file.Require {
		m.versions[r.Mod.Path] = r.Mod.Version
		if !r.Indirect {
			m.direct[r.Mod.Path] = r.Mod.Version
		}
	}
	for _, r := range file.Replace {
		m.replaced[r.Old] = m.target(dir, r.New)
	}
	return m
}

// target returns what replaces a module, with an absolute path if it is a folder.
func (m *merge) target(dir string, v module.Version) module.Version {
	if v.Version == "" && !filepath.IsAbs(v.Path) {
		v.Path = filepath.Join(dir, filepath.FromSlash(v.Path))
	}
	return v
}

// add adds what a program requires and replaces. If that would make something else of the module it adds nothing, and says why.
func (m *merge) add(p *Program) (why string) {
	path, dir := m.file.Module.Mod.Path, filepath.Join(m.dir, filepath.FromSlash(p.Dir))
	replaced := maps.Clone(m.replaced)
	here := false
	for _, r := range p.file.Replace {
		target := m.target(dir, r.New)
		have, also := replaced[r.Old]
		switch {
		case r.Old.Path == path:
			here = here || target.Path == m.dir && target.Version == ""
		case also && have != target, !also && m.changes(r.Old, target):
			return "replaces " + r.Old.Path + " by something else than this module"
		default:
			replaced[r.Old] = target
		}
	}
	if !here {
		return "requires another version of this module than the one above it"
	}
	if m.paths[p.Path] {
		return "has the path of another module here"
	}
	self := module.Version{Path: p.Path}
	if have, also := replaced[self]; also && have.Path != dir || !also && m.versions[p.Path] != "" {
		return "is also required in a version from elsewhere"
	}
	versions := maps.Clone(m.versions)
	for _, r := range p.file.Require {
		if r.Mod.Path == path {
			continue
		}
		own := m.direct[r.Mod.Path]
		if own != "" && semver.Compare(r.Mod.Version, own) > 0 && semver.MajorMinor(r.Mod.Version) != semver.MajorMinor(own) {
			return fmt.Sprintf("needs %s %s where this module has %s", r.Mod.Path, r.Mod.Version, own)
		}
		if semver.Compare(r.Mod.Version, versions[r.Mod.Path]) > 0 {
			versions[r.Mod.Path] = r.Mod.Version
		}
	}
	versions[p.Path] = cmp.Or(versions[p.Path], "v0.0.0")
	replaced[self] = module.Version{Path: dir}
	m.versions, m.replaced, m.paths[p.Path] = versions, replaced, true
	if version.Compare("go"+goVersion(p.file), "go"+goVersion(m.file)) > 0 {
		_ = m.file.AddGoStmt(goVersion(p.file))
		m.file.DropToolchainStmt()
	}
	return ""
}

// changes reports whether the module has something else where a program replaces a module.
func (m *merge) changes(old, target module.Version) bool {
	have := m.versions[old.Path]
	return have != "" && (target.Path != old.Path || target.Version != have)
}

// format returns the joined go.mod.
func (m *merge) format() ([]byte, error) {
	have := make(map[string]string)
	for _, r := range m.file.Require {
		have[r.Mod.Path] = r.Mod.Version
	}
	for _, path := range slices.Sorted(maps.Keys(m.versions)) {
		if v := m.versions[path]; v != have[path] {
			if err := m.file.AddRequire(path, v); err != nil {
				return nil, err
			}
		}
	}
	own := make(map[module.Version]bool)
	for _, r := range m.file.Replace {
		own[r.Old] = true
	}
	added := slices.DeleteFunc(slices.Collect(maps.Keys(m.replaced)), func(old module.Version) bool { return own[old] })
	slices.SortFunc(added, func(a, b module.Version) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Version, b.Version))
	})
	for _, old := range added {
		target := m.replaced[old]
		if rel, err := filepath.Rel(m.dir, target.Path); err == nil && target.Version == "" {
			target.Path = "./" + filepath.ToSlash(rel) // from the module's folder, wherever the file itself is
		}
		if err := m.file.AddReplace(old.Path, old.Version, target.Path, target.Version); err != nil {
			return nil, err
		}
	}
	m.file.Cleanup()
	return m.file.Format()
}

// goVersion returns the version of Go that a go.mod asks for; without one it is an old one.
func goVersion(file *modfile.File) string {
	if file.Go == nil {
		return "1.16"
	}
	return file.Go.Version
}

// unite returns the lines of several go.sum files, each once.
func unite(files [][]byte) []byte {
	lines := make(map[string]bool)
	for _, data := range files {
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				lines[string(line)] = true
			}
		}
	}
	var b bytes.Buffer
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}
