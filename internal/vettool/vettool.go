// Package vettool is the part of the command that go vet calls, once for each
// package and each of its dependencies.
package vettool

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/rllint/rllint/internal/relevance"
)

// Called reports whether the command's arguments, without its name, come from go vet.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if strings.HasSuffix(args[len(args)-1], ".cfg") {
		return true
	}
	return len(args) == 1 && (args[0] == "-flags" || strings.HasPrefix(args[0], "-V="))
}

// Main analyses the package that the last argument describes and exits.
//
// Most calls are for dependencies that have nothing to say. They are answered
// at once: parsing them would be nearly all of the cost of go vet.
func Main(args []string, analyzers []*analysis.Analyzer) {
	if config := args[len(args)-1]; strings.HasSuffix(config, ".cfg") && answered(config, analyzers) {
		return
	}
	guard(analyzers)
	unitchecker.Main(analyzers...)
}

// A unit is the part of unitchecker.Config that decides whether a package can matter.
type unit struct {
	ImportPath  string
	ImportMap   map[string]string // import path as written to package path
	PackageVetx map[string]string // package path to file of facts
	VetxOnly    bool
	VetxOutput  string
}

// answered writes an empty file of facts for a dependency that has nothing to
// say, and reports whether it did so. In doubt it does not: the full analysis
// then reports what is wrong with the file.
func answered(config string, analyzers []*analysis.Analyzer) bool {
	data, err := os.ReadFile(config)
	if err != nil {
		return false
	}
	var u unit
	if err := json.Unmarshal(data, &u); err != nil || !u.VetxOnly || u.VetxOutput == "" {
		return false
	}
	if u.matters(analyzers) {
		return false
	}
	return os.WriteFile(u.VetxOutput, nil, 0o666) == nil
}

func (u unit) matters(analyzers []*analysis.Analyzer) bool {
	if relevance.Leaf(u.ImportPath) {
		return false
	}
	imports := make([]string, 0, len(u.ImportMap))
	for _, path := range u.ImportMap {
		imports = append(imports, path)
	}
	if relevance.Matters(u.ImportPath, imports) {
		return true
	}
	var own [][]byte
	for _, vetx := range u.PackageVetx {
		data, err := os.ReadFile(vetx)
		if err != nil {
			return true
		}
		if len(data) == 0 {
			continue
		}
		if own == nil {
			own = factNames(analyzers)
		}
		for _, name := range own {
			if bytes.Contains(data, name) {
				return true
			}
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
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(list []*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			for _, fact := range a.FactTypes {
				t := reflect.TypeOf(fact).Elem()
				if strings.HasPrefix(t.PkgPath(), module) {
					names = append(names, []byte(t.PkgPath()+"."+t.Name()))
				}
			}
			visit(a.Requires)
		}
	}
	visit(analyzers)
	return names
}
