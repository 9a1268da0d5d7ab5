package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rllint/rllint/internal/engine/fix"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A root is the function that makes the manager, where the limits are made too.
type root struct {
	function *ast.FuncDecl
	variable string // that has the limits
	edits    []edits
}

// flagPackages are those whose flags the limits can be made from.
var flagPackages = map[string]bool{"flag": true, "github.com/spf13/pflag": true}

const usage = `"The number of reconciles a second that all controllers together may make."`

// manager works out what changes where the manager of a program is made.
func (p *program) manager(main string, opts Options) (*root, error) {
	pass := p.passes[main]
	if pass == nil {
		return nil, fmt.Errorf("the main package %s was not analysed", main)
	}
	if r := limitsOf(pass); r != nil {
		return r, nil
	}
	made := find(pass, func(sym symbol.Name) bool { return known.Func(sym) == known.NewManager })
	if len(made) != 1 {
		return nil, fmt.Errorf("the package %s makes %d managers; adopt needs exactly one call of NewManager there", main, len(made))
	}
	parsed := find(pass, func(sym symbol.Name) bool {
		return sym.Declared() == "Parse" && flagPackages[sym.Package()]
	})
	if len(parsed) != 1 {
		return nil, fmt.Errorf("the package %s calls flag.Parse or pflag.Parse %d times; adopt needs exactly one such call, and knows no other flag library", main, len(parsed))
	}
	m := made[0]
	r := &root{function: m.function, variable: "limits"}
	if taken(pass, m.function, r.variable) {
		r.variable = "rateLimits"
	}
	rate := "maxReconcileRate"
	if taken(pass, m.function, rate) {
		return nil, fmt.Errorf("main has a variable %s already; adopt is for programs without a rate", rate)
	}
	handling, err := m.handling()
	if err != nil {
		return nil, err
	}
	qualifier, list, ok := fix.Import(pass, m.stmt.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return nil, errors.New("the file that makes the manager is made from another")
	}
	list = append(list, parsed[0].flag(rate, opts.Rate, m.function))
	lines := []string{r.variable + ", err := " + qualifier + ".New(*" + rate + ")", handling, ""}
	list = append(list, insert(m.stmt.Pos(), strings.Join(lines, "\n"+m.indent())))
	config := m.call.Args[0]
	list = append(list, insert(config.Pos(), r.variable+".LimitRESTConfig("), insert(config.End(), ")"))
	if opts.Workers {
		list = append(list, m.defaults(r.variable)...)
	}
	r.edits = []edits{{pass, list}}
	return r, nil
}

// limitsOf returns the function that makes limits already, with the variable that has them; nil if there is none.
func limitsOf(pass *analysis.Pass) *root {
	made := find(pass, func(sym symbol.Name) bool { return sym == fix.RuntimePackage+".New" })
	if len(made) != 1 {
		return nil
	}
	assign, ok := made[0].stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || assign.Rhs[0] != made[0].call {
		return nil
	}
	variable, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	return &root{function: made[0].function, variable: variable.Name}
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// A callSite is a call in a statement of a function.
type callSite struct {
	pass     *analysis.Pass
	call     *ast.CallExpr
	stmt     ast.Stmt
	list     []ast.Stmt // that the statement stands in
	function *ast.FuncDecl
}

// find returns the calls of functions and function variables whose symbol is wanted.
func find(pass *analysis.Pass, wanted func(sym symbol.Name) bool) []callSite {
	var sites []callSite
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var id *ast.Ident
			switch fun := ast.Unparen(call.Fun).(type) {
			case *ast.SelectorExpr:
				id = fun.Sel
			case *ast.Ident:
				id = fun
			default:
				return true
			}
			obj := pass.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
				return true
			}
			sym := symbol.Of(obj)
			if original, ok := known.Variables[sym]; ok {
				sym = original
			}
			if wanted(sym) {
				if s, ok := siteOf(pass, file, call); ok {
					sites = append(sites, s)
				}
			}
			return true
		})
	}
	return sites
}

func siteOf(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) (callSite, bool) {
	s := callSite{pass: pass, call: call}
	path, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.End())
	for i, n := range path {
		if block, ok := n.(*ast.BlockStmt); ok && s.stmt == nil && i > 0 {
			s.stmt, _ = path[i-1].(ast.Stmt)
			s.list = block.List
		}
		if decl, ok := n.(*ast.FuncDecl); ok {
			s.function = decl
		}
	}
	return s, s.stmt != nil && s.function != nil
}

// flag defines the rate before the flags are parsed: as a variable of the function that uses it, or of
// the package if that is another function.
func (s callSite) flag(name string, rate int, user *ast.FuncDecl) analysis.TextEdit {
	sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	qualifier := ""
	if ok {
		qualifier = types.ExprString(sel.X) + "."
	}
	value := qualifier + `Int("max-reconcile-rate", ` + strconv.Itoa(rate) + ", " + usage + ")"
	if s.function == user {
		return insert(s.stmt.Pos(), name+" := "+value+"\n"+s.indent())
	}
	pos := s.function.Pos()
	if s.function.Doc != nil {
		pos = s.function.Doc.Pos()
	}
	return insert(pos, "var "+name+" = "+value+"\n\n")
}

// indent returns the space that the statement's line starts with.
func (s callSite) indent() string {
	return strings.Repeat("\t", s.pass.Fset.Position(s.stmt.Pos()).Column-1)
}

var message = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// handling returns what is done about an error, as it is done about that of the call.
func (s callSite) handling() (string, error) {
	for i, stmt := range s.list {
		if stmt != s.stmt || i+1 == len(s.list) {
			continue
		}
		check, ok := s.list[i+1].(*ast.IfStmt)
		if !ok || check.Init != nil || check.Else != nil || types.ExprString(check.Cond) != "err != nil" {
			break
		}
		text, ok := sourceOf(s.pass, check)
		if !ok {
			break
		}
		return message.ReplaceAllString(text, `"unable to make the limits"`), nil
	}
	return "", fmt.Errorf("the error of NewManager at %s is not handled by the statement after it", at(s.pass, s.call))
}

// defaults makes the limits' number of workers that of the manager, if its options are written there
// and say nothing of controllers.
func (s callSite) defaults(variable string) []analysis.TextEdit {
	if len(s.call.Args) < 2 {
		return nil
	}
	lit, ok := ast.Unparen(s.call.Args[1]).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if key, ok := kv.Key.(*ast.Ident); !ok || key.Name == "Controller" {
			return nil
		}
	}
	if len(lit.Elts) == 0 {
		return []analysis.TextEdit{insert(lit.Rbrace, "Controller: "+variable+".ManagerDefaults()")}
	}
	text := "Controller: " + variable + ".ManagerDefaults(), "
	first := lit.Elts[0]
	if s.pass.Fset.Position(first.Pos()).Line != s.pass.Fset.Position(lit.Lbrace).Line {
		text = strings.TrimSpace(text) + "\n" + strings.Repeat("\t", s.pass.Fset.Position(first.Pos()).Column-1)
	}
	return []analysis.TextEdit{insert(first.Pos(), text)}
}

// taken reports whether a function uses a name.
func taken(pass *analysis.Pass, decl *ast.FuncDecl, name string) bool {
	found := pass.Pkg.Scope().Lookup(name) != nil
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// sourceOf returns the text of a node.
func sourceOf(pass *analysis.Pass, n ast.Node) (string, bool) {
	file := pass.Fset.File(n.Pos())
	data, err := pass.ReadFile(file.Name())
	if err != nil || len(data) != file.Size() {
		return "", false
	}
	return string(data[file.Offset(n.Pos()):file.Offset(n.End())]), true
}
