package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// tells reports whether a call only tells people or metrics of something: it deals with nothing.
func tells(info *types.Info, call *ast.CallExpr) bool {
	fn := syntax.Called(info, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil {
		name := symbol.OfType(code.Deref(recv.Type())).Last()
		handlesErrors := types.IsInterface(recv.Type()) && fn.Signature().Results().Len() == 0 && fn.Signature().Params().Len() > 0 &&
			syntax.IsError(fn.Signature().Params().At(0).Type()) && !answersHTTP(recv.Type()) // who does brings nothing back
		if handlesErrors || strings.Contains(strings.ToLower(name), "log") || strings.HasSuffix(name, "EventRecorder") ||
			strings.HasPrefix(fn.Pkg().Path(), "github.com/prometheus/") {
			return true
		}
	}
	switch path, name := fn.Pkg().Path(), strings.ToLower(fn.Name()); {
	case strings.Contains(path+"/", "log/") && begins(name, "error", "warn", "info", "debug") && (fn.Signature().Results().Len() == 0 ||
		syntax.ReturnsError(fn.Signature())): // which it may make of what it told
		return true
	case path == "fmt":
		return strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint")
	default:
		return path == "log" || path == "log/slog" || strings.HasPrefix(path, "k8s.io/klog") || known.ReportsErrors(symbol.Of(fn)) ||
			loggers[path[strings.LastIndexByte(path, '/')+1:]]
	}
}

// answersHTTP reports whether a type is one of what answers a request over HTTP, so that whoever asked hears of an error: losterrors,
// served.
func answersHTTP(t types.Type) bool {
	writes, _, _ := types.LookupFieldOrMethod(t, true, nil, "WriteHeader")
	return writes != nil
}

// loggers are the last parts of the paths of packages that write logs, whatever their types are called.
var loggers = map[string]bool{"logrus": true, "zerolog": true, "glog": true, "zap": true, "logr": true, "logging": true}

// texts are packages whose functions make text of what they are given.
var texts = map[string]bool{"fmt": true, "errors": true, "strings": true, "strconv": true, "time": true}

// doesMore reports whether a node is a call that does more than to make a text or a delay, or to answer that all is done.
func (f *function) doesMore(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || f.info.Types[call.Fun].IsType() || f.answersEmpty(call) || tells(f.info, call) || paths.IsDuration(f.info.TypeOf(call)) {
		return false
	}
	return !f.makesText(call)
}

// makesText reports whether a call is of a function that makes text of what it is given.
func (f *function) makesText(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	return fn != nil && fn.Pkg() != nil && texts[fn.Pkg().Path()]
}

// idle reports whether a statement does nothing about an error but tell of it.
func (f *function) idle(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return true
	case *ast.ExprStmt:
		call := syntax.CallOf(s)
		return call != nil && (tells(f.info, call) || f.tellsFor(call)) && !begins(lastName(call), "fatal", "panic")
	case *ast.AssignStmt: // of a text or a logger to a variable of its own
		if call := f.thrown(s); call != nil && tells(f.info, call) {
			return true
		}
		if len(s.Lhs) == 1 && f.wraps(s, f.errorOf(s.Lhs[0])) {
			return true // the same error with more words
		}
		return s.Tok == token.DEFINE && every(s.Lhs, func(e ast.Expr) bool { return !syntax.Is(e, "_") }) &&
			every(s.Rhs, func(e ast.Expr) bool {
				call, ok := ast.Unparen(e).(*ast.CallExpr)
				return ok && (f.makesText(call) || tells(f.info, call))
			})
	}
	return false
}

// thrown returns the call of a statement that throws all of its results away, an error among them.
func (f *function) thrown(s ast.Stmt) *ast.CallExpr {
	call := callOf(s)
	if assign, ok := s.(*ast.AssignStmt); call == nil || ok && !every(assign.Lhs, func(to ast.Expr) bool { return syntax.Is(to, "_") }) {
		return nil
	}
	if fn := syntax.Called(f.info, call); fn == nil || !syntax.ReturnsError(fn.Signature()) || f.waitsForNone(call, fn) {
		return nil
	}
	return call
}

// waitsForNone reports whether a call waits for a group of goroutines, and those that the function begins in it never return an error:
// queueprogram.
func (f *function) waitsForNone(wait *ast.CallExpr, fn *types.Func) bool {
	if symbol.Of(fn) != errgroup+".Group.Wait" {
		return false
	}
	begun, fails := false, false
	group, _ := syntax.Selected(wait.Fun)
	for call := range syntax.All[*ast.CallExpr](f.decl.Body) {
		if called := syntax.Called(f.info, call); called == nil || called.Pkg() != fn.Pkg() || !strings.HasSuffix(called.Name(), "Go") {
			continue
		}
		if of, _ := syntax.Selected(call.Fun); syntax.Object(f.info, of) != syntax.Object(f.info, group) {
			continue
		}
		lit, ok := ast.Unparen(call.Args[0]).(*ast.FuncLit)
		begun = true
		fails = fails || !ok || syntax.AnyNow(lit.Body, func(ret *ast.ReturnStmt) bool { return len(ret.Results) != 1 || !isNil(ret.Results[0]) })
	}
	return begun && !fails
}

// tellsFor reports whether a call is of a function of the package that does nothing but tell of what it is handed. Functions that this one
// calls for that do not count, so that the search ends.
func (f *function) tellsFor(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || fn.Signature().Results().Len() > 0 || f.decls[fn.Origin()] == nil {
		return fn != nil && fn.Signature().Results().Len() == 0 && begins(lastName(call), "log", "emit", "event", "warn", "notify", "audit")
	}
	body := f.decls[fn.Origin()].Body.List
	return len(body) > 0 && every(body, func(s ast.Stmt) bool {
		if inner := syntax.CallOf(s); inner != nil {
			return tells(f.info, inner)
		}
		_, counts := s.(*ast.IncDecStmt)
		return counts || f.idle(s)
	})
}

// A source says where an error comes from.
type source int

const (
	local  source = iota // from a computation: to do it again gives the same
	action               // from a function that is handed a context, or a request of the standard library's
	remote               // from a request to the API server
)

// sourceOf returns what the error of a call comes from. Another try may go well only where something outside the
// process was asked.
func sourceOf(info *types.Info, call *ast.CallExpr) source {
	call = madeBy(call)
	fn := syntax.Called(info, call)
	if sig, ok := info.TypeOf(call.Fun).(*types.Signature); fn == nil && ok && handsContext(sig) {
		return action // through a variable
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		from := local
		for inner := range syntax.All[*ast.CallExpr](lit.Body) {
			name := syntax.CalledName(info, inner)
			if name.In(known.Workqueue) && (name.Last() == "Done" || name.Last() == "Forget") {
				return local // of a worker: RL6008 says it, queues, counted
			}
			from = max(from, sourceOf(info, inner))
		}
		return from
	}
	if fn == nil || fn.Pkg() == nil || judges(fn.Name()) {
		return local
	}
	path, sym := fn.Pkg().Path(), symbol.Of(fn)
	switch {
	case known.Responds(fn), known.AsksDatabase(sym):
		return action
	case path == retry:
		return remote // it is for requests to the API server, whatever it calls
	case strings.Contains(path, "/clientset/"):
		return remote // of another API, as generated
	case path == errgroup:
		return action // what its functions come to
	case known.Caches(path), strings.HasPrefix(path, "k8s.io/client-go/informers"):
		return local // or what hands out informers, which asks nobody
	case path == known.ControllerRuntime+"/pkg/client", strings.HasPrefix(path, "k8s.io/client-go/") && fn.Signature().Recv() != nil:
		return remote
	case syntax.AnyType(fn.Signature().Results(), func(t types.Type) bool {
		return strings.HasPrefix(string(symbol.OfType(t)), "go.opentelemetry.io/")
	}): // spans only tell of what is done
		return local
	case fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()):
		return action // of what is wrapped: backoff, wrapped
	case known.Foundation(path), !strings.Contains(path, "."): // or the standard library's
		return local
	}
	if handsContext(fn.Signature()) {
		return action
	}
	return local
}

// handsContext reports whether a function is handed a context.
func handsContext(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), func(t types.Type) bool {
		return strings.HasSuffix(string(symbol.OfType(code.Deref(t)).Last()), "Context")
	})
}

// The packages of functions that return the errors of function literals.
const (
	retry    = "k8s.io/client-go/util/retry"
	errgroup = "golang.org/x/sync/errgroup"
)

// judges reports whether a function of a name looks at something that is given, and so says the same of it next time.
func judges(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "valid") || begins(name, "parse", "is", "has", "check", "verify", "decode", "unmarshal", "convert", "to",
		"new", "must", "assert", "lookup")
}

// begins reports whether a name begins with one of several words.
func begins(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(name, word) })
}

// releases reports whether a call is of a function that its name says to give up what the process has.
func releases(call *ast.CallExpr) bool {
	return begins(lastName(call), "close", "stop", "cancel", "release", "unlock")
}

// announces reports whether a call is of a function that its name says to tell of something.
func announces(call *ast.CallExpr) bool {
	return begins(lastName(call), "record", "emit", "report", "notify", "send", "publish", "log", "track", "observe", "event", "audit",
		"alert", "post", "push")
}
