package fix

import (
	"errors"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
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

// A Limiting is how one controller is to be limited with the runtime.
type Limiting struct {
	Limits string // an expression for the limits, where the controller is created
	// Workers is the number that the controller has without options of its own, "" for that of the limits.
	Workers string
	// OfManager says that the number comes from the manager, so that a controller may be given none.
	OfManager bool
	// Failure is the statement that handles an error called err there.
	Failure string
	// NoLimiter says that the options that the controller is given have no limiter for certain.
	NoLimiter bool
	// Used holds the names that were given to variables before, and is added to.
	Used map[string]bool
}

// Limit works out how to limit the controller that is created at a position.
//
// An error says, for people, why it cannot be done.
func (l *Limiting) Limit(pass *analysis.Pass, pos token.Pos) ([]analysis.TextEdit, error) {
	p, ok := placeOf(pass, pos)
	if !ok {
		return nil, errors.New("its file is made from another")
	}
	s, ok := siteAt(p)
	if !ok {
		return nil, errors.New("it is created through a function value")
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
	limited := s.freshName(limitedName, l.Used)
	given, err := l.options(s, limited)
	if err != nil {
		return nil, err
	}
	if given.at != nil {
		if stmt, list = s.before(given.at, reconciler); stmt == nil {
			return nil, errors.New("its options are set before its reconciler is made")
		}
	}
	failure := s.failure(stmt, list)
	workers := l.Workers
	if given.workers != "" && workers != "" {
		workers = given.workers
	}
	if l.OfManager && !given.kept && given.workers == "" {
		return nil, errors.New("its number of workers comes from the manager's options; use -workers to let the rate decide")
	}
	qualifier, imports := s.use(RuntimePackage, RuntimeName)
	call := qualifier + ".NewReconciler(" + name + ", " + source + ", " + l.Limits
	if workers != "" && !given.kept {
		call += ", " + qualifier + ".WithWorkers(" + workers + ")"
	}
	lines := []string{limited + ", " + failure + " := " + call + ")", errName.ReplaceAllString(l.Failure, failure)}
	edits := append(given.edits, imports...)
	edits = append(edits, insert(Above(pass, stmt), strings.Join(append(append(lines, given.before...), ""), "\n"+s.indent(stmt))))
	if s.kind != known.NewController || given.kept {
		edits = append(edits, analysis.TextEdit{Pos: reconciler.Pos(), End: reconciler.End(), NewText: []byte(limited)})
	}
	return edits, nil
}

var errName = regexp.MustCompile(`\berr\b`)

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

// Above returns where a statement starts, or the comment that stands right above it.
func Above(pass *analysis.Pass, stmt ast.Stmt) token.Pos {
	line := func(pos token.Pos) int { return pass.Fset.PositionFor(pos, false).Line }
	for _, file := range pass.Files {
		if stmt.Pos() < file.FileStart || file.FileEnd <= stmt.Pos() {
			continue
		}
		for _, group := range file.Comments {
			column := pass.Fset.PositionFor(group.Pos(), false).Column
			if line(group.End()) == line(stmt.Pos())-1 && column == pass.Fset.PositionFor(stmt.Pos(), false).Column {
				return group.Pos()
			}
		}
	}
	return stmt.Pos()
}

// failure returns a name for an error that may be declared before a statement.
func (s *site) failure(stmt ast.Stmt, list []ast.Stmt) string {
	const usual, other = "err", "limitErr"
	if _, have := s.pass.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(usual, stmt.Pos()); have != nil && !isError(have.Type()) {
		return other
	}
	for _, later := range list {
		switch later := later.(type) {
		case *ast.AssignStmt:
			if later.Tok == token.DEFINE && later.Pos() >= stmt.Pos() && !slices.ContainsFunc(later.Lhs, func(left ast.Expr) bool {
				id, ok := left.(*ast.Ident)
				return ok && id.Name != usual && id.Name != "_"
			}) {
				return other // a declaration of err alone would declare nothing
			}
		case *ast.DeclStmt:
			if later.Pos() >= stmt.Pos() && declares(later, usual) {
				return other
			}
		}
	}
	return usual
}

// declares reports whether a declaration is one of a name.
func declares(decl *ast.DeclStmt, name string) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			found = found || slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == name })
		}
		return !found
	})
	return found
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

// before returns the statement around an earlier node, with its list, if what an expression at the site means it
// means there too, and the site is reached from there only.
func (s *site) before(n ast.Node, e ast.Expr) (ast.Stmt, []ast.Stmt) {
	earlier := *s.place
	earlier.pos = n.Pos()
	stmt, list := earlier.statement()
	if stmt == nil || !slices.ContainsFunc(list, func(other ast.Stmt) bool { return within(other, s.call) }) {
		return nil, nil
	}
	known := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := s.pass.TypesInfo.ObjectOf(id)
			known = known && !(obj != nil && stmt.Pos() <= obj.Pos() && obj.Pos() < s.call.Pos())
		}
		return known
	})
	if !known {
		return nil, nil
	}
	return stmt, list
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
