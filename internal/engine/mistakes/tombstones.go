package mistakes

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofDeletions looks at what a literal of client-go's handlers has called for deletions.
func (p *program) ofDeletions(lit *ast.CompositeLit) {
	if !symbol.OfType(p.info.TypeOf(lit)).In("k8s.io/client-go/tools/cache") {
		return
	}
	gone := syntax.Field(lit, "DeleteFunc")
	if of, ok := ast.Unparen(syntax.Field(lit, "Handler")).(*ast.CompositeLit); !ok || syntax.Field(of, "DeleteFunc") != nil {
		gone = cmp.Or(gone, syntax.Field(lit, "FilterFunc")) // which is asked about deletions, too: events.txt, filtered
	}
	if sig, body := p.function(gone); body != nil {
		p.deleted(sig, body, 0, 0)
	}
}

// deleted looks for what a function does with the object of a deletion as if it were one of the API. If the watch has missed the deletion,
// it is a DeletedFinalStateUnknown. Functions of the package that are handed it are looked at, too.
func (p *program) deleted(sig *types.Signature, body *ast.BlockStmt, at, depth int) {
	if body == nil || at >= sig.Params().Len() {
		return
	}
	if star := onlyPointed(body); star != nil {
		p.found(Mistake{Pos: star.Pos(), Kind: Tombstone, Text: "pointer"})
		return
	}
	obj := sig.Params().At(at)
	for id := range syntax.All[*ast.Ident](body) {
		if id.Name == tombstone {
			p.assertedBefore(body, obj, id.Pos())
			p.keyedAfter(body, obj, id.Pos())
			p.takenWhole(body, obj)
			return
		}
	}
	keyed := syntax.Spells(body, "DeletionHandlingMetaNamespaceKeyFunc") // which is what counts
	heard := make(map[*ast.TypeAssertExpr]*types.Var)                    // what says whether assertions of its type hold
	for assign := range syntax.All[*ast.AssignStmt](body) {
		if is, ok := ast.Unparen(assign.Rhs[0]).(*ast.TypeAssertExpr); ok && len(assign.Lhs) == 2 && p.isDeleted(is, obj) {
			heard[is] = syntax.Var(p.info, assign.Lhs[1])
		}
	}
	if keyed && (len(heard) > 0 || syntax.Sets(p.info, body, obj)) { // it may be asked for, or taken out
		return
	}
	first := Mistake{Kind: Tombstone} // what comes after it is not reached
	note := func(pos token.Pos, what string) {
		if !first.Pos.IsValid() || pos < first.Pos {
			first.Pos, first.Text = pos, what
		}
	}
	for is, holds := range heard {
		if holds != nil && syntax.Any(body, func(branch *ast.IfStmt) bool {
			if no, ok := branch.Cond.(*ast.UnaryExpr); ok {
				return syntax.Var(p.info, no.X) == holds && p.taken(branch.Body, obj) == 0 && syntax.Returns(branch.Body.List)
			}
			return syntax.Var(p.info, branch.Cond) == holds && branch.Else == nil && len(slices.Collect(syntax.Uses(p.pass, obj))) == 1
		}) {
			note(is.Pos(), "drops")
		}
	}
	if last, _ := syntax.Last[*ast.ExprStmt](body.List); last != nil { // events.txt, none of them
		if call, ok := last.X.(*ast.CallExpr); ok && len(heard) > 0 && syntax.Is(call.Fun, "panic") {
			note(last.Pos(), "panics")
		}
	}
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.TypeSwitchStmt: // events.txt, switched
			if syntax.Any(n.Assign, func(is *ast.TypeAssertExpr) bool { return syntax.Var(p.info, is.X) == obj }) && p.passes(n, body, obj) {
				note(n.Pos(), "drops")
			}
		case *ast.TypeAssertExpr:
			if _, hears := heard[n]; !hears && p.isDeleted(n, obj) {
				note(n.Pos(), "panics")
			}
		case *ast.CallExpr:
			i := slices.IndexFunc(n.Args, func(arg ast.Expr) bool { return syntax.Var(p.info, arg) == obj })
			if i < 0 {
				continue
			}
			switch syntax.CalledName(p.info, n) {
			case keyFunc:
				note(n.Pos(), "key")
			case "k8s.io/apimachinery/pkg/api/meta.Accessor":
				note(n.Pos(), "fails")
			}
			lit, ok := syntax.OnlyGiven(p.pass, syntax.Var(p.info, n.Fun)).(*ast.FuncLit)
			if ok && depth < 3 { // events.txt, asserted before
				p.deleted(p.info.TypeOf(lit).(*types.Signature), lit.Body, i, depth+1)
			}
			for _, fn := range p.called(n) {
				if decl := p.decls[fn.Origin()]; decl != nil && depth < 3 && !p.onlyLogs(fn, decl) {
					p.deleted(fn.Signature(), decl.Body, i, depth+1)
				}
			}
		}
	}
	if first.Pos.IsValid() {
		p.found(first)
	}
}

// onlyLogs reports whether a function calls nothing but what gets parts of an object and what logs: lostevents, toldOf.
func (p *program) onlyLogs(fn *types.Func, decl *ast.FuncDecl) bool {
	return fn.Signature().Results().Len() == 0 && !syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		name := syntax.CalledName(p.info, call)
		return !strings.HasPrefix(name.Package(), "k8s.io/apimachinery/") && !strings.Contains(name.Package(), "log") &&
			name.Last() != "Error" && name.Last() != "String"
	})
}

// passes reports whether a switch over the type of an object does nothing for other types, and nothing else in the function does.
func (p *program) passes(s *ast.TypeSwitchStmt, body *ast.BlockStmt, obj *types.Var) bool {
	last, _ := syntax.Last[*ast.TypeSwitchStmt](body.List)
	ends := last == s
	for _, stmt := range s.Body.List {
		if clause := stmt.(*ast.CaseClause); clause.List == nil {
			ends = (ends || syntax.Returns(clause.Body)) && !p.acts(clause) && p.taken(clause, p.info.Implicits[clause]) == 0
		}
	}
	return ends && p.taken(body, obj) == 1
}

// taken counts how often a variable is read other than to print it, by what takes any number of values of any type.
func (p *program) taken(root ast.Node, v types.Object) (n int) {
	for id := range syntax.All[*ast.Ident](root) {
		if v != nil && p.info.Uses[id] == v {
			n++
		}
	}
	for call := range syntax.All[*ast.CallExpr](root) {
		sig, ok := p.info.TypeOf(call.Fun).(*types.Signature)
		if !ok || !sig.Variadic() {
			continue
		}
		last := sig.Params().Len() - 1
		list, ok := sig.Params().At(last).Type().Underlying().(*types.Slice)
		for i, arg := range call.Args {
			if ok && i >= last && types.IsInterface(list.Elem()) && v != nil && syntax.Object(p.info, arg) == v {
				n--
			}
		}
	}
	return n
}

// onlyPointed returns where a function asks for a pointer to a DeletedFinalStateUnknown, of which client-go hands over the value, if it
// never asks for that: events.txt.
func onlyPointed(body *ast.BlockStmt) (first *ast.StarExpr) {
	pointers, all := 0, 0
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.StarExpr:
			if _, name := syntax.Selected(n.X); name == tombstone {
				pointers++
				if first == nil {
					first = n
				}
			}
		case *ast.Ident:
			if n.Name == tombstone {
				all++
			}
		}
	}
	if pointers < all {
		return nil
	}
	return first
}

const tombstone = "DeletedFinalStateUnknown"

// assertedBefore looks for a statement of a function that asserts the type of the object of a deletion, and panics otherwise, before the
// function asks what it is: events.txt.
func (p *program) assertedBefore(body *ast.BlockStmt, obj *types.Var, asked token.Pos) {
	for _, s := range body.List {
		if s.End() > asked {
			return
		}
		assign, ok := s.(*ast.AssignStmt)
		if ok && syntax.Sets(p.info, assign, obj) {
			return // it may be taken out there
		}
		if !ok || len(assign.Lhs) != 1 {
			continue
		}
		if is, ok := ast.Unparen(assign.Rhs[0]).(*ast.TypeAssertExpr); ok && p.isDeleted(is, obj) {
			p.found(Mistake{Pos: is.Pos(), Kind: Tombstone, Text: "panics"})
			return
		}
	}
}

// keyedAfter looks for a key that a function makes of what it was handed, after it has taken the object out of that into another variable
// and gone on: events.txt.
func (p *program) keyedAfter(body *ast.BlockStmt, obj *types.Var, asked token.Pos) {
	for i, s := range body.List {
		branch, ok := s.(*ast.IfStmt)
		if !ok || asked < s.Pos() || s.End() < asked {
			continue
		}
		if syntax.Returns(branch.Body.List) || syntax.Sets(p.info, body, obj) {
			return
		}
		for _, s := range body.List[i+1:] {
			for call := range syntax.All[*ast.CallExpr](s) {
				if syntax.CalledName(p.info, call) == keyFunc && syntax.Var(p.info, call.Args[0]) == obj {
					p.found(Mistake{Pos: call.Pos(), Kind: Tombstone, Text: "key"})
				}
			}
		}
	}
}

// takenWhole looks for a DeletedFinalStateUnknown that a function puts in the place of what it was handed, and not the object in it:
// events.txt.
func (p *program) takenWhole(body *ast.BlockStmt, obj *types.Var) {
	for assign := range syntax.All[*ast.AssignStmt](body) {
		is, ok := ast.Unparen(assign.Rhs[0]).(*ast.TypeAssertExpr)
		if !ok || !p.isDeleted(is, obj) || !syntax.Spells(is.Type, tombstone) {
			continue
		}
		missed := syntax.Var(p.info, assign.Lhs[0])
		for set := range syntax.All[*ast.AssignStmt](body) {
			to, value := syntax.Assigned(set)
			if to != nil && syntax.Var(p.info, to) == obj && missed != nil && syntax.Var(p.info, value) == missed &&
				syntax.Any(body, func(is *ast.TypeAssertExpr) bool {
					return is.Pos() > set.End() && p.isDeleted(is, obj) && !syntax.Spells(is.Type, tombstone)
				}) {
				p.found(Mistake{Pos: set.Pos(), Kind: Tombstone, Text: "whole"})
			}
		}
	}
}

// keyFunc makes the key of an object, and fails for a DeletedFinalStateUnknown.
const keyFunc = "k8s.io/client-go/tools/cache.MetaNamespaceKeyFunc"

// isDeleted reports whether an assertion is that the object of a deletion is of a type.
func (p *program) isDeleted(is *ast.TypeAssertExpr, obj *types.Var) bool {
	return is.Type != nil && syntax.Var(p.info, is.X) == obj
}
