package adopt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/fix"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// hand returns the edits that hand the limits to a function: a parameter of it and of every function on
// the way from where the limits are made, and an argument of every call.
func (p *program) hand(pass *analysis.Pass, decl *ast.FuncDecl, root *root) ([]edits, error) {
	type step struct {
		pass *analysis.Pass
		decl *ast.FuncDecl
	}
	var list []edits
	seen := map[*ast.FuncDecl]bool{root.function: true}
	work := []step{{pass, decl}}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		if seen[s.decl] {
			continue
		}
		seen[s.decl] = true
		at, err := p.parameter(s.pass, s.decl, root.variable)
		if err != nil {
			return nil, err
		}
		list = append(list, edits{s.pass, at.edits})
		for _, u := range p.uses[symbol.Of(at.function)] {
			argument, caller, err := u.argument(at, root.variable)
			if err != nil {
				return nil, err
			}
			if u.isTest() {
				made, err := u.makeLimits(root.variable)
				if err != nil {
					return nil, err
				}
				argument = append(argument, made...)
				caller = nil
			}
			list = append(list, edits{u.pass, argument})
			if caller != nil {
				work = append(work, step{u.pass, caller})
			}
		}
	}
	return list, nil
}

// A parameter is one that is added to a function.
type parameter struct {
	function *types.Func
	index    int // of the argument
	edits    []analysis.TextEdit
}

// parameter adds the limits to the parameters of a function, behind the manager if it has one.
func (p *program) parameter(pass *analysis.Pass, decl *ast.FuncDecl, name string) (parameter, error) {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || fn.Name() == "main" && fn.Pkg().Name() == "main" || fn.Name() == "init" {
		return parameter{}, fmt.Errorf("the limits cannot be handed to %s: they are made elsewhere", decl.Name.Name)
	}
	sig := fn.Signature()
	if sig.Variadic() {
		return parameter{}, fmt.Errorf("%s takes any number of arguments", decl.Name.Name)
	}
	if by := p.interfaceWith(fn); by != "" {
		return parameter{}, fmt.Errorf("%s may be called through the interface %s", decl.Name.Name, by)
	}
	qualifier, list, ok := fix.Import(pass, decl.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return parameter{}, fmt.Errorf("the file of %s is made from another", decl.Name.Name)
	}
	text := name + " *" + qualifier + ".Limits"
	at := parameter{function: fn, index: sig.Params().Len()}
	pos := decl.Type.Params.Closing
	if n := len(decl.Type.Params.List); n > 0 {
		pos = decl.Type.Params.List[n-1].End()
		text = ", " + text
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		index += max(1, len(field.Names))
		t, ok := types.Unalias(pass.TypesInfo.TypeOf(field.Type)).(*types.Named)
		if ok && symbol.Of(t.Obj()) == known.Manager+".Manager" {
			pos, at.index = field.End(), index
			break
		}
	}
	at.edits = append(list, analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)})
	return at, nil
}

// interfaceWith returns the name of an interface of the program through which a method may be called, ""
// if there is none.
func (p *program) interfaceWith(fn *types.Func) string {
	if fn.Signature().Recv() == nil {
		return ""
	}
	for _, pass := range p.passes {
		scope := pass.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			i, ok := tn.Type().Underlying().(*types.Interface)
			if !ok {
				continue
			}
			for m := range i.Methods() {
				if m.Name() == fn.Name() && code.TypeString(m.Type()) == code.TypeString(fn.Type()) && types.Identical(m.Signature().Params(), fn.Signature().Params()) {
					return pass.Pkg.Name() + "." + name
				}
			}
		}
	}
	return ""
}

// argument adds the limits to the arguments of the call that the use is, and returns the function that
// it is in.
func (u use) argument(to parameter, name string) ([]analysis.TextEdit, *ast.FuncDecl, error) {
	call := u.call()
	if call == nil {
		return nil, nil, fmt.Errorf("%s is used as a value at %s", to.function.Name(), at(u.pass, u.path[0]))
	}
	caller := u.function()
	if caller == nil {
		return nil, nil, fmt.Errorf("%s is called outside of a function at %s", to.function.Name(), at(u.pass, u.path[0]))
	}
	var pos token.Pos
	text := name
	switch {
	case len(call.Args) == 0:
		pos = call.Rparen
	case to.index == 0 || to.index > len(call.Args):
		return nil, nil, fmt.Errorf("%s is called with the results of another function at %s", to.function.Name(), at(u.pass, u.path[0]))
	default:
		pos, text = call.Args[to.index-1].End(), ", "+name
	}
	return []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte(text)}}, caller, nil
}
