package failure

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/known"
)

// callee returns the function or method that is called, nil where that is not known.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	return fn
}

// tells reports whether a call only tells people or metrics of something: it deals with nothing.
func tells(info *types.Info, call *ast.CallExpr) bool {
	fn := callee(info, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil {
		name := typeName(recv.Type())
		switch {
		case strings.Contains(strings.ToLower(name), "log"), strings.HasSuffix(name, "EventRecorder"):
			return true
		case strings.HasPrefix(fn.Pkg().Path(), "github.com/prometheus/"):
			return true
		}
	}
	switch path := fn.Pkg().Path(); {
	case path == "fmt":
		return strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint")
	case path == "log" || path == "log/slog" || strings.HasPrefix(path, "k8s.io/klog"):
		return true
	case strings.HasPrefix(fn.Name(), "Event") && strings.Contains(strings.ToLower(path), "record"):
		return true
	}
	return false
}

func typeName(t types.Type) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// texts are packages whose functions make text of what they are given.
var texts = map[string]bool{"fmt": true, "errors": true, "strings": true, "strconv": true, "time": true}

// idle reports whether a statement does nothing about an error but tell of it.
func (f *function) idle(s ast.Stmt, err *types.Var) bool {
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && tells(f.info, call)
	case *ast.AssignStmt: // of a text or a logger to a variable of its own
		for _, lhs := range s.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || s.Tok.String() != ":=" || id.Name == "_" {
				return false
			}
		}
		for _, rhs := range s.Rhs {
			call, ok := ast.Unparen(rhs).(*ast.CallExpr)
			if !ok {
				return false
			}
			fn := callee(f.info, call)
			if fn == nil || fn.Pkg() == nil || !texts[fn.Pkg().Path()] && !tells(f.info, call) {
				return false
			}
		}
		return true
	}
	return false
}

// A source says where an error comes from.
type source int

const (
	local  source = iota // from a computation: to do it again gives the same
	action               // from a function of the program that is handed a context
	remote               // from a request to the API server
)

// sourceOf returns what the error of a call comes from. Another try may go well only where something outside the
// process was asked.
func sourceOf(info *types.Info, call *ast.CallExpr) source {
	fn := callee(info, call)
	if fn == nil || fn.Pkg() == nil || judges(fn.Name()) {
		return local
	}
	path := fn.Pkg().Path()
	switch {
	case strings.Contains(path, "/listers/") || strings.HasSuffix(path, "/listers"):
		return local // a cache, which fails only where an object is not there
	case path == known.ControllerRuntime+"/pkg/client", strings.HasPrefix(path, "k8s.io/client-go/") && fn.Signature().Recv() != nil:
		return remote
	case known.Foundation(path):
		return local
	}
	for v := range fn.Signature().Params().Variables() {
		if name := typeName(v.Type()); name == "Context" || strings.HasSuffix(name, "Context") {
			return action
		}
	}
	return local
}

// judges reports whether a function of a name looks at something that is given, and so says the same of it next time.
func judges(name string) bool {
	name = strings.ToLower(name)
	for _, start := range []string{"valid", "parse", "is", "has", "check", "verify", "decode", "unmarshal", "convert", "to", "new", "must", "assert", "lookup"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return strings.Contains(name, "valid")
}
