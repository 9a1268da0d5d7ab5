package driver_test

import (
	"fmt"
	"go/constant"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// values is the fact of the analyzer of these tests: the constants of a package and of all that it imports.
type values struct{ List []string }

func (*values) AFact() {}

func (*values) Matters() bool { return true }

// Parts returns the constants one by one, each long enough to be kept for itself.
func (v *values) Parts() ([][]byte, error) {
	var parts [][]byte
	for _, text := range v.List {
		parts = append(parts, fmt.Appendf(nil, "%2000s", text))
	}
	return parts, nil
}

func (v *values) FromParts(parts [][]byte) error {
	for _, part := range parts {
		v.List = append(v.List, strings.TrimSpace(string(part)))
	}
	return nil
}

// A probe has an analyzer that tells all that it can see of a package: the values of its constants, what they are
// in the types of its imports, and what the facts about those say.
type probe struct {
	analyzer *analysis.Analyzer
	mu       sync.Mutex
	analysed []string
}

type result struct{ Text string }

func (r *result) GobEncode() ([]byte, error)  { return []byte(r.Text), nil }
func (r *result) GobDecode(data []byte) error { r.Text = string(data); return nil }

func newProbe() *probe {
	p := new(probe)
	p.analyzer = &analysis.Analyzer{
		Name:       "probe",
		Doc:        "tell all",
		FactTypes:  []analysis.Fact{new(values)},
		ResultType: reflect.TypeFor[*result](),
		Run:        p.run,
	}
	p.analyzer.Flags.String("setting", "", "a setting")
	return p
}

func (p *probe) run(pass *analysis.Pass) (any, error) {
	p.mu.Lock()
	p.analysed = append(p.analysed, pass.Pkg.Path())
	p.mu.Unlock()
	fact := new(values)
	for _, name := range pass.Pkg.Scope().Names() {
		if c, ok := pass.Pkg.Scope().Lookup(name).(*types.Const); ok {
			pass.Report(analysis.Diagnostic{Pos: c.Pos(), Message: fmt.Sprintf("%s is %s", name, c.Val())})
			fact.List = append(fact.List, pass.Pkg.Path()+"."+name+"="+c.Val().ExactString())
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		var theirs values
		if pass.ImportPackageFact(imp, &theirs) {
			fact.List = append(fact.List, theirs.List...)
		}
	}
	p.beside(pass, fact)
	for _, v := range pass.TypesInfo.Types {
		if v.Value != nil && v.Value.Kind() == constant.String {
			fact.List = append(fact.List, "uses "+v.Value.ExactString())
		}
	}
	slices.Sort(fact.List)
	fact.List = slices.Compact(fact.List)
	pass.ExportPackageFact(fact)
	return &result{fmt.Sprint(pass.Analyzer.Flags.Lookup("setting").Value, fact.List)}, nil
}

// beside adds the texts of Go files in the package's folder that are not analysed, such as tests.
func (p *probe) beside(pass *analysis.Pass, fact *values) {
	own := make(map[string]bool)
	for _, f := range pass.Files {
		own[pass.Fset.File(f.FileStart).Name()] = true
	}
	for name := range own {
		list, err := filepath.Glob(filepath.Join(filepath.Dir(name), "*.go"))
		if err != nil {
			panic(err)
		}
		for _, other := range list {
			if text, err := pass.ReadFile(other); err == nil && !own[other] {
				fact.List = append(fact.List, fmt.Sprintf("beside %q", text))
			}
		}
	}
}
