package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// saysIgnored matches the usage of flags that are meant to do nothing.
var saysIgnored = regexp.MustCompile(`(?i)deprecat|ignored|no longer|no effect|no-op|noop|unused|not used|obsolete|compatib`)

// unreadFlag looks at a call that defines a flag for a variable or a field which nothing reads, where this package has all its uses:
// whoever sets the flag changes nothing. Of numbers of workers and rates of clients the judge tells, who follows them.
func (p *program) unreadFlag(call *ast.CallExpr) {
	flag, kind := p.flagOf(call)
	if kind != known.FlagVar {
		return
	}
	usage, told := syntax.Text(p.info, call.Args[len(call.Args)-1])
	set := syntax.Address(call.Args[0])
	v, ok := syntax.Object(p.info, set).(*types.Var)
	if !ok || ast.Unparen(call.Args[0]) == set || !told || saysIgnored.MatchString(usage) || !p.hasAllUses(v) {
		return
	}
	setting := func() bool { return p.asksSetting(flag) }
	if (known.IsClientRateName(flag) || aboutWorkers(flag)) && !setting() {
		return
	}
	for at := range syntax.Uses(p.pass, v) {
		sets := at.ParentEdgeKind() == edge.AssignStmt_Lhs || at.ParentEdgeKind() == edge.KeyValueExpr_Key
		if at.Node() != ast.Node(set) && !sets {
			return
		}
	}
	if (!p.spells(flag, call) || setting()) && // settings are no flags unless these are bound: vain, settings
		!syntax.Spelled(p.pass, "BindPFlags", "BindPFlag", "Visit", "VisitAll") { // which hand all flags to code that knows them by name
		p.found(Mistake{Pos: call.Pos(), Kind: UnreadFlag, Text: flag, Expr: set})
	}
}

// asksSetting reports whether the package asks for a setting of a name.
func (p *program) asksSetting(name string) bool {
	return slices.ContainsFunc(p.pass.Files, func(file *ast.File) bool {
		return syntax.Any(file, func(get *ast.CallExpr) bool {
			if known.Func(syntax.CalledName(p.info, get)) != known.SettingValue {
				return false
			}
			key, ok := syntax.Text(p.info, get.Args[len(get.Args)-1])
			return ok && key == name
		})
	})
}

// hasAllUses reports whether no other package can name a variable or a field, and no file that is left out on this system.
func (p *program) hasAllUses(v *types.Var) bool {
	if v.Pkg() != p.pass.Pkg {
		return false
	}
	if !v.IsField() && v.Parent() != v.Pkg().Scope() {
		return true
	}
	return (!v.Exported() || v.Pkg().Name() == "main") && !slices.ContainsFunc(p.pass.IgnoredFiles, func(file string) bool {
		return !strings.HasSuffix(file, "_test.go")
	})
}

// spells reports whether the package has the name of a flag at another place too, where it may be read by its name.
func (p *program) spells(flag string, but *ast.CallExpr) bool {
	for at := range syntax.Preorder(p.pass, (*ast.BasicLit)(nil)) {
		lit := at.Node().(*ast.BasicLit)
		if lit.Kind == token.STRING && strings.Trim(lit.Value, "\"`") == flag && !syntax.Within(but, lit) {
			return true
		}
	}
	return false
}

// unreadOptions looks for the fields of reconcilers that are named as those of a controller's options and set, and that nothing reads,
// though the reconciler sets itself up. See testdata unread.
func (p *program) unreadOptions(setup *ast.FuncDecl) {
	fn := p.info.Defs[setup.Name].(*types.Func)
	if setup.Recv == nil || !syntax.AnyType(fn.Signature().Params(), known.IsManager) {
		return
	}
	of, ok := types.Unalias(code.Deref(fn.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return
	}
	fields, ok := of.Origin().Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range fields.Fields() {
		if f.Name() != workers && f.Name() != "RateLimiter" || f.Embedded() || !p.leavesOut(setup, f.Name()) {
			continue
		}
		set, read := false, false
		for at := range syntax.Preorder(p.pass, (*ast.Ident)(nil)) {
			id := at.Node().(*ast.Ident)
			if v, ok := p.info.Uses[id].(*types.Var); !ok || v.Origin() != f {
				continue
			}
			if at.ParentEdgeKind() == edge.SelectorExpr_Sel {
				at = at.Parent()
			}
			sets := at.ParentEdgeKind() == edge.AssignStmt_Lhs || at.ParentEdgeKind() == edge.KeyValueExpr_Key
			set, read = set || sets, read || !sets
		}
		if set && !read {
			p.found(Mistake{Pos: setup.Name.Pos(), Kind: UnreadOption, Text: of.Obj().Name() + "." + f.Name()})
		}
	}
}

// leavesOut reports whether a function completes a controller, and has no options for it from its callers, nor some of its own with a
// field.
func (p *program) leavesOut(setup *ast.FuncDecl, field string) bool {
	options := func(t types.Type) bool {
		return known.Untyped(symbol.OfType(t)) == known.Controller+".Options"
	}
	completes := syntax.Any(setup.Body, func(call *ast.CallExpr) bool {
		return p.builds(call) == "Complete" || p.builds(call) == "Build"
	})
	return completes && !syntax.Any(setup, func(e ast.Expr) bool {
		lit, ok := e.(*ast.CompositeLit)
		v := syntax.Var(p.info, e)
		return v != nil && options(v.Type()) || ok && options(p.info.TypeOf(lit)) && syntax.Field(lit, field) != nil
	})
}
