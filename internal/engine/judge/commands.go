package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// otherCommand reports whether what is made at one place belongs to another command of the program's command line than what is made
// at a second: below what both come from, a function makes a command.
func otherCommand(setting, client value.Place) bool {
	of := ancestors(client)
	return slices.ContainsFunc(ancestors(setting), func(fn *code.Func) bool { return !slices.Contains(of, fn) && makesCommand(fn) })
}

// ancestors returns the functions that lead to a place: those that call, and those that mention a function which others call.
func ancestors(at value.Place) []*code.Func {
	var list []*code.Func
	var walk func(n *value.Node)
	walk = func(n *value.Node) {
		for ; n != nil && !slices.Contains(list, n.Fn); n = n.Caller {
			list = append(list, n.Fn)
			walk(n.Mention.Node)
		}
	}
	walk(at.Node)
	return list
}

// makesCommand reports whether a function makes a command of a library for them.
func makesCommand(fn *code.Func) bool {
	return fn != nil && fn.Body().Any(func(in *code.Instr) bool { return in.Op == code.OpAlloc && known.Command(in.Str) })
}
