package fix

import (
	"cmp"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// The packages of the limiters that rllint recommends, and their modules.
const (
	RuntimeModule   = "github.com/rllint/rllint/runtime"
	RuntimePackage  = known.Runtime
	RuntimeName     = "ratelimiter"
	PriorityPackage = RuntimeModule + "/priority" // and its module
	priorityName    = "priority"
)

// A Limiting is how one controller is to be limited with the runtime.
type Limiting struct {
	Limits string // an expression for the limits, where the controller is created
	// Workers is the number that the controller has without options of its own, "" for that of the limits.
	Workers string
	Unset   bool // no options of its own set the number, whatever they are
	// Elsewhere says that the number comes from the manager or is not known, so that a controller may be given none.
	Elsewhere bool
	// Priorities says that the controller's queue keeps priorities without the limits.
	Priorities bool
}

// LimitingOf returns how a controller is to be limited so that it keeps the number of workers and the priorities that it
// has.
func LimitingOf(c *model.Controller, limits string) Limiting {
	l := Limiting{Limits: limits, Workers: "1", Priorities: semver.Compare(c.Version, firstPriorities) >= 0}
	switch limit := c.Limits[judge.Concurrency]; {
	case limit.Verdict == judge.Rate:
		l.Workers = ""
	case limit.Verdict == judge.Const:
		l.Workers = limit.Value
	case limit.Verdict == judge.Unset:
		l.Unset = true
	case limit.Level != "controller":
		l.Elsewhere = true
	}
	return l
}

// firstPriorities is the first version of controller-runtime whose queues keep priorities if nobody chooses.
const firstPriorities = "v0.23.0"

// Limit works out how to limit the controller that is created at a position: the runtime's call takes the place of
// the one that creates it.
//
// An error says, for people, why it cannot be done.
func (l *Limiting) Limit(pass *analysis.Pass, pos token.Pos) ([]analysis.TextEdit, error) {
	s, ok := In(pass).site(pos)
	if !ok {
		return nil, errors.New("it is created through a function value, or its file is made from another")
	}
	reconciler, want := s.reconciler()
	if reconciler == nil {
		return nil, errors.New("its reconciler is not passed where it is created")
	}
	given, err := s.givenOptions()
	if err != nil {
		return nil, err
	}
	if l.Elsewhere && !given.kept && !given.workers {
		return nil, errors.New("its number of workers comes from the manager's options, or is not known; use -workers to let the rate decide")
	}
	qualifier, edits := s.use(RuntimePackage, RuntimeName)
	arguments := ", " + l.Limits
	if given.text != "" {
		arguments += ", " + qualifier + ".WithControllerOptions(" + given.text + ")"
	}
	if l.Workers != "" && !given.workers && (!given.kept || l.Unset) {
		arguments += ", " + qualifier + ".WithWorkers(" + l.Workers + ")"
	}
	if l.Priorities && !given.noPriorities || given.priorities {
		queue, imports, err := s.priorityQueue(want)
		if err != nil {
			return nil, err
		}
		edits = append(edits, imports...)
		arguments += ", " + qualifier + ".WithQueue(" + queue + ")"
	}
	call, err := s.limitedCall(reconciler, qualifier, arguments)
	return slices.Concat(edits, given.edits, call), err
}

// limitedCall puts the runtime's call in the place of the site's, with the arguments that follow the reconciler or
// the options.
func (s *site) limitedCall(reconciler ast.Expr, qualifier, arguments string) ([]analysis.TextEdit, error) {
	if s.kind == known.NewController {
		if name := calleeName(s.call).Name; name != "New" && name != "NewTyped" || len(s.call.Args) != 3 {
			return nil, errors.New("it is created without a manager")
		}
		return []analysis.TextEdit{
			{Pos: s.call.Fun.Pos(), End: s.call.Fun.End(), NewText: []byte(qualifier + ".NewController")},
			Insert(s.call.Args[2].End(), arguments),
		}, nil
	}
	sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, errors.New("its builder cannot be followed")
	}
	function := "Complete"
	if s.kind == known.BuilderBuild {
		function = "Build"
	}
	for _, group := range s.file.Comments {
		if sel.Sel.Pos() <= group.Pos() && group.Pos() < s.call.End() && !syntax.Within(reconciler, group) {
			return nil, errors.New("there is a comment where it is created")
		}
	}
	before, gap, _ := strings.Cut(string(s.source[s.offset(sel.X.End()):s.offset(sel.Sel.Pos())]), ".")
	if strings.TrimSpace(before) != "" {
		return nil, errors.New("there is a comment where it is created")
	}
	// Between the dot and the name stands the end of a line, where the chain has a line for each call, with the comment at its end.
	gap = strings.ReplaceAll(cmp.Or(gap, " "), "\r\n", "\n")
	return []analysis.TextEdit{
		Insert(sel.X.Pos(), qualifier+"."+function+"("),
		{Pos: sel.X.End(), End: s.call.End(), NewText: []byte("," + gap + s.text(reconciler) + arguments + ")")},
	}, nil
}

// priorityQueue returns the queue that keeps priorities, for requests of the reconciler's type, with the edits that
// import it.
func (s *site) priorityQueue(reconciler types.Type) (string, []analysis.TextEdit, error) {
	unknown := errors.New("its type of requests cannot be written there")
	t, ok := types.Unalias(reconciler).(*types.Named)
	if !ok || t.TypeArgs().Len() != 1 {
		return "", nil, unknown
	}
	request, ok := types.Unalias(t.TypeArgs().At(0)).(*types.Named)
	if !ok || request.TypeArgs().Len() > 0 || request.Obj().Parent() != request.Obj().Pkg().Scope() {
		return "", nil, unknown
	}
	queue, edits := s.use(PriorityPackage, priorityName)
	name := request.Obj().Name()
	switch pkg := request.Obj().Pkg(); {
	case pkg == s.pass.Pkg:
	case symbol.Of(request.Obj()) == known.Reconcile+".Request" && s.imports(known.ControllerRuntime) != "":
		name = s.imports(known.ControllerRuntime) + "." + name
	default:
		qualifier, imports := s.use(pkg.Path(), pkg.Name())
		name, edits = qualifier+"."+name, append(edits, imports...)
	}
	return queue + ".Queue[" + name + "]", edits, nil
}

// IsLimited reports whether the controller that is created at a position is one that the runtime limits: by its own
// call, or by the reconciler that it is given.
func IsLimited(pass *analysis.Pass, pos token.Pos) bool {
	s, ok := In(pass).site(pos)
	if !ok {
		return false
	}
	if syntax.CalledName(pass.TypesInfo, s.call).In(RuntimePackage) {
		return true
	}
	reconciler, _ := s.reconciler()
	if reconciler == nil {
		return false
	}
	return symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(reconciler))) == RuntimePackage+".Reconciler"
}

// besideName returns the link of a chain that the options are set after.
func (s *site) besideName(chain ast.Expr, links []*ast.CallExpr) ast.Expr {
	at := chain
	for _, link := range links {
		// Beside the name is where people look for it. A builder kept in a variable may be named
		// in another statement, on some ways only.
		if s.kindOf(link) == known.BuilderNamed && syntax.Within(chain, link) {
			at = link
		}
	}
	return at
}

// Above returns where a statement or declaration starts, or the comment that stands right above it.
func Above(pass *analysis.Pass, n ast.Node) token.Pos {
	comment := syntax.CommentAbove(pass, n.Pos())
	if comment == nil || pass.Fset.Position(comment.Pos()).Column != pass.Fset.Position(n.Pos()).Column { // behind other code
		return n.Pos()
	}
	return comment.Pos()
}

// Import returns the name of a package in the file at a position, and the edits that import it if it is not.
func Import(pass *analysis.Pass, pos token.Pos, importPath, name string) (string, []analysis.TextEdit, bool) {
	p, ok := In(pass).at(pos)
	if !ok {
		return "", nil, false
	}
	local, edits := p.use(importPath, name)
	return local, edits, true
}

// IsFalse reports whether the last word of an expression says no, as in ptr.To(false).
func IsFalse(e ast.Expr) bool {
	text := types.ExprString(e)
	return text == "false" || strings.HasSuffix(text, "(false)")
}
