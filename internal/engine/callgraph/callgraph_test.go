package callgraph_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/callgraph"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// TestInterfaces checks that a call through an interface leads to the methods of types that are seen to be put into one, and
// where a run that ended before the call has left the way.
func TestInterfaces(t *testing.T) {
	const main, setup = "example.com/p.main", "example.com/p.T.Setup"
	box := code.Instr{Op: code.OpIface, Str: "*example.com/p.T", Dst: -1}
	for _, test := range []struct {
		name string
		body []code.Instr // of main
		left int          // the line where the way is left, 0 if no controller is reached
	}{
		{"put into an interface and called through it", []code.Instr{box, call(code.OpInvoke, "example.com/p.Setter.Setup", 2)}, 2},
		{"called through it before it is put there", []code.Instr{call(code.OpInvoke, "example.com/p.Setter.Setup", 2), box}, 2},
		{"called by name", []code.Instr{call(code.OpCall, setup, 3)}, 3},
		{"put into no interface", []code.Instr{call(code.OpInvoke, "example.com/p.Setter.Setup", 2)}, 0},
		{"another method is called", []code.Instr{box, call(code.OpInvoke, "example.com/p.Setter.Other", 2)}, 0},
		{"not called", []code.Instr{box}, 0},
	} {
		p := &code.Package{Path: "example.com/p", Funcs: map[symbol.Name]*code.Func{
			main:  function(test.body...),
			setup: function(call(code.OpCall, known.Builder+".Builder.Complete", 7)),
		}}
		g := callgraph.New(p, []symbol.Name{main}, func(sym symbol.Name) bool { return sym == setup })
		left := 0
		for _, site := range g.Sites {
			left = g.Left(site, func(sym symbol.Name) bool { return sym == main }).Line
		}
		if left != test.left {
			t.Errorf("%s: the way to the controller is left at line %d, want %d", test.name, left, test.left)
		}
	}
}

// TestUncalled finds the function that nothing mentions, where most of those beside it are called.
func TestUncalled(t *testing.T) {
	const main, one, two, method = "example.com/m.main", "example.com/p.One", "example.com/p.Two", "example.com/p.T.Setup"
	creates := call(code.OpCall, known.Builder+".Builder.Complete", 7)
	for _, test := range []struct {
		name string
		uses symbol.Name // of a function that main does not call
		body []code.Instr
		want int
	}{
		{"most are called", "", []code.Instr{call(code.OpCall, one, 2), call(code.OpCall, two, 3)}, 1},
		{"half of them are", "", []code.Instr{call(code.OpCall, one, 2)}, 0},
		{"another function mentions it", method, []code.Instr{call(code.OpCall, one, 2), call(code.OpCall, two, 3)}, 0},
		{"some method of its name is called", "example.com/p.Setter.Setup", []code.Instr{call(code.OpCall, one, 2), call(code.OpCall, two, 3)}, 0},
	} {
		other := function()
		if test.uses != "" {
			other.Uses = []symbol.Name{test.uses}
		}
		p := &code.Package{Path: "example.com/p", Funcs: map[symbol.Name]*code.Func{
			one: function(creates), two: function(creates), method: function(creates), "example.com/p.other": other,
		}}
		root := &code.Package{Path: "example.com/m", Funcs: map[symbol.Name]*code.Func{main: function(test.body...)},
			Imports: map[string]*code.Package{p.Path: p}}
		leads := func(sym symbol.Name) bool { return sym != main && sym != "example.com/p.other" }
		if got := callgraph.New(root, []symbol.Name{main}, leads).Uncalled(); len(got) != test.want || len(got) > 0 && got[0].In != method {
			t.Errorf("%s: got %v, want %d", test.name, got, test.want)
		}
	}
}

func function(body ...code.Instr) *code.Func {
	f := &code.Func{}
	f.SetBody(&code.Body{Blocks: []code.Block{{Instrs: append(body, code.Instr{Op: code.OpReturn, Dst: -1})}}})
	return f
}

func call(op code.Op, sym string, line int) code.Instr {
	return code.Instr{Op: op, Str: sym, Dst: -1, Call: &code.Call{Op: op},
		Pos: code.Pos{Place: code.Place{File: "p.go", Line: line, Column: 1}}}
}
