package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// readEarly looks at a call that defines a flag for a local variable which the function reads before it parses the flags: the flag has its
// default there, whatever the user says. What defines other flags may take that default. See testdata vain.
func (p *program) readEarly(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	if syntax.CalledName(p.info, call).IsMethod() {
		return // of a set that is parsed by itself
	}
	flag, v, pointer := p.definedFlag(at)
	fn := enclosing(at)
	if v == nil || v.Parent() == p.pass.Pkg.Scope() || fn == nil {
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
		p.found(Mistake{Pos: use.Node().Pos(), Kind: ReadEarly, Text: flag, Expr: parse})
		return
	}
}

// readAsBuilt looks at a call that defines a flag, by a set of a command of cobra's for a variable of the function that builds the command,
// or in the package for a variable of it: whether the function, or another variable of the package, reads it at once. See testdata vain,
// and for numbers of workers reads.txt.
func (p *program) readAsBuilt(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	flag, v, _ := p.definedFlag(at)
	fn := enclosing(at)
	if v == nil || fn != nil && !(now(at, fn) && p.ofCommand(call, fn)) || fn == nil && v.Parent() != p.pass.Pkg.Scope() {
		return
	}
	pointer := code.IsPointer(v.Type())
	for use := range syntax.Uses(p.pass, v) {
		in := enclosing(use)
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs || use.ParentEdgeKind() == edge.UnaryExpr_X || p.defines(use) ||
			pointer && (use.ParentEdgeKind() != edge.StarExpr_X || use.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs) ||
			in != fn || fn != nil && (!now(use, fn) || use.Node().Pos() < call.End()) || fn == nil && syntax.InLiteral(use) {
			continue
		}
		m := Mistake{Pos: use.Node().Pos(), Kind: ReadAsBuilt, Text: flag}
		if fn == nil && (aboutWorkers(flag) || ofWorkers(use)) {
			value := use.Parent() // where it points to
			if !known.Imports(p.pass.Pkg, known.Controller) || syntax.OnlyGiven(p.pass, v) != ast.Expr(call) ||
				value.ParentEdgeKind() != edge.ValueSpec_Values && !ofWorkers(use) {
				continue
			}
			m.Pos, m.Kind = value.Node().Pos(), BeforeParse
		}
		p.found(m)
		return
	}
}

// definedFlag returns the name of the flag that a call defines, a constant, the variable that has its value, and whether this has it by
// pointer; nil for a call that defines none, or for a field.
func (p *program) definedFlag(at inspector.Cursor) (flag string, v *types.Var, pointer bool) {
	call := at.Node().(*ast.CallExpr)
	flag, kind := p.flagOf(call)
	switch kind {
	case known.FlagVar:
		if to := syntax.Address(call.Args[0]); to != ast.Unparen(call.Args[0]) {
			v = syntax.Var(p.info, to)
		}
	case known.FlagPointer:
		v, pointer = p.holder(at), true
	}
	if v == nil || v.IsField() {
		return "", nil, false
	}
	return flag, v, pointer
}

// holder returns the variable that alone is given what a call returns, nil if there is none.
func (p *program) holder(at inspector.Cursor) *types.Var {
	value := at.Node().(ast.Expr)
	switch to := at.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(to.Lhs) == len(to.Rhs) {
			return syntax.Var(p.info, to.Lhs[slices.Index(to.Rhs, value)])
		}
	case *ast.ValueSpec:
		if len(to.Names) == len(to.Values) {
			return syntax.Var(p.info, to.Names[slices.Index(to.Values, value)])
		}
	}
	return nil
}

// ofWorkers reports whether something stands in the value of the field for a number of workers.
func ofWorkers(at inspector.Cursor) bool {
	for field := range at.Enclosing((*ast.KeyValueExpr)(nil)) {
		return syntax.Is(field.Node().(*ast.KeyValueExpr).Key, workers)
	}
	return false
}

// ofCommand reports whether a call is of a set of flags that belongs to a command of cobra's which a function builds.
func (p *program) ofCommand(call *ast.CallExpr, fn *ast.FuncDecl) bool {
	set, _ := syntax.Selected(call.Fun)
	of, ok := syntax.Resolve(p.pass, set).(*ast.CallExpr)
	if !ok {
		return false
	}
	cmd, method := syntax.Selected(of.Fun)
	return strings.HasSuffix(method, "Flags") && symbol.OfType(code.Deref(p.info.TypeOf(cmd))) == "github.com/spf13/cobra.Command" &&
		syntax.Any(fn.Body, func(lit *ast.CompositeLit) bool {
			return symbol.OfType(p.info.TypeOf(lit)) == "github.com/spf13/cobra.Command"
		})
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
		if !p.parses(parse) && (decl == nil || !syntax.AnyNow(decl.Body, p.parses)) {
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
