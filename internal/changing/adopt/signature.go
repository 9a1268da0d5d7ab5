package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

const limitsType = "*" + fix.RuntimePackage + ".Limits"

// A handing hands the limits from where they are made to one controller: by a parameter of every
// function on the way and an argument of every call of those.
type handing struct {
	p     *program
	roots roots
	list  []edits
	used  []*root         // those where limits come from
	done  map[string]bool // classes that get the parameter
}

// An unmadeError says why the limits cannot be made in a place.
type unmadeError struct{ error }

// reach returns an expression for the limits at a place, and hands them there if need be.
func (h *handing) reach(s callSite) (string, error) {
	if e, ok := fix.InReach(s.pass, s.call.Pos(), limitsType); ok {
		return e, nil
	}
	name := h.roots.variable
	for _, fn := range s.functions {
		if r := h.roots.of[fn]; r != nil {
			if r.err != nil {
				return "", unmadeError{r.err}
			}
			h.used = append(h.used, r)
			return name, nil
		}
		if h.done[h.p.classes.find(h.p.keyOfFunction(s.pass, fn))] {
			return name, unnamed(s.pass, fn)
		}
	}
	if isTest(s.pass, s.call) {
		made, err := h.p.makeLimits(s, name)
		h.list = append(h.list, edits{s.pass, made})
		return name, err
	}
	if len(s.functions) == 0 {
		return "", fmt.Errorf("it is set up outside of a function at %s", at(s.pass, s.call))
	}
	fn := s.functions[len(s.functions)-1]
	if err := h.hand(s, fn); err != nil {
		return "", err
	}
	return name, unnamed(s.pass, fn)
}

// keyOfFunction returns the key of a declaration or literal.
func (p *program) keyOfFunction(pass *analysis.Pass, fn ast.Node) string {
	switch n := fn.(type) {
	case *ast.FuncDecl:
		if obj, ok := pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
			return keyOfFunc(obj)
		}
	case *ast.FuncLit:
		return p.classes.keyOfType(pass.TypesInfo.TypeOf(n))
	}
	return ""
}

// unnamed reports as an error if the parameters of a function have no names, so that no further one can have.
func unnamed(pass *analysis.Pass, fn ast.Node) error {
	t := member{node: fn}.funcType()
	if len(t.Params.List) > 0 && len(t.Params.List[0].Names) == 0 {
		return fmt.Errorf("the parameters of the function at %s have no names", at(pass, fn))
	}
	return nil
}

// hand gives a function the limits as a parameter, and all that is in a class with it.
func (h *handing) hand(s callSite, fn ast.Node) error {
	c := h.p.classes
	if decl, ok := fn.(*ast.FuncDecl); ok && decl.Recv == nil &&
		(decl.Name.Name == "init" || decl.Name.Name == "main" && s.pass.Pkg.Name() == "main") {
		return fmt.Errorf("the limits cannot be handed to %s at %s: they are made elsewhere", decl.Name.Name, at(s.pass, s.call))
	}
	key := c.find(h.p.keyOfFunction(s.pass, fn))
	h.done[key] = true
	keys := c.class(key)
	for _, k := range keys {
		if why := c.fixed[k]; why != "" {
			return fmt.Errorf("%s %s", c.name(k), why)
		}
		if file := h.p.leftOut(c.members[k]); file != "" {
			return fmt.Errorf("%s is mentioned in %s, which build constraints leave out", c.name(k), file)
		}
		list, err := h.parameter(c.members[k])
		if err != nil {
			return err
		}
		h.list = append(h.list, list)
	}
	for _, k := range keys {
		for _, call := range c.calls[k] {
			e, err := h.reach(call)
			if err != nil {
				return err
			}
			argument, err := call.argument(e)
			if err != nil {
				return err
			}
			h.list = append(h.list, edits{call.pass, argument})
		}
	}
	return nil
}

// name is what people call the function or type with a key.
func (c *classes) name(key string) string {
	switch n := c.members[key].node.(type) {
	case *ast.FuncDecl:
		return n.Name.Name
	case *ast.FuncLit:
		return "the function at " + at(c.members[key].pass, n)
	}
	return "the function type at " + at(c.members[key].pass, c.members[key].node)
}

// parameter adds the limits to the parameters of a function or function type, behind the manager if it has one.
func (h *handing) parameter(m member) (edits, error) {
	name := h.p.classes.name(h.p.keyOfMember(m))
	t := m.funcType()
	params := t.Params.List
	index, behind := place(m.pass, t)
	if n := len(params); n > 0 {
		if _, variadic := params[n-1].Type.(*ast.Ellipsis); variadic && behind == params[n-1] {
			return edits{}, fmt.Errorf("%s takes any number of arguments", name)
		}
	}
	qualifier, list, ok := fix.Import(m.pass, m.node.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return edits{}, fmt.Errorf("the file of %s is made from another", name)
	}
	text := "*" + qualifier + ".Limits"
	if index == 0 {
		if _, typeOnly := m.node.(*ast.FuncType); !typeOnly {
			text = h.roots.variable + " " + text
		}
		return edits{m.pass, append(list, fix.Insert(t.Params.Closing, text))}, nil
	}
	if len(behind.Names) > 0 {
		text = h.roots.variable + " " + text
	}
	nodes := []ast.Node{}
	for _, field := range params {
		nodes = append(nodes, field)
	}
	separator := separator(m.pass, t.Params.Opening, nodes, slices.Index(nodes, ast.Node(behind)), t.Params.Closing)
	return edits{m.pass, append(list, fix.Insert(behind.End(), separator+text))}, nil
}

// separator returns what comes before an element that is put behind another of a list: a comma, and a new line if the
// other has one of its own.
func separator(pass *analysis.Pass, open token.Pos, list []ast.Node, index int, closing token.Pos) string {
	line := func(pos token.Pos) int { return pass.Fset.PositionFor(pos, false).Line }
	before, behind := line(open), line(closing)
	if index > 0 {
		before = line(list[index-1].End())
	}
	if index+1 < len(list) {
		behind = line(list[index+1].Pos())
	}
	if n := list[index]; before < line(n.Pos()) && line(n.End()) < behind {
		return ",\n" + strings.Repeat("\t", pass.Fset.PositionFor(n.Pos(), false).Column-1)
	}
	return ", "
}

func (p *program) keyOfMember(m member) string {
	if decl, ok := m.node.(*ast.FuncDecl); ok {
		return p.keyOfFunction(m.pass, decl)
	}
	return m.pass.Fset.PositionFor(m.node.Pos(), false).String()
}

// place returns how many parameters come before the limits, and the field of the last of them: the manager,
// or the last of all.
func place(pass *analysis.Pass, t *ast.FuncType) (int, *ast.Field) {
	index := 0
	var last *ast.Field
	for _, field := range t.Params.List {
		index += max(1, len(field.Names))
		last = field
		if isManager(pass.TypesInfo.TypeOf(field.Type)) {
			break
		}
	}
	return index, last
}

func isManager(t types.Type) bool {
	return symbol.OfType(t) == known.Manager+".Manager"
}

// argument adds the limits to the arguments of a call.
func (s callSite) argument(limits string) ([]analysis.TextEdit, error) {
	sig, ok := s.pass.TypesInfo.TypeOf(s.call.Fun).Underlying().(*types.Signature)
	if !ok {
		return nil, errors.New("a call at " + at(s.pass, s.call) + " cannot be followed")
	}
	index := sig.Params().Len()
	for i := range index {
		if isManager(sig.Params().At(i).Type()) {
			index = i + 1
			break
		}
	}
	if len(s.call.Args) == 1 {
		if _, several := s.pass.TypesInfo.TypeOf(s.call.Args[0]).(*types.Tuple); several {
			return nil, fmt.Errorf("%s is called with the results of another function at %s", types.ExprString(s.call.Fun), at(s.pass, s.call))
		}
	}
	if index == 0 {
		return []analysis.TextEdit{fix.Insert(s.call.Rparen, limits)}, nil
	}
	nodes := []ast.Node{}
	for _, arg := range s.call.Args {
		nodes = append(nodes, arg)
	}
	separator := separator(s.pass, s.call.Lparen, nodes, index-1, s.call.Rparen)
	return []analysis.TextEdit{fix.Insert(s.call.Args[index-1].End(), separator+limits)}, nil
}
