package fix

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// The package of the limiters that rllint recommends.
const (
	RuntimeModule  = "github.com/rllint/rllint/runtime"
	RuntimePackage = RuntimeModule + "/ratelimiter"
	RuntimeName    = "ratelimiter"
)

// A Limiting is what it takes to limit one controller with the runtime, where a variable has its limits.
type Limiting struct {
	Function *ast.FuncDecl // that creates the controller, where the variable must be in scope
	Edits    []analysis.TextEdit
}

// Limit works out how to limit the controller that is created at a position with the limits that a variable
// has. Workers is the number that the controller has without options of its own, "" for that of the
// limits. Used holds the names that were given to variables before, and is added to.
//
// An error says, for people, why it cannot be done.
func Limit(pass *analysis.Pass, pos token.Pos, variable, workers string, used map[string]bool) (*Limiting, error) {
	p, ok := placeOf(pass, pos)
	if !ok {
		return nil, errors.New("its file is made from another")
	}
	s, ok := siteAt(p)
	if !ok {
		return nil, errors.New("it is created through a function value")
	}
	decl, ok := s.function.(*ast.FuncDecl)
	if !ok {
		return nil, errors.New("it is created in a function literal")
	}
	if _, ok := s.returnsError(); !ok {
		return nil, errors.New("the function that creates it does not return an error alone")
	}
	reconciler, _ := s.reconciler()
	stmt, list := s.statement()
	if reconciler == nil || stmt == nil {
		return nil, errors.New("its reconciler is not handed over where it is created")
	}
	name, ok := s.name()
	if !ok {
		return nil, errors.New("it has no name that can be told")
	}
	source, ok := s.text(reconciler)
	if !ok {
		return nil, errors.New("its file cannot be read")
	}
	limited, failure := s.freshName(limitedName, used), s.failure(stmt, list)
	options := limited + ".ControllerOptions()"
	edits, own, extra, err := s.setOptions(options, limited)
	if err != nil {
		return nil, err
	}
	if own != "" && workers != "" {
		workers = own
	}
	qualifier, imports := s.use(RuntimePackage, RuntimeName)
	call := qualifier + ".NewReconciler(" + name + ", " + source + ", " + variable
	if workers != "" {
		call += ", " + qualifier + ".WithWorkers(" + workers + ")"
	}
	lines := []string{limited + ", " + failure + " := " + call + ")", "if " + failure + " != nil {", "\treturn " + failure, "}"}
	edits = append(edits, imports...)
	edits = append(edits, insert(stmt.Pos(), strings.Join(append(append(lines, extra...), ""), "\n"+s.indent(stmt))))
	if s.kind != known.NewController {
		edits = append(edits, analysis.TextEdit{Pos: reconciler.Pos(), End: reconciler.End(), NewText: []byte(limited)})
	}
	return &Limiting{Function: decl, Edits: edits}, nil
}

// IsLimited reports whether the controller that is created at a position is given a reconciler that the
// runtime limits.
func IsLimited(pass *analysis.Pass, pos token.Pos) bool {
	p, ok := placeOf(pass, pos)
	if !ok {
		return false
	}
	s, ok := siteAt(p)
	if !ok {
		return false
	}
	reconciler, _ := s.reconciler()
	return reconciler != nil && code.BaseType(code.TypeString(pass.TypesInfo.TypeOf(reconciler))) == RuntimePackage+".Reconciler"
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// setOptions returns the edits that give the controller options, the number of workers that it is given
// now, "" if none, and statements that must come before.
func (s *site) setOptions(options, limited string) (edits []analysis.TextEdit, workers string, before []string, err error) {
	if s.kind == known.NewController {
		lit, _ := ast.Unparen(s.call.Args[len(s.call.Args)-1]).(*ast.CompositeLit)
		number, err := s.onlyWorkers(lit, "Reconciler")
		if err != nil {
			return nil, "", nil, err
		}
		edit := analysis.TextEdit{Pos: lit.Pos(), End: lit.End(), NewText: []byte("options")}
		return []analysis.TextEdit{edit}, number, []string{"options := " + options, "options.Reconciler = " + limited}, nil
	}
	given := s.optionCalls()
	switch {
	case len(given) == 0:
		sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil, "", nil, errors.New("its builder cannot be followed")
		}
		at := s.besideName(sel.X, s.chain())
		return []analysis.TextEdit{insert(at.End(), s.separator(at)+"WithOptions("+options+")")}, "", nil, nil
	case len(given) == 1 && len(given[0].Args) == 1:
		lit, _ := ast.Unparen(given[0].Args[0]).(*ast.CompositeLit)
		number, err := s.onlyWorkers(lit)
		if err != nil {
			return nil, "", nil, err
		}
		edits = append(edits, analysis.TextEdit{Pos: lit.Pos(), End: lit.End(), NewText: []byte(options)})
		return append(edits, s.dropUnused(lit, nil)...), number, nil, nil
	}
	return nil, "", nil, errors.New("its options are set in several places")
}

// onlyWorkers returns the number of workers that options set which set nothing else, but for the fields given.
func (s *site) onlyWorkers(lit *ast.CompositeLit, others ...string) (string, error) {
	if lit == nil {
		return "", errors.New("its options are not written where it is created")
	}
	number := ""
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return "", errors.New("its options have no names")
		}
		switch key := keyName(kv); {
		case key == workersField:
			if number, ok = s.text(kv.Value); !ok {
				return "", errors.New("its file cannot be read")
			}
		case len(others) == 0 || key != others[0]:
			return "", errors.New("it has other options too: " + key)
		}
	}
	if s.hasComment(lit) {
		return "", errors.New("its options have comments")
	}
	return number, nil
}

// besideName returns the link of a chain that the options are set after.
func (s *site) besideName(chain ast.Expr, links []*ast.CallExpr) ast.Expr {
	at := chain
	for _, link := range links {
		// Beside the name is where people look for it. A builder kept in a variable may be named
		// in another statement, on some ways only.
		if s.kindOf(link) == known.BuilderNamed && within(chain, link) {
			at = link
		}
	}
	return at
}

// freshName returns a name that nothing in the function has.
func (s *site) freshName(name string, used map[string]bool) string {
	for i := 1; ; i++ {
		fresh := name
		if i > 1 {
			fresh += strconv.Itoa(i)
		}
		key := s.pass.Fset.Position(s.function.Pos()).String() + " " + fresh
		if !s.named(s.function, fresh) && !used[key] {
			used[key] = true
			return fresh
		}
	}
}

// failure returns a name for an error that may be declared before a statement.
func (s *site) failure(stmt ast.Stmt, list []ast.Stmt) string {
	for _, other := range list {
		assign, ok := other.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || assign.Pos() < stmt.Pos() {
			continue
		}
		fresh := false
		for _, left := range assign.Lhs {
			if id, ok := left.(*ast.Ident); ok && id.Name != "err" && id.Name != "_" {
				fresh = true
			}
		}
		if !fresh {
			return "limitErr" // a later declaration of err alone would declare nothing
		}
	}
	return "err"
}

// indent returns the space that a statement's line starts with.
func (p *place) indent(n ast.Node) string {
	data, tf, ok := p.source()
	if !ok {
		return ""
	}
	line := string(data[tf.Offset(tf.LineStart(tf.Line(n.Pos()))):tf.Offset(n.Pos())])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// statement returns the innermost statement around the site that stands in a block, and the
// list it stands in.
func (p *place) statement() (ast.Stmt, []ast.Stmt) {
	path, _ := astutil.PathEnclosingInterval(p.file, p.pos, p.pos)
	for i := 0; i+1 < len(path); i++ {
		stmt, ok := path[i].(ast.Stmt)
		if !ok {
			continue
		}
		switch block := path[i+1].(type) {
		case *ast.BlockStmt:
			return stmt, block.List
		case *ast.CaseClause:
			return stmt, block.Body
		case *ast.CommClause:
			return stmt, block.Body
		}
	}
	return nil, nil
}

// Import returns the name of a package in the file at a position, and the edits that import it if it is not.
func Import(pass *analysis.Pass, pos token.Pos, importPath, name string) (string, []analysis.TextEdit, bool) {
	p, ok := placeOf(pass, pos)
	if !ok {
		return "", nil, false
	}
	local, edits := p.use(importPath, name)
	return local, edits, true
}
