package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A root is a place where the limits are made, in a function.
type root struct {
	site     site // the manager, or the call that makes the limits already
	variable string
	edits    []edits
	err      error // why they cannot be made there
}

// A start is what the places where limits can be made depend on.
type start struct {
	opts     Options
	managers []site // calls that make managers in the packages of the program
	others   []site // and in those of other programs of the module, which may call the same functions
	limited  map[model.Site]bool
	// priorities says that the managers' options choose the queue that keeps priorities.
	priorities bool
	declared   map[*types.Package]analysis.TextEdit // the variable of the rate, by package
}

// newStart finds the managers of a program.
func (p *program) newStart(main string, reports iter.Seq2[string, *model.Result], opts Options) (*start, error) {
	st := &start{opts: opts, limited: make(map[model.Site]bool), declared: make(map[*types.Package]analysis.TextEdit)}
	for _, pass := range p.reached(main) {
		if err := defined(pass); err != nil {
			return nil, err
		}
		st.managers = append(st.managers, find(pass, isNewManager)...)
		st.priorities = st.priorities || choosesPriorities(pass)
	}
	for _, path := range slices.Sorted(maps.Keys(p.passes)) {
		for _, m := range find(p.passes[path], isNewManager) {
			if !slices.ContainsFunc(st.managers, func(have site) bool { return have.call == m.call }) {
				st.others = append(st.others, m)
			}
		}
	}
	if len(st.managers) == 0 {
		return nil, fmt.Errorf("no call of NewManager is found in %s and the packages of this module that it imports", main)
	}
	for _, r := range reports {
		for _, prog := range r.Programs {
			for _, m := range prog.Managers {
				if m.Client.Verdict != judge.Unset {
					st.limited[model.Site{File: m.At.File, Line: m.At.Line}] = true
				}
			}
		}
	}
	return st, nil
}

// reached returns the packages of the program that main imports, directly or not, and itself first.
func (p *program) reached(main string) []*analysis.Pass {
	var list []*analysis.Pass
	seen := make(map[string]bool)
	var visit func(path string)
	visit = func(path string) {
		pass := p.passes[path]
		if pass == nil || seen[path] {
			return
		}
		seen[path] = true
		list = append(list, pass)
		for _, imported := range pass.Pkg.Imports() {
			visit(imported.Path())
		}
	}
	visit(main)
	return list
}

// defined reports as an error if a package names a flag as the new one is named.
func defined(pass *analysis.Pass) error {
	for _, file := range pass.Files {
		for lit := range syntax.All[*ast.BasicLit](file) {
			if lit.Value == strconv.Quote(flagName) && !isTest(pass, lit) && len(find(pass, isNewLimits)) == 0 {
				return fmt.Errorf("there is already a --%s at %s; adopt is for programs without a rate", flagName, at(pass, lit))
			}
		}
	}
	return nil
}

// choosesPriorities reports whether a package chooses the queue that keeps priorities for all controllers of a manager.
func choosesPriorities(pass *analysis.Pass) bool {
	return slices.ContainsFunc(pass.Files, func(file *ast.File) bool {
		return !isTest(pass, file) && syntax.Any(file, func(kv *ast.KeyValueExpr) bool {
			if !syntax.Is(kv.Key, "UsePriorityQueue") {
				return false
			}
			obj := syntax.Object(pass.TypesInfo, kv.Key)
			return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == known.ControllerRuntime+"/pkg/config" && !fix.IsFalse(kv.Value)
		})
	})
}

func isNewManager(sym symbol.Name) bool { return known.Func(sym) == known.NewManager }

func isNewLimits(sym symbol.Name) bool { return sym == fix.RuntimePackage+".New" }

// existing returns the places where the program makes limits already, by function.
func (p *program) existing(main string) map[ast.Node]*root {
	places := make(map[ast.Node]*root)
	for _, pass := range p.reached(main) {
		for _, s := range find(pass, isNewLimits) {
			if assign, call := syntax.OfCall(s.stmt); call == s.call {
				if id, ok := assign.Lhs[0].(*ast.Ident); ok {
					places[s.function()] = &root{site: s, variable: id.Name}
				}
			}
		}
	}
	return places
}

// atManagers makes the limits before each manager.
func (p *program) atManagers(st *start) map[ast.Node]*root {
	places := make(map[ast.Node]*root)
	for _, m := range slices.Concat(st.managers, st.others) {
		one := &root{site: m, variable: m.variable()}
		if one.err = defined(m.pass); one.err == nil {
			one.edits, one.err = p.beforeManager(st, m, one.variable)
		}
		if places[m.function()] != nil {
			one.err = fmt.Errorf("the function at %s makes several managers", at(m.pass, m.function()))
		}
		places[m.function()] = one
	}
	return places
}

func (p *program) beforeManager(st *start, m site, variable string) ([]edits, error) {
	if m.stmt == nil {
		return nil, fmt.Errorf("the manager at %s is made outside of a function", at(m.pass, m.call))
	}
	handling, err := m.handling(limitsFailed)
	if err != nil {
		return nil, err
	}
	flags, err := flagPlaceFor(m)
	if err != nil {
		return nil, err
	}
	if taken(m, rateVariable) {
		return nil, fmt.Errorf("there is already a variable %s at %s; adopt is for programs without a rate", rateVariable, at(m.pass, m.call))
	}
	rate, list := flags.define(st.opts.Rate, m, st.declared)
	qualifier, imports, ok := fix.Import(m.pass, m.stmt.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return nil, errors.New("the file that makes the manager is made from another")
	}
	list = append(list, imports...)
	lines := []string{variable + ", err := " + qualifier + ".New(" + rate + ")", handling, ""}
	list = append(list, fix.Insert(fix.Above(m.pass, m.stmt), strings.Join(lines, "\n"+m.indent())))
	list = append(list, st.client(m, variable)...)
	return []edits{{m.pass, list}}, nil
}

// client limits the client of a manager, if nothing does, and makes the limits' number of workers that of the
// manager if that is wanted.
func (st *start) client(m site, limits string) []analysis.TextEdit {
	var list []analysis.TextEdit
	if config := m.call.Args[0]; !st.isLimited(m) {
		list = append(list, fix.Insert(config.Pos(), limits+".LimitRESTConfig("), fix.Insert(config.End(), ")"))
	}
	if st.opts.Workers {
		list = append(list, m.defaults(limits)...)
	}
	return list
}

// isLimited reports whether something limits the client of a manager already.
func (st *start) isLimited(m site) bool {
	pos := m.pass.Fset.Position(m.call.Pos())
	return st.limited[model.Site{File: pos.Filename, Line: pos.Line}]
}

// defaults makes the limits' number of workers that of the manager, if its options are written there
// and say nothing of controllers.
func (s site) defaults(variable string) []analysis.TextEdit {
	if len(s.call.Args) < 2 {
		return nil
	}
	lit, ok := ast.Unparen(s.call.Args[1]).(*ast.CompositeLit)
	if !ok || syntax.Field(lit, "Controller") != nil {
		return nil
	}
	return []analysis.TextEdit{withField(s.pass, lit, "Controller: "+variable+".ManagerDefaults()")}
}

// variable returns a name for the limits in the function around a site.
func (s site) variable() string {
	for _, name := range []string{"limits", "rateLimits"} {
		if !taken(s, name) {
			return name
		}
	}
	return "reconcileLimits"
}

// taken reports whether a name means something in the function around a site, or in its package.
func taken(s site, name string) bool {
	if s.pass.Pkg.Scope().Lookup(name) != nil {
		return true
	}
	return slices.ContainsFunc(s.functions, func(fn ast.Node) bool { return syntax.Spells(fn, name) })
}
