package vettool

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/wrap"
	"github.com/rllint/rllint/internal/engine/known"
)

// A unit is one package as go vet describes it: the part of unitchecker.Config
// that decides whether the package can matter.
type unit struct {
	ImportPath    string
	ModuleVersion string // "" if it is of the program's own module
	GoFiles       []string
	ImportMap     map[string]string // import path as written to package path
	PackageVetx   map[string]string // package path to file of facts
	VetxOnly      bool              // only the facts are wanted
	VetxOutput    string            // file of facts to write, "" if none are wanted

	all     map[string]json.RawMessage // every field
	changed bool                       // GoFiles is no longer what it was
}

func readUnit(config string) (*unit, error) {
	data, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	u := new(unit)
	if err := json.Unmarshal(data, u); err != nil {
		return nil, err
	}
	return u, json.Unmarshal(data, &u.all)
}

// dropTests leaves out the test files. Go vet hands over a package together with
// its tests; type-checking those, and what only they import, would be wasted.
func (u *unit) dropTests() {
	kept := slices.DeleteFunc(slices.Clone(u.GoFiles), func(name string) bool {
		return strings.HasSuffix(name, "_test.go")
	})
	u.changed = len(kept) != len(u.GoFiles)
	u.GoFiles = kept
}

// write writes the unit, if it changed, next to the file it came from, where the
// go command removes it in the end, and returns the name of the file to use.
func (u *unit) write(config string) (string, error) {
	if !u.changed {
		return config, nil
	}
	u.all["GoFiles"], _ = json.Marshal(u.GoFiles)
	data, err := json.Marshal(u.all)
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(config, ".cfg") + ".notests.cfg"
	return name, os.WriteFile(name, data, 0o666)
}

// answer writes an empty file of facts for a package that has nothing to say,
// and reports whether it did so. Named are the packages that the settings name.
func (u *unit) answer(analyzers []*analysis.Analyzer, named map[string]bool) bool {
	if len(u.GoFiles) > 0 && (!u.VetxOnly || u.matters(analyzers, named)) {
		return false
	}
	return u.VetxOutput == "" || os.WriteFile(u.VetxOutput, nil, 0o666) == nil
}

// matters reports whether something about controllers can be learnt from the
// package's source, for other packages to use.
func (u *unit) matters(analyzers []*analysis.Analyzer, named map[string]bool) bool {
	imports := slices.Collect(maps.Values(u.ImportMap))
	return known.Matters(u.ImportPath, imports, func(imported string) bool { return named[imported] }) || u.inFolder() ||
		!known.Foundation(u.ImportPath) && u.importsFacts(analyzers)
}

// inFolder reports whether the package is of a module that go.mod or go.work takes from a folder beside the program. Only the names
// of its files tell: the module has a version like others.
func (u *unit) inFolder() bool {
	return u.ModuleVersion != "" && !slices.ContainsFunc(u.GoFiles, func(name string) bool {
		name = filepath.ToSlash(name)
		return strings.Contains(name, "@"+u.ModuleVersion) || strings.Contains(name, "/vendor/")
	})
}

func (u *unit) importsFacts(analyzers []*analysis.Analyzer) bool {
	own := factNames(analyzers)
	for _, vetx := range u.PackageVetx {
		data, err := os.ReadFile(vetx)
		if err != nil || slices.ContainsFunc(own, func(name []byte) bool { return bytes.Contains(data, name) }) {
			return true
		}
	}
	return false
}

// factNames returns the names under which gob writes the analyzers' own fact
// types. A file of facts that has none of them holds facts of analyzers of
// x/tools only, which say nothing about controllers.
func factNames(analyzers []*analysis.Analyzer) [][]byte {
	const module = "github.com/rllint/rllint/"
	var names [][]byte
	wrap.Analyzers(analyzers, func(a *analysis.Analyzer) wrap.Run {
		for _, fact := range a.FactTypes {
			t := reflect.TypeOf(fact).Elem()
			if strings.HasPrefix(t.PkgPath(), module) {
				names = append(names, []byte(t.PkgPath()+"."+t.Name()))
			}
		}
		return nil
	})
	return names
}
