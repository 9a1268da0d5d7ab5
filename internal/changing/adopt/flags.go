package adopt

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const (
	flagName     = "max-reconcile-rate"
	rateVariable = "maxReconcileRate"
	usage        = `"The number of reconciles a second that all controllers together may make."`
)

const cobraCommand = "github.com/spf13/cobra.Command"

// A flagPlace is where a program's flags are defined or parsed, and where one more can be defined.
type flagPlace struct {
	site
	set     ast.Expr // that flags are defined on; nil for functions of a package that is imported with a dot
	clauses bool     // flags are clauses, with methods for the default and the type
	defines bool     // the call defines a flag, instead of parsing all
}

// flagPlaceFor returns where the flag can be defined whose value is used at a place of a package.
func flagPlaceFor(user site) (*flagPlace, error) {
	parses := parsePlaces(user.pass)
	switch len(parses) {
	case 0:
	case 1:
		return &parses[0], nil
	default:
		if i := slices.IndexFunc(parses, func(f flagPlace) bool { return f.function() == user.function() }); i >= 0 {
			return &parses[i], nil
		}
		return nil, fmt.Errorf("flags are parsed %d times, the second time at %s; adopt needs one place", len(parses),
			at(user.pass, parses[1].call))
	}
	last := make(map[types.Object]flagPlace)
	for _, f := range definitions(user.pass) {
		last[rootObject(f.pass, f.set)] = f
	}
	if len(last) > 1 {
		owner := commandAround(user)
		for obj := range last {
			if owner == nil || obj != owner {
				delete(last, obj)
			}
		}
	}
	for _, f := range last {
		return &f, nil
	}
	return nil, fmt.Errorf("no place for a flag is found for the manager at %s: adopt knows flag, pflag, cobra and kingpin, where flags "+
		"are parsed or defined in its package", at(user.pass, user.call))
}

// parsePlaces returns the statements of a package that parse flags.
func parsePlaces(pass *analysis.Pass) []flagPlace {
	var list []flagPlace
	for _, s := range find(pass, known.Parses) {
		sym := fix.Called(pass, s.call)
		f := flagPlace{site: s, clauses: strings.Contains(sym.Package(), "/kingpin")}
		sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
		if ok {
			f.set = sel.X
		}
		if sym.Last() != "Parse" || s.stmt == nil || ok && rootObject(pass, sel.X) == nil ||
			slices.ContainsFunc(list, func(other flagPlace) bool { return other.stmt == s.stmt }) {
			continue
		}
		list = append(list, f)
	}
	return list
}

// definitions returns the statements of a package that define flags on sets of flags, in the order of the source.
func definitions(pass *analysis.Pass) []flagPlace {
	var list []flagPlace
	for _, s := range find(pass, func(sym symbol.Name) bool { return known.Func(sym) == known.FlagVar }) {
		sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
		if !ok || rootObject(pass, sel.X) == nil {
			continue
		}
		if _, alone := s.stmt.(*ast.ExprStmt); alone {
			list = append(list, flagPlace{site: s, set: sel.X, defines: true})
		}
	}
	return list
}

// rootObject returns what the name means that an expression for a set of flags starts with; nil if there is more
// to it than fields, and the flags of a cobra command.
func rootObject(pass *analysis.Pass, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return pass.TypesInfo.Uses[e]
	case *ast.SelectorExpr:
		return rootObject(pass, e.X)
	case *ast.CallExpr:
		if sym := fix.Called(pass, e); sym == cobraCommand+".Flags" || sym == cobraCommand+".PersistentFlags" {
			return rootObject(pass, ast.Unparen(e.Fun).(*ast.SelectorExpr).X)
		}
	}
	return nil
}

// commandAround returns the variable that the literal becomes the value of in which a site is.
func commandAround(s site) types.Object {
	for i := len(s.path) - 1; i > 0; i-- {
		var names []*ast.Ident
		switch n := s.path[i].(type) {
		case *ast.ValueSpec:
			names = n.Names
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					names = append(names, id)
				}
			}
		}
		if len(names) == 1 {
			obj := s.pass.TypesInfo.ObjectOf(names[0])
			if obj != nil && code.TypeString(obj.Type()) == "*"+cobraCommand {
				return obj
			}
		}
	}
	return nil
}

// define returns an expression for the value of a new flag at a place, and the edits that define it. Declared holds
// the declaration of a variable for the rate in each package, and is added to.
func (f *flagPlace) define(rate int, user site, declared map[*types.Package]analysis.TextEdit) (string, []analysis.TextEdit) {
	set := ""
	if f.set != nil {
		text, _ := syntax.Source(f.pass, f.set)
		set = text + "."
	}
	number := strconv.Itoa(rate)
	value := set + "Int(" + strconv.Quote(flagName) + ", " + number + ", " + usage + ")"
	store := set + "IntVar(&" + rateVariable + ", " + strconv.Quote(flagName) + ", " + number + ", " + usage + ")"
	if f.clauses {
		clause := set + "Flag(" + strconv.Quote(flagName) + ", " + usage + ").Default(" + strconv.Quote(number) + ")."
		value, store = clause+"Int()", clause+"IntVar(&"+rateVariable+")"
	}
	if !f.defines && f.function() == user.function() && f.before(user) {
		return "*" + rateVariable, []analysis.TextEdit{fix.Insert(f.stmt.Pos(), rateVariable+" := "+value+"\n"+f.indent())}
	}
	if !f.defines && f.global() {
		return "*" + rateVariable, []analysis.TextEdit{f.beforeFunction("var " + rateVariable + " = " + value)}
	}
	declaration := memo.Of(declared, f.pass.Pkg, func() analysis.TextEdit { return f.beforeFunction("var " + rateVariable + " int") })
	if f.defines {
		return rateVariable, []analysis.TextEdit{declaration, fix.Insert(f.stmt.End(), "\n"+f.indent()+store)}
	}
	return rateVariable, []analysis.TextEdit{declaration, fix.Insert(f.stmt.Pos(), store+"\n"+f.indent())}
}

// global reports whether the set of flags is one of a package.
func (f *flagPlace) global() bool {
	if f.set == nil {
		return true
	}
	obj := rootObject(f.pass, f.set)
	_, imported := obj.(*types.PkgName)
	return imported || obj.Parent() == f.pass.Pkg.Scope()
}

// beforeFunction puts a declaration before the one that the place is in.
func (f *flagPlace) beforeFunction(text string) analysis.TextEdit {
	return fix.Insert(fix.Above(f.pass, f.path[len(f.path)-2]), text+"\n\n")
}
