package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const limitsType = "*" + fix.RuntimePackage + ".Limits"

// fieldName is the field that holds the limits.
const fieldName = "Limits"

// byHand returns an error that says what to do before adopt can do more.
func byHand(format string, args ...any) error {
	return fmt.Errorf(format+", and run adopt again", args...)
}

// A handing hands the limits from where they are made to one controller, in a field of a struct that the function which creates
// it has: its receiver or a parameter.
type handing struct {
	p     *program
	roots map[ast.Node]*root // where the limits of the program are made, by function
	list  []edits

	done map[symbol.Name]bool // structs that get the field
}

// An unmadeError says why the limits cannot be made in a place.
type unmadeError struct{ error }

// reach returns an expression for the limits at a place, and puts them into a field there if need be.
func (h *handing) reach(s site) (string, error) {
	if e, ok := fix.InReach(s.pass, s.node.Pos(), limitsType); ok {
		return e, nil
	}
	for _, fn := range s.functions {
		r := h.roots[fn]
		if r == nil {
			continue
		}
		if r.err != nil {
			return "", unmadeError{r.err}
		}
		if !r.site.before(s) {
			return "", byHand("the code at %s runs before the limits are made; move it behind NewManager", at(s.pass, s.node))
		}
		h.list = append(h.list, r.edits...)
		return r.variable, nil
	}
	if isTest(s.pass, s.node) {
		name := s.variable()
		made, err := h.p.makeLimits(s, name)
		h.list = append(h.list, edits{s.pass, made})
		return name, err
	}
	var decl *ast.FuncDecl
	if n := len(s.functions); n > 0 {
		decl, _ = s.functions[n-1].(*ast.FuncDecl)
	}
	if decl == nil {
		return "", byHand("what sets it up is made outside of a function at %s; make it where the manager is", at(s.pass, s.node))
	}
	holder, owner := h.p.holder(s, decl)
	switch {
	case holder != nil:
		return holder.Name() + "." + fieldName, h.fill(owner)
	case decl.Type.Params.NumFields() == 0 && (decl.Name.Name == "main" || decl.Name.Name == "init"):
		return "", byHand("%s at %s does not make the manager; make the limits there with ratelimiter.New",
			decl.Name.Name, at(s.pass, decl))
	}
	return "", byHand("no struct of this module is handed to %s at %s; give it a parameter of type *ratelimiter.Limits",
		decl.Name.Name, at(s.pass, decl))
}

// holder returns the receiver or the first parameter of a function that is a struct of the program and no API object, and the
// name of its type.
func (p *program) holder(s site, decl *ast.FuncDecl) (*types.Var, *types.TypeName) {
	fields := decl.Type.Params.List
	if decl.Recv != nil {
		fields = append(decl.Recv.List[:1:1], fields...)
	}
	for _, field := range fields {
		for _, id := range field.Names {
			v, _ := s.pass.TypesInfo.Defs[id].(*types.Var)
			named, ok := types.Unalias(code.Deref(s.pass.TypesInfo.TypeOf(field.Type))).(*types.Named)
			if v == nil || !ok || named.TypeArgs().Len() > 0 || p.passes[symbol.OfType(named).Package()] == nil {
				continue
			}
			_, isStruct := named.Underlying().(*types.Struct)
			_, visible := s.pass.Pkg.Scope().Innermost(s.node.Pos()).LookupParent(id.Name, s.node.Pos())
			copies, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, nil, "DeepCopyObject")
			if isStruct && copies == nil && visible == v {
				return v, named.Obj()
			}
		}
	}
	return nil, nil
}

// fill adds the field to a struct, and sets it wherever the program makes one.
func (h *handing) fill(owner *types.TypeName) error {
	name := symbol.Of(owner)
	if h.done[name] {
		return nil
	}
	h.done[name] = true
	u := h.p.uses[name]
	if have, _, _ := types.LookupFieldOrMethod(owner.Type(), true, owner.Pkg(), fieldName); have != nil {
		return byHand("%s has a %s already; give that another name", owner.Name(), fieldName)
	}
	if file := h.p.leftOut(owner); file != "" {
		return fmt.Errorf("%s is mentioned in %s, which build constraints leave out", owner.Name(), file)
	}
	if u == nil || u.spec == nil {
		return byHand("%s is not written as a struct; write it as one", owner.Name())
	}
	declared, err := u.declare()
	if err != nil {
		return err
	}
	h.list = append(h.list, declared)
	for _, m := range u.mentions {
		if s := m.site(); s.unset() {
			return byHand("%s has values without a literal by what is at %s; use a literal", owner.Name(), at(s.pass, s.node))
		}
	}
	for _, call := range u.tested {
		return byHand("the test at %s may set it up with a value made elsewhere; use a literal", at(call.pass, call.node))
	}
	for _, lit := range u.literals {
		if err := h.set(lit.site()); err != nil {
			return err
		}
	}
	return nil
}

// declare adds the field to the struct's declaration.
func (u *uses) declare() (edits, error) {
	pass, list := u.spec.pass, u.spec.node.(*ast.TypeSpec).Type.(*ast.StructType).Fields
	qualifier, edit, ok := fix.Import(pass, list.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return edits{}, errors.New("the file at " + at(pass, list) + " is made from another")
	}
	text := "\t" + fieldName + " *" + qualifier + ".Limits\n"
	if pass.Fset.Position(list.Opening).Line == pass.Fset.Position(list.Closing).Line {
		text = "\n" + text
	}
	return edits{pass, append(edit, fix.Insert(list.Closing, text))}, nil
}

// set sets the field in a literal. One of a test gets limits where a manager is at hand: elsewhere nothing is set up.
func (h *handing) set(s site) error {
	lit := s.node.(*ast.CompositeLit)
	if isTest(s.pass, lit) && !s.given() {
		return nil
	}
	if len(lit.Elts) > 0 {
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			return byHand("the literal at %s does not name its fields; name them", at(s.pass, lit))
		}
	}
	limits, err := h.reach(s)
	if err != nil {
		return err
	}
	h.list = append(h.list, edits{s.pass, []analysis.TextEdit{withField(s.pass, lit, fieldName+": "+limits)}})
	return nil
}

// withField puts a field before the others of a literal.
func withField(pass *analysis.Pass, lit *ast.CompositeLit, text string) analysis.TextEdit {
	if len(lit.Elts) == 0 {
		return fix.Insert(lit.Rbrace, text)
	}
	first := pass.Fset.Position(lit.Elts[0].Pos())
	text += ", "
	if first.Line != pass.Fset.Position(lit.Lbrace).Line {
		text = strings.TrimSpace(text) + "\n" + strings.Repeat("\t", first.Column-1)
	}
	return fix.Insert(lit.Elts[0].Pos(), text)
}

// unset reports whether a value of a type may come to be where the type is mentioned, without a literal.
func (s site) unset() bool {
	node := s.node
	for _, outer := range s.path {
		switch n := outer.(type) {
		case *ast.SelectorExpr: // its package, or a method expression
			if n.X == node {
				return false
			}
		case *ast.ParenExpr, *ast.Ident:
		case *ast.StarExpr, *ast.TypeAssertExpr, *ast.CaseClause:
			return false
		case *ast.CompositeLit:
			return n.Type != node
		case *ast.ArrayType, *ast.MapType: // its literals' elements are literals
		case *ast.Field:
		case *ast.FieldList:
			return !s.parameters(n)
		default:
			return true
		}
		node = outer
	}
	return true
}

// parameters reports whether a list of fields are the receiver or parameters of a function, or results without names.
func (s site) parameters(list *ast.FieldList) bool {
	for _, outer := range s.path {
		switch n := outer.(type) {
		case *ast.FuncDecl:
			return n.Recv == list
		case *ast.FuncType:
			return n.Params == list || n.Results == list && len(list.List[0].Names) == 0
		}
	}
	return false
}

// given reports whether a literal is what a call of something that takes a manager is made on, or given.
func (s site) given() bool {
	for _, outer := range s.path {
		switch n := outer.(type) {
		case *ast.CallExpr:
			return takesManager(s.pass, n)
		case *ast.CompositeLit:
			if n != s.node {
				return false
			}
		case *ast.UnaryExpr, *ast.ParenExpr, *ast.SelectorExpr:
		default:
			return false
		}
	}
	return false
}

// takesManager reports whether a manager is among the parameters of what a call calls.
func takesManager(pass *analysis.Pass, call *ast.CallExpr) bool {
	sig, ok := pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	return ok && syntax.AnyType(sig.Params(), known.IsManager)
}
