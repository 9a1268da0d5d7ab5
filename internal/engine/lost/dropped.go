package lost

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// source returns what the error of a call comes from, and so where it is of a function of the package that asks the API server.
func (f *function) source(call *ast.CallExpr) source {
	if name := ofControllerRuntime(f.info, call); name == "CreateOrUpdate" || name == "CreateOrPatch" {
		return remote
	}
	from, fn := sourceOf(f.info, call), syntax.Called(f.info, call)
	if fn != nil {
		if all := fn.Signature().Results(); all.Len() > 1 && syntax.IsError(all.At(all.Len()-2).Type()) {
			return local // of two errors one tells of a state
		}
	}
	if from == local && fn != nil && (!judges(fn.Name()) &&
		(f.asksFar(fn) || f.reachesOut(fn) || f.ofClient(call) || f.runs() && f.changesAbroad(fn)) ||
		fn.Pkg() != nil && f.decls[fn.Origin()] == nil && !known.Foundation(fn.Pkg().Path()) && f.handsClient(call)) { // losterrors, handedClient
		return action
	}
	return from
}

// handsClient reports whether a call hands on a client of the API server.
func (f *function) handsClient(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		t := symbol.OfType(f.info.TypeOf(arg))
		return t.In(known.ControllerRuntime+"/pkg/client") && slices.Contains([]string{"Client", "Reader", "Writer", "WithWatch"}, t.Last())
	})
}

// reachesOut reports whether a method of an interface of the program's own changes something elsewhere in a pass, as its name says: who
// implements it is in another package, and may be in another module.
func (f *function) reachesOut(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && abroad(fn) && f.runs() &&
		begins(strings.ToLower(fn.Name()), "create", "update", "delete", "remove", "revoke", "sync", "ensure", "reconcile", "send") &&
		len(methods.Implementing(f.pass.Pkg, recv.Type().Underlying().(*types.Interface), fn)) == 0
}

// ofClient reports whether a call is of a method of a value whose type is of another package and named for what speaks to the far side.
// Many libraries hand it no context (losterrors, farside).
func (f *function) ofClient(call *ast.CallExpr) bool {
	of, _ := syntax.Selected(madeBy(call).Fun)
	if of == nil || f.info.TypeOf(of) == nil {
		return false // of a package
	}
	t := symbol.OfType(code.Deref(f.info.TypeOf(of)))
	path := t.Package()
	if path == f.pass.Pkg.Path() || known.Foundation(path) || !strings.Contains(path, ".") || !f.runs() {
		return false
	}
	name := strings.ToLower(t.Last())
	return slices.ContainsFunc([]string{"client", "service", "api"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// abroad reports whether a function is neither of the standard library nor of what controllers are made of.
func abroad(fn *types.Func) bool {
	return fn.Pkg() != nil && strings.Contains(fn.Pkg().Path(), ".") && !known.Foundation(fn.Pkg().Path())
}

// changesAbroad reports whether a method of another module's type changes something there, as its name says, though it is handed no
// context: lost.txt, what another module deletes.
func (f *function) changesAbroad(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && abroad(fn) && !ofModule(f.pass, fn) &&
		begins(strings.ToLower(fn.Name()), "create", "update", "delete", "publish", "send", "upload")
}

// ofControllerRuntime returns the name of a function of controller-runtime's that a call calls, by a variable too.
func ofControllerRuntime(info *types.Info, call *ast.CallExpr) string {
	obj := syntax.Object(info, call.Fun)
	if obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), known.ControllerRuntime) {
		return ""
	}
	return obj.Name()
}

// asksFar reports whether a function of the package, or one of the program's that it calls, makes a request.
func (f *function) asksFar(fn *types.Func) bool {
	fn = fn.Origin()
	if asks, known := f.far[fn]; known {
		return asks
	}
	f.far[fn] = false
	if decl := f.decls[fn]; decl != nil {
		f.far[fn] = syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
			from, called := sourceOf(f.info, call), syntax.Called(f.info, madeBy(call))
			return from == remote || called != nil && (from == action && (!ofModule(f.pass, called) || known.Responds(called)) ||
				f.changesAbroad(called) || f.asksFar(called))
		})
	} else if all := f.others(); fn.Pkg() != nil && !known.Foundation(fn.Pkg().Path()) {
		own, others := all.implementing(f.pass.Pkg, fn)
		ask := slices.DeleteFunc(slices.Clone(own), func(fn *types.Func) bool { return !f.asksFar(fn) })
		elsewhere := slices.DeleteFunc(slices.Clone(others), func(name symbol.Name) bool { return !all.funcs[name].Asks })
		n := len(ask) + len(elsewhere)
		f.far[fn] = all.funcs[symbol.Of(fn)].Asks || n > 0 && 2*n >= len(own)+len(others) // most of what an interface may hold
	}
	return f.far[fn]
}

// ofModule reports whether a function is of the module that a package is of.
func ofModule(pass *analysis.Pass, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false // such as error.Error
	}
	path := fn.Pkg().Path()
	return path == pass.Pkg.Path() || pass.Module != nil && strings.HasPrefix(path+"/", pass.Module.Path+"/")
}

// isState reports whether a result is a constant or a package variable of a type of numbers or texts that has a name, such as a phase,
// by which the caller hears how things are.
func (p *path) isState(e ast.Expr) bool {
	t := types.Unalias(p.info.TypeOf(e))
	_, named := t.(*types.Named)
	if _, plain := t.Underlying().(*types.Basic); !named || !plain {
		return false
	}
	switch stated := syntax.Object(p.info, e).(type) {
	case *types.Const:
		return true
	case *types.Var:
		return stated.Pkg() != nil && stated.Parent() == stated.Pkg().Scope()
	}
	return false
}

// tellsBy reports whether a result is a literal with something in it, by which the caller may hear what happened.
func tellsBy(e ast.Expr) bool {
	lit, ok := syntax.Address(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) > 0
}

// another reports whether a result is got in another way from what the function is handed: nothing is lost then.
func (p *path) another(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		v := syntax.Var(p.info, arg)
		return v != nil && v.Kind() == types.ParamVar
	})
}

// acts reports whether a call is of a function that its name says to change something.
func acts(call *ast.CallExpr) bool {
	return begins(lastName(call), "reconcile", "create", "update", "delete", "patch", "apply", "ensure", "sync", "remove", "set")
}

// isStatusWrite reports whether a call writes an object's status: by the client, or as the name of a function of the package says that
// makes requests.
func (f *function) isStatusWrite(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || f.writesStatus(call) {
		return fn != nil
	}
	decl := f.decls[fn.Origin()]
	return decl != nil && (acts(call) && strings.HasSuffix(lastName(call), "status") && f.asksFar(fn) || f.onlyStatus(decl.Body))
}

// onlyStatus reports whether a body writes a status, and makes no other request but to get the object.
func (f *function) onlyStatus(body *ast.BlockStmt) bool {
	writes, more := false, false
	for call := range syntax.All[*ast.CallExpr](body) {
		status, fn := f.writesStatus(call), syntax.Called(f.info, call)
		writes = writes || status
		more = more || !status && f.source(call) != local && lastName(call) != "get" && (fn == nil || syntax.ReturnsError(fn.Signature()))
	}
	return writes && !more
}

// writesStatus reports whether a call writes an object's status by a client, or as its name says in another package.
func (f *function) writesStatus(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil && known.StatusWriters[symbol.OfType(code.Deref(recv.Type()))] {
		return true
	}
	named := f.decls[fn.Origin()] == nil && acts(call) && strings.Contains(lastName(call), "status") && f.runs()
	from := sourceOf(f.info, call)
	return from == remote && fn.Name() == "UpdateStatus" || from == action && named
}
