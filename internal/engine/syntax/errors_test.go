package syntax_test

import (
	"go/ast"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// TestTellsError asks which conditions hold, or do not, only if there is an error.
func TestTellsError(t *testing.T) {
	for _, test := range []struct {
		cond          string
		tells, denies bool
	}{
		{"err != nil", true, false},
		{"err == nil", false, true},
		{"n != nil", false, false},
		{"err != nil && ok", true, false},
		{"ok && err != nil", true, false},
		{"err != nil || ok", false, false},
		{"err != nil || other != nil", true, false},
		{"err == nil || ok", false, true},
		{"err == nil && ok", false, false},
		{"is(err)", true, false},
		{"!is(err)", false, false},
		{"(err != nil)", true, false},
		{"ok", false, false},
	} {
		pass := sourcetest.Pass(t, `package p
func is(error) bool
func f(err, other error, n *int, ok bool) { if `+test.cond+` {} }`)
		for branch := range syntax.All[*ast.IfStmt](pass.Files[0]) {
			if got := syntax.TellsError(pass.TypesInfo, branch.Cond); got != test.tells {
				t.Errorf("%s tells of an error: %v", test.cond, got)
			}
			if got := syntax.DeniesError(pass.TypesInfo, branch.Cond); got != test.denies {
				t.Errorf("%s does not hold only if there is an error: %v", test.cond, got)
			}
		}
	}
}

// TestOfCall finds the call whose results a statement keeps, and the one that is a statement.
func TestOfCall(t *testing.T) {
	pass := sourcetest.Pass(t, `package p
func two() (int, int)
func f() (a, b int) { a, b = two(); a, b = 1, 2; a = (len("x")); two(); a++; return }`)
	var got []bool
	for stmt := range syntax.All[*ast.BlockStmt](pass.Files[0]) {
		for _, s := range stmt.List {
			assign, call := syntax.OfCall(s)
			if (assign == nil) != (call == nil) {
				t.Error("an assignment without a call, or a call without one")
			}
			got = append(got, call != nil)
			if alone := syntax.CallOf(s) != nil; alone != (len(got) == 4) {
				t.Errorf("statement %d is a call: %v", len(got), alone)
			}
		}
	}
	for i, want := range []bool{true, false, true, false, false, false} {
		if got[i] != want {
			t.Errorf("statement %d is of a call: %v", i+1, got[i])
		}
	}
}

// TestLastResult finds the last of what a return names.
func TestLastResult(t *testing.T) {
	pass := sourcetest.Pass(t, `package p
func f(ok bool) (a, b int) { if ok { return }; return a, b }`)
	var got []bool
	for ret := range syntax.All[*ast.ReturnStmt](pass.Files[0]) {
		got = append(got, syntax.Is(syntax.LastResult(ret), "b"))
	}
	if !slices.Equal(got, []bool{false, true}) {
		t.Errorf("the returns name b last: %v", got)
	}
}
