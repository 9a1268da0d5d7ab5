package known_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
)

// eachMinor has a version of each minor one from the first that is supported to the newest.
var eachMinor = []string{
	"v0.14.7", "v0.15.3", "v0.16.6", "v0.17.6", "v0.18.7", "v0.19.7", "v0.20.4", "v0.21.0", "v0.22.5", "v0.23.3", "v0.24.1", "v0.25.2",
}

// TestVersions compares the defaults with what controller-runtime's code says in each version. One that is not to be had, for want of a
// network, is not looked at.
func TestVersions(t *testing.T) {
	for i, version := range eachMinor {
		t.Run(version, func(t *testing.T) {
			cmd := exec.Command("go", "mod", "download", "-json", known.ControllerRuntime+"@"+version)
			cmd.Dir = t.TempDir()
			cmd.Env = append(cmd.Environ(), "GOFLAGS=", "GOWORK=off")
			out, err := cmd.Output()
			var module struct{ Dir string }
			if err != nil || json.Unmarshal(out, &module) != nil {
				t.Skipf("no %s: %v", version, err)
			}
			if minor, ok := known.Minor(version); !ok || minor != 14+i {
				t.Errorf("minor version %d", minor)
			}
			if got, ok := known.DefaultsOf(version); !ok || !same(got, read(t, module.Dir)) {
				t.Errorf("%+v, its code says %+v", got, read(t, module.Dir))
			}
		})
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
