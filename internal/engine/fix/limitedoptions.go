package fix

import (
	"errors"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

const queueField = "NewQueue"

// Options are how a controller gets the options of its limited reconciler.
type limitedOptions struct {
	edits   []analysis.TextEdit
	workers string   // that it is given now, "" if none
	before  []string // statements that must come before
	kept    bool     // it keeps the options that it has, and gets the queue beside them
	at      ast.Node // where it gets them, if that comes before the site; nil for the site
}

// options returns how a controller gets the options of a limited reconciler.
func (l *Limiting) options(s *site, limited string) (limitedOptions, error) {
	all := limited + ".ControllerOptions()"
	if s.kind == known.NewController {
		lit, ok := ast.Unparen(s.call.Args[len(s.call.Args)-1]).(*ast.CompositeLit)
		if !ok {
			return limitedOptions{}, errors.New("its options are not written where it is created")
		}
		if number, only := s.onlyWorkers(lit, "Reconciler"); only {
			edit := analysis.TextEdit{Pos: lit.Pos(), End: lit.End(), NewText: []byte("options")}
			return limitedOptions{
				edits: []analysis.TextEdit{edit}, workers: number,
				before: []string{"options := " + all, "options.Reconciler = " + limited},
			}, nil
		}
		return l.beside(s, lit, all)
	}
	given := s.optionCalls()
	if last := slices.IndexFunc(given, func(call *ast.CallExpr) bool { return within(s.call, call) }); last >= 0 {
		given = given[last : last+1] // it replaces what was set before
	}
	switch {
	case len(given) == 0:
		sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
		if !ok {
			return limitedOptions{}, errors.New("its builder cannot be followed")
		}
		at := s.besideName(sel.X, s.chain())
		return limitedOptions{edits: []analysis.TextEdit{insert(at.End(), s.separator(at)+"WithOptions("+all+")")}}, nil
	case len(given) == 1 && len(given[0].Args) == 1:
		out, err := l.inPlaceOf(s, given[0].Args[0], all)
		if !within(s.call, given[0]) {
			out.at = given[0]
		}
		return out, err
	}
	return limitedOptions{}, errors.New("its options are set in several places")
}

// inPlaceOf gives the controller the options of its limited reconciler in the place of others.
func (l *Limiting) inPlaceOf(s *site, arg ast.Expr, all string) (limitedOptions, error) {
	lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
	if !ok {
		return l.onto(s, arg, all)
	}
	number, only := s.onlyWorkers(lit)
	if !only {
		return l.beside(s, lit, all)
	}
	edits := []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(all)}}
	return limitedOptions{edits: append(edits, s.dropUnused(lit, nil)...), workers: number}, nil
}

// onlyWorkers returns the number of workers that options set which set nothing else, but for the fields given,
// and reports whether there are such.
func (s *site) onlyWorkers(lit *ast.CompositeLit, others ...string) (string, bool) {
	number := ""
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return "", false
		}
		switch key := keyName(kv); {
		case key == workersField:
			if number, ok = s.text(kv.Value); !ok {
				return "", false
			}
		case !slices.Contains(others, key):
			return "", false
		}
	}
	return number, !s.hasComment(lit)
}

// beside adds what limits the controller to options that set other fields too.
func (l *Limiting) beside(s *site, lit *ast.CompositeLit, all string) (limitedOptions, error) {
	missing := []string{queueField, limiterField}
	if l.Workers == "" {
		missing = append(missing, workersField)
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return limitedOptions{}, errors.New("its options have no names")
		}
		if keyName(kv) == queueField {
			return limitedOptions{}, errors.New("it has a queue of its own")
		}
		missing = slices.DeleteFunc(missing, func(field string) bool { return field == keyName(kv) })
	}
	slices.Sort(missing)
	last := lit.Elts[len(lit.Elts)-1]
	text, own := "", s.pass.Fset.Position(last.End()).Line != s.pass.Fset.Position(lit.Rbrace).Line
	for i, field := range missing {
		if i > 0 && own {
			text += ",\n" + s.indent(last)
		} else if i > 0 {
			text += ", "
		}
		text += field + ": " + all + "." + field
	}
	return limitedOptions{edits: []analysis.TextEdit{s.addElement(lit, text)}, kept: true}, nil
}

// onto adds what limits the controller to options that come from elsewhere: to the variable that has them, or to a
// copy.
func (l *Limiting) onto(s *site, arg ast.Expr, all string) (limitedOptions, error) {
	t := code.TypeString(s.pass.TypesInfo.TypeOf(arg))
	if base := code.BaseType(t); t[0] == '*' || base != known.Controller+".Options" && base != known.Controller+".TypedOptions" {
		return limitedOptions{}, errors.New("its options are of another type")
	}
	if s.setsQueue() {
		return limitedOptions{}, errors.New("it may have a queue of its own")
	}
	source, ok := s.text(arg)
	if !ok || s.hasComment(arg) {
		return limitedOptions{}, errors.New("its options have comments")
	}
	out := limitedOptions{kept: true}
	variable := source
	if id, ok := ast.Unparen(arg).(*ast.Ident); !ok || !s.isLocal(id) {
		variable = s.freshName("options", l.Used)
		out.before = append(out.before, variable+" := "+source)
		out.edits = []analysis.TextEdit{{Pos: arg.Pos(), End: arg.End(), NewText: []byte(variable)}}
	}
	fields := []string{queueField}
	if l.NoLimiter {
		fields = append(fields, limiterField)
	}
	for _, field := range fields {
		out.before = append(out.before, variable+"."+field+" = "+all+"."+field)
	}
	return out, nil
}

// isLocal reports whether a name is that of a variable of the function at the site, not one around it.
func (s *site) isLocal(id *ast.Ident) bool {
	obj := s.pass.TypesInfo.Uses[id]
	_, isVar := obj.(*types.Var)
	return isVar && s.function.Pos() <= obj.Pos() && obj.Pos() < s.function.End()
}

// setsQueue reports whether anything in the package sets the queue of a controller, but to one of the runtime.
func (s *site) setsQueue() bool {
	found := false
	for _, file := range s.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				return len(n.Rhs) != 1 || !s.isRuntimeQueue(n.Rhs[0])
			case *ast.KeyValueExpr:
				return !s.isRuntimeQueue(n.Value)
			case *ast.Ident:
				v, ok := s.pass.TypesInfo.Uses[n].(*types.Var)
				found = found || ok && n.Name == queueField && v.IsField() && v.Pkg().Path() == known.Controller
			}
			return !found
		})
	}
	return found
}

// isRuntimeQueue reports whether an expression is the queue of a limited reconciler.
func (s *site) isRuntimeQueue(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(s.pass.TypesInfo, call).(*types.Func)
	return ok && symbol.Of(fn) == RuntimePackage+".Reconciler.ControllerOptions"
}
