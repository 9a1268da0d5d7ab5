package requeue

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Add adds the functions with the delays to the code of a package. File gives the name that a file of a position gets.
func Add(pass *analysis.Pass, pkg *code.Package, file func(string) string) {
	if !known.Imports(pass.Pkg, known.Reconcile, known.ControllerRuntime) {
		return
	}
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !returnsResult(fn.Signature()) {
			continue
		}
		f := &function{pass: pass, file: file, decl: decl, regs: make(map[types.Object]int), body: &code.Body{Blocks: make([]code.Block, 1)}}
		out := &code.Func{Sym: known.DelaysOf(symbol.Of(fn)), Pos: f.pos(decl.Pos()), Pkg: pkg}
		for _, p := range params(fn.Signature()) {
			f.regs[p] = out.Params
			out.Params++
			out.ParamNames, out.ParamTypes = append(out.ParamNames, p.Name()), append(out.ParamTypes, code.TypeString(p.Type()))
		}
		f.body.Regs = out.Params
		if f.write(); len(f.body.Blocks[0].Instrs) > 1 || fn.Name() == "Reconcile" {
			out.SetBody(f.body)
			pkg.Funcs[out.Sym] = out
		}
	}
}

// params returns the parameters of a function, its receiver first.
func params(sig *types.Signature) (list []*types.Var) {
	if sig.Recv() != nil {
		list = append(list, sig.Recv())
	}
	return slices.AppendSeq(list, sig.Params().Variables())
}

// returnsResult reports whether a function returns a Result, or a pointer to one, among others.
func returnsResult(sig *types.Signature) bool {
	return syntax.AnyType(sig.Results(), func(t types.Type) bool { return known.IsResult(code.Deref(t)) })
}

// write writes the code.
func (f *function) write() {
	ast.PreorderStack(f.decl.Body, nil, func(n ast.Node, around []ast.Node) bool {
		if len(around) > 0 && f.failed(n, around[len(around)-1]) {
			return false
		}
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return !syntax.Fails(f.pass.TypesInfo, n)
		case *ast.CompositeLit:
			if after := syntax.Field(n, "RequeueAfter"); after != nil && known.IsResult(f.typeOf(n)) {
				f.delay(after)
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				if ok && len(n.Lhs) == len(n.Rhs) && sel.Sel.Name == "RequeueAfter" && known.IsResult(code.Deref(f.typeOf(sel.X))) {
					f.delay(n.Rhs[i])
				}
			}
		case *ast.CallExpr:
			f.helper(n)
		}
		return true
	})
	f.add(code.Instr{Op: code.OpReturn, Dst: -1})
}

// delay hands a delay on.
func (f *function) delay(e ast.Expr) {
	for _, arg := range f.values(e) {
		f.call(string(known.Delay), e.Pos(), 0, arg)
	}
}

// helper calls what has the delays of a function that is called for its Result.
func (f *function) helper(call *ast.CallExpr) {
	sig, ok := f.typeOf(call.Fun).(*types.Signature)
	if !ok || !returnsResult(sig) {
		return
	}
	fn := syntax.Called(f.pass.TypesInfo, call)
	switch {
	case fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()):
		f.call(string(known.Delay), call.Pos(), 0, f.unknown("what a function value or an interface's method asks for", call.Pos()))
		return
	case fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()):
		return
	}
	f.call(string(known.DelaysOf(symbol.Of(fn))), call.Pos(), 0, f.args(call, fn, f.arg)...)
}
