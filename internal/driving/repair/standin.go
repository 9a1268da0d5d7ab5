package repair

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxResults bounds the results of a stand-in: code that has more is given up.
const maxResults = 8

// standInName is how files call the package: no identifier of a program reads so.
const standInName = "unresolved·"

// AboutStandIn reports whether a type error is only about a type that stands for one that another
// package failed to resolve: it says nothing that the other package's errors did not.
func AboutStandIn(message string) bool { return strings.Contains(message, "unresolved.Type") }

// unresolved is the type of everything of which nothing is known. Any value can be
// assigned to it. It is the same in all packages.
var unresolved = func() *types.Named {
	pkg := types.NewPackage(known.StandIn, "unresolved")
	pkg.MarkComplete()
	return types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Type", nil), types.NewInterfaceType(nil, nil).Complete(), nil)
}()

// standIns is the package of the stand-ins as one package sees it: Type, Value1 to Value8,
// of as many results, From, Wrap, and names for types that its files cannot write.
type standIns struct {
	of      *types.Package
	pkg     *types.Package
	aliases map[string]string
	cases   int
}

func newStandIns(of *types.Package) *standIns {
	s := &standIns{of: of, pkg: types.NewPackage(known.StandIn, "unresolved"), aliases: make(map[string]string)}
	s.pkg.MarkComplete()
	s.alias("Type", unresolved)
	empty := types.Universe.Lookup("any").Type()
	declare := func(name string, sig *types.Signature) {
		s.pkg.Scope().Insert(types.NewFunc(token.NoPos, s.pkg, name, sig))
	}
	param := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, s.pkg, name, t) }
	others := param("of", types.NewSlice(empty))
	for n := 1; n <= maxResults; n++ {
		var params []*types.TypeParam
		var results []*types.Var
		for i := range n {
			t := types.NewTypeParam(types.NewTypeName(token.NoPos, s.pkg, fmt.Sprintf("T%d", i), nil), empty)
			params, results = append(params, t), append(results, param("", t))
		}
		declare(fmt.Sprintf("Value%d", n), types.NewSignatureType(nil, nil, params, types.NewTuple(others), types.NewTuple(results...), true))
	}
	declare("From", types.NewSignatureType(nil, nil, nil, types.NewTuple(param("path", types.Typ[types.String])),
		types.NewTuple(param("", unresolved)), false))
	declare("Wrap", types.NewSignatureType(nil, nil, nil, types.NewTuple(param("err", errorType), others),
		types.NewTuple(param("", errorType)), true))
	return s
}

// from returns a call of the stand-in for what a package of the program lacks: what is missing may
// set the package's variables.
func (s *standIns) from(at ast.Node, path string) *ast.CallExpr {
	lit := &ast.BasicLit{ValuePos: at.Pos(), Kind: token.STRING, Value: strconv.Quote(path)}
	return call(at, s.name("From", at.Pos()), lit)
}

// call returns a call in the place of a node.
func call(at ast.Node, fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: at.Pos(), Args: args, Rparen: max(at.Pos(), at.End()-1)}
}

func (s *standIns) alias(name string, t types.Type) {
	s.pkg.Scope().Insert(types.NewTypeName(token.NoPos, s.pkg, name, t))
}

// importInto makes a file import the stand-ins, once.
func (s *standIns) importInto(f *ast.File) {
	for _, spec := range f.Imports {
		if spec.Name != nil && spec.Name.Name == standInName {
			return
		}
	}
	at := f.Name.End()
	spec := &ast.ImportSpec{
		Name: &ast.Ident{NamePos: at, Name: standInName},
		Path: &ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: `"` + known.StandIn + `"`},
	}
	f.Imports = append(f.Imports, spec)
	f.Decls = append([]ast.Decl{&ast.GenDecl{TokPos: at, Tok: token.IMPORT, Specs: []ast.Spec{spec}}}, f.Decls...)
}

func (s *standIns) name(name string, at token.Pos) ast.Expr {
	return &ast.SelectorExpr{X: &ast.Ident{NamePos: at, Name: standInName}, Sel: &ast.Ident{NamePos: at, Name: name}}
}

// value returns a call of a stand-in with results of the types given.
func (s *standIns) value(at ast.Node, results []types.Type, args []ast.Expr) *ast.CallExpr {
	pos := at.Pos()
	fun := s.name(fmt.Sprintf("Value%d", len(results)), pos)
	exprs := make([]ast.Expr, len(results))
	for i, t := range results {
		exprs[i] = s.typeExpr(t, pos)
	}
	if len(exprs) == 1 {
		fun = &ast.IndexExpr{X: fun, Lbrack: pos, Index: exprs[0], Rbrack: pos}
	} else {
		fun = &ast.IndexListExpr{X: fun, Lbrack: pos, Indices: exprs, Rbrack: pos}
	}
	return call(at, fun, args...)
}

// isStandIn reports whether an expression is a call of a stand-in.
func isStandIn(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	of, _ := syntax.Selected(syntax.Callee(call))
	return syntax.Is(of, standInName)
}

// newCase returns a type that no other mention of the stand-ins means, for a case of a type switch.
func (s *standIns) newCase(at token.Pos) ast.Expr {
	s.cases++
	name := fmt.Sprintf("Case%d", s.cases)
	obj := types.NewTypeName(token.NoPos, s.pkg, name, nil)
	types.NewNamed(obj, types.NewInterfaceType(nil, nil).Complete(), nil)
	s.pkg.Scope().Insert(obj)
	return s.name(name, at)
}

// typeExpr returns syntax for a type: of what the package declares itself, its
// name; for the rest a name among the stand-ins, because the file may not import where it comes from.
func (s *standIns) typeExpr(t types.Type, at token.Pos) ast.Expr {
	t = types.Default(repaired(t))
	if t == types.Typ[types.UntypedNil] {
		t = unresolved
	}
	if !s.own(t) {
		key := types.TypeString(t, nil)
		if t == types.Type(unresolved) {
			return s.name("Type", at)
		}
		name, ok := s.aliases[key]
		if !ok {
			name = fmt.Sprintf("Alias%d", len(s.aliases)+1)
			s.aliases[key] = name
			s.alias(name, t)
		}
		return s.name(name, at)
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return s.namedExpr(t, at)
	case *types.TypeParam:
		return &ast.Ident{NamePos: at, Name: t.Obj().Name()}
	case *types.Pointer:
		return &ast.StarExpr{Star: at, X: s.typeExpr(t.Elem(), at)}
	case *types.Slice:
		return &ast.ArrayType{Lbrack: at, Elt: s.typeExpr(t.Elem(), at)}
	case *types.Map:
		return &ast.MapType{Map: at, Key: s.typeExpr(t.Key(), at), Value: s.typeExpr(t.Elem(), at)}
	}
	return s.name("Type", at)
}

func (s *standIns) namedExpr(t *types.Named, at token.Pos) ast.Expr {
	if t.Obj().Pkg() != s.of { // an imported generic type of one of the package's own: the file may not import it
		return s.name("Type", at)
	}
	name, args := &ast.Ident{NamePos: at, Name: t.Obj().Name()}, t.TypeArgs()
	switch args.Len() {
	case 0:
		return name
	case 1:
		return &ast.IndexExpr{X: name, Lbrack: at, Index: s.typeExpr(args.At(0), at), Rbrack: at}
	}
	list := &ast.IndexListExpr{X: name, Lbrack: at, Rbrack: at}
	for arg := range args.Types() {
		list.Indices = append(list.Indices, s.typeExpr(arg, at))
	}
	return list
}

// own reports whether a type cannot be written without a name that the package declares.
func (s *standIns) own(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() == s.of || anyPart(t, s.own)
	case *types.TypeParam:
		return true
	case *types.Interface:
		return t.NumExplicitMethods() > 0 || t.NumEmbeddeds() > 0
	}
	return anyPart(t, s.own)
}
