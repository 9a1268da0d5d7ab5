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

func function(body ...code.Instr) *code.Func {
	f := &code.Func{}
	f.SetBody(&code.Body{Blocks: []code.Block{{Instrs: append(body, code.Instr{Op: code.OpReturn, Dst: -1})}}})
	return f
}

func call(op code.Op, sym string, line int) code.Instr {
	return code.Instr{Op: op, Str: sym, Dst: -1, Call: &code.Call{Op: op},
		Pos: code.Pos{Place: code.Place{File: "p.go", Line: line, Column: 1}}}
}
