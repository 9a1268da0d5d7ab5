package known_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/known"
)

// TestVersions compares the defaults with what controller-runtime's code says, in each version that the modules of testdata/src have and
// in those beside them in the module cache.
func TestVersions(t *testing.T) {
	folders := make(map[string]string) // by version
	for _, m := range wanttest.Corpus {
		dir, err := m.Dir()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "mod", "download", "-json", known.ControllerRuntime) // go list names no folder of one that is not there yet
		cmd.Dir, cmd.Env = dir, m.Env()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		var module struct{ Dir string }
		if err := json.Unmarshal(out, &module); err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		beside, err := filepath.Glob(filepath.Join(filepath.Dir(module.Dir), "controller-runtime@v0.*"))
		if err != nil || len(beside) == 0 {
			t.Fatalf("%s: no module in %q: %v", m.Name, module.Dir, err)
		}
		for _, folder := range beside {
			_, version, _ := strings.Cut(filepath.Base(folder), "@")
			folders[version] = folder
		}
	}
	for _, version := range slices.Sorted(maps.Keys(folders)) {
		minor, ok := known.Minor(version)
		if !ok || minor < 14 {
			continue // before the first that is supported
		}
		if got, ok := known.DefaultsOf(version); !ok || !same(got, read(t, folders[version])) {
			t.Errorf("%s: %+v, its code says %+v", version, got, read(t, folders[version]))
		}
	}
	if len(folders) < 5 {
		t.Errorf("only %d versions", len(folders))
	}
}

func same(a, b known.Defaults) bool {
	a.Minor, b.Minor = 0, 0
	return a == b
}

// read returns the defaults as the code in a module's folder has them.
func read(t *testing.T, folder string) known.Defaults {
	t.Helper()
	var d known.Defaults
	inspect(t, filepath.Join(folder, "pkg", "controller", "controller.go"), func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if ok && types.ExprString(call.Fun) == "ptr.Deref" && strings.HasSuffix(types.ExprString(call.Args[0]), ".UsePriorityQueue") {
			d.Choice, d.Priority = true, types.ExprString(call.Args[1]) == "true"
		}
	})
	inspect(t, filepath.Join(folder, "pkg", "client", "config", "config.go"), func(n ast.Node) {
		set, ok := n.(*ast.AssignStmt)
		if !ok {
			return
		}
		for field, number := range map[string]*int{"cfg.QPS": &d.QPS, "cfg.Burst": &d.Burst} {
			if types.ExprString(set.Lhs[0]) == field {
				f, err := strconv.ParseFloat(types.ExprString(set.Rhs[0]), 64)
				if err != nil {
					t.Errorf("%s: %v", folder, err)
				}
				*number = int(f)
			}
		}
	})
	return d
}

func inspect(t *testing.T, file string, visit func(ast.Node)) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		visit(n)
		return true
	})
}

func TestNewestDefaults(t *testing.T) {
	newest, _ := known.DefaultsOf("v0.25.2")
	if later, ok := known.DefaultsOf("v0.99.0"); !ok || later != newest {
		t.Errorf("a version to come has %+v", later)
	}
	if _, ok := known.DefaultsOf(""); ok {
		t.Error("a version that is not known has defaults")
	}
}
