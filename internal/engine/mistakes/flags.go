package mistakes

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// workers is the field of a controller's options that holds the number of its workers.
const workers = "MaxConcurrentReconciles"

// flagOf returns the name of the flag that a call defines, a constant, and how it is defined, [known.None] for any other call.
func (p *program) flagOf(call *ast.CallExpr) (string, known.Kind) {
	kind, at := known.Func(syntax.CalledName(p.info, call)), 0
	if kind == known.FlagVar {
		at = 1
	} else if kind != known.FlagPointer {
		return "", known.None
	}
	if len(call.Args) > at+1 {
		if name, ok := syntax.Text(p.info, call.Args[at]); ok {
			return name, kind
		}
	}
	return "", known.None
}

// aboutWorkers reports whether a flag is named for a number of workers, so that a variable which holds what it says holds that number.
func aboutWorkers(flag string) bool {
	flag = strings.ToLower(flag)
	return slices.ContainsFunc([]string{"concurren", "workers", "reconciles", "threads"},
		func(word string) bool { return strings.Contains(flag, word) })
}
