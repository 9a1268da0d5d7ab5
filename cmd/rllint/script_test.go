package main

import (
	"errors"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/analyzer/rules/rl0001"
	"github.com/rllint/rllint/analyzer/rules/rl0002"
	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/rule"
)

// TestMain makes the test binary two commands that scripts call: rllint, the
// program as it is, stublint, the same program with a rule that scripts can
// break without a Kubernetes module, and blockedgo, a go command that never ends.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rllint":    main,
		"blockedgo": blockedGo,
		"stublint": func() {
			others := append(analyzer.Analyzers[2:], stubRule) // the first two know the others
			analyzer.Analyzers = append([]*lint.Analyzer{rl0001.New(others...), rl0002.New(others...)}, others...)
			breakModel()
			breakWaits()
			main()
		},
	})
}

// breakModel makes the analysis of controllers have a fault in packages that declare
// something called faulty.
func breakModel() {
	run := model.Analyzer.Run
	model.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Scope().Lookup("faulty") != nil {
			return &model.Result{Fault: report.Fault{Why: "internal error in the analysis of " + pass.Pkg.Path() + ": it is faulty"}}, nil
		}
		return run(pass)
	}
}

// breakWaits does the same to the analysis of where reconcilers wait, for unsound.
func breakWaits() {
	run := blocking.Analyzer.Run
	blocking.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Scope().Lookup("unsound") != nil {
			return &blocking.Result{Fault: report.FaultOf(pass, "it is unsound")}, nil
		}
		return run(pass)
	}
}

// stubRule reports calls of functions named forbidden, notes those of functions named doubtful, and panics where one is named panics. Calls
// of replaceable have a fix, and those of contested two findings whose fixes differ.
var stubRule = rule.New(stubDoc, lint.SeverityWarning, &analysis.Analyzer{Name: "RL9999", Run: runStub})

const stubDoc = `// Package stub reports: call of a forbidden function.
//
// # RL9999: call of a forbidden function
//
// A rule for tests.
package stub
`

func runStub(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			id, ok := call.Fun.(*ast.Ident)
			if ok && id.Name == "forbidden" {
				pass.Report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "forbidden is called: 100%, sure"})
			}
			if ok && id.Name == "doubtful" {
				pass.Report(rule.Noted(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "doubtful is called"}))
			}
			if ok && id.Name == "replaceable" {
				pass.Report(replace(id, "allowed"))
			}
			if ok && id.Name == "contested" {
				pass.Report(replace(id, "allowed"))
				pass.Report(replace(id, "permitted"))
			}
			if ok && id.Name == "panics" {
				panic("the rule does not like " + id.Name)
			}
			return true
		})
	}
	return nil, nil
}

// replace is a finding at a name with the fix that puts another there.
func replace(id *ast.Ident, name string) analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos: id.Pos(), End: id.End(), Message: id.Name + " is called instead of " + name,
		SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "call " + name,
			TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte(name)}},
		}},
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:       "testdata/script",
		Setup:     goEnvironment(t.TempDir()),
		Condition: condition,
		Cmds:      map[string]func(ts *testscript.TestScript, neg bool, args []string){"exitcode": exitCode},
	})
}

// condition knows [root], to whom permissions are no obstacle.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// goEnvironment lets scripts use the go command's caches of the user who runs the tests, and one of rllint's in a folder.
func goEnvironment(folder string) func(*testscript.Env) error {
	return func(env *testscript.Env) error { return setEnvironment(env, filepath.Join(folder, "cache")) }
}

func setEnvironment(env *testscript.Env, cache string) error {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"}
	values, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	for i, value := range strings.Split(strings.TrimSuffix(string(values), "\n"), "\n") {
		env.Setenv(names[i], value)
	}
	repository, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	env.Setenv("REPOSITORY", repository)
	env.Setenv("GOFLAGS", "-mod=mod")
	env.Setenv("GOWORK", "off")
	env.Setenv("RLLINT_CACHE", cache)
	return nil
}

// exitCode runs a command that must end with the code given: exitcode 2 rllint ./...
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE COMMAND [ARGUMENT…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		code = exit.ExitCode()
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
