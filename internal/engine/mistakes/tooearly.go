package mistakes

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// readEarly looks at a call that defines a flag for a local variable which the function reads before it parses the flags: the flag has its
// default there, whatever the user says. What defines other flags may take that default. See testdata vain.
func (p *program) readEarly(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	var name ast.Expr
	var v *types.Var
	pointer := false
	defined := syntax.CalledName(p.info, call)
	if defined.IsMethod() {
		return // of a set that is parsed by itself
	}
	switch known.Func(defined) {
	case known.FlagVar:
		if len(call.Args) > 2 && syntax.Address(call.Args[0]) != ast.Unparen(call.Args[0]) {
			name, v = call.Args[1], syntax.Var(p.info, syntax.Address(call.Args[0]))
		}
	case known.FlagPointer:
		if len(call.Args) < 2 {
			return
		}
		name, pointer = call.Args[0], true
		switch to := at.Parent().Node().(type) {
		case *ast.AssignStmt:
			if len(to.Lhs) == 1 {
				v = syntax.Var(p.info, to.Lhs[0])
			}
		case *ast.ValueSpec:
			if len(to.Names) == 1 {
				v = syntax.Var(p.info, to.Names[0])
			}
		}
	}
	fn := enclosing(at)
	if v == nil || v.IsField() || v.Parent() == p.pass.Pkg.Scope() || fn == nil || p.info.Types[name].Value == nil ||
		p.info.Types[name].Value.Kind() != constant.String {
		return
	}
	parse := p.parsed(fn, call)
	if parse == nil {
		return
	}
	for use := range syntax.Uses(p.pass, v) {
		if use.Node().Pos() < call.End() || use.Node().End() > parse.Pos() || use.ParentEdgeKind() == edge.AssignStmt_Lhs ||
			use.ParentEdgeKind() == edge.UnaryExpr_X && syntax.Address(use.Parent().Node().(ast.Expr)) == use.Node() ||
			pointer && (use.ParentEdgeKind() != edge.StarExpr_X || use.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs) ||
			!now(use, fn) || p.defines(use) {
			continue
		}
		p.found(Mistake{Pos: use.Node().Pos(), Kind: ReadEarly, Text: constant.StringVal(p.info.Types[name].Value), Expr: parse})
		return
	}
}

// configEarly looks at a call that reads the program's config, from where --kubeconfig says, before main parses the flags: itself,
// or in a function of the package that it calls. See testdata vain.
func (p *program) configEarly(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	fn := enclosing(at)
	if p.primitive(call) != known.NewConfig || !p.ofFlag(call) || fn == nil || fn.Name.Name != "main" || !now(at, fn) {
		return
	}
	for parse := range syntax.All[*ast.CallExpr](fn.Body) {
		decl := p.decls[syntax.Called(p.info, parse)]
		if !p.parses(parse) && (decl == nil || decl.Body == nil || !syntax.AnyNow(decl.Body, p.parses)) {
			continue
		}
		if parse.Pos() > call.End() {
			p.found(Mistake{Pos: call.Pos(), Kind: ConfigEarly, Expr: parse})
		}
		return
	}
}

// ofFlag reports whether a call of controller-runtime's reads a config from where its flag says.
func (p *program) ofFlag(call *ast.CallExpr) bool {
	obj := syntax.Object(p.info, call.Fun)
	return obj != nil && strings.HasPrefix(obj.Name(), "GetConfig") &&
		(symbol.Of(obj).In(known.ControllerRuntime) || symbol.Of(obj).In(known.ClientConfig))
}

// parses reports whether a call parses the flags of the program.
func (p *program) parses(call *ast.CallExpr) bool {
	name := syntax.CalledName(p.info, call)
	return name == "flag.Parse" || name == pflag+".Parse"
}

// parsed returns the first call after a place by which a function parses flags itself, nil for none.
func (p *program) parsed(fn *ast.FuncDecl, after ast.Node) *ast.CallExpr {
	var first *ast.CallExpr
	for call := range syntax.All[*ast.CallExpr](fn.Body) {
		if name := syntax.CalledName(p.info, call); call.Pos() > after.End() && name.Last() == "Parse" &&
			(first == nil || call.Pos() < first.Pos()) {
			first = call
		}
	}
	if first == nil || !p.parses(first) {
		return nil
	}
	return first
}

// now reports whether a node stands in a function itself, and in no literal that something may call later.
func now(at inspector.Cursor, fn *ast.FuncDecl) bool {
	for c := range at.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c.Node() == ast.Node(fn)
	}
	return false
}

// defines reports whether a node is part of what defines a flag, or prints its default.
func (p *program) defines(at inspector.Cursor) bool {
	for c := range at.Enclosing((*ast.CallExpr)(nil)) {
		name := syntax.CalledName(p.info, c.Node().(*ast.CallExpr))
		kind := known.Func(name)
		prints := name.In("fmt") && (strings.HasPrefix(name.Last(), "Print") || strings.HasPrefix(name.Last(), "Fprint"))
		if kind == known.FlagVar || kind == known.FlagPointer || prints {
			return true
		}
	}
	return false
}
