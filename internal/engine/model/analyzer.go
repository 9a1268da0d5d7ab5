package model

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/behaviour"
	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/requeue"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/state"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("controllers", "find controllers and the limits they run under, and what their reconcilers do",
	analyse, append(behaviour.Facts(), new(Code))...)

// withRelated is whether findings have related places. Most drivers show each on a
// line of its own, as if it was a finding.
var withRelated bool

func init() {
	Analyzer.Requires = append(Analyzer.Requires, blocking.Analyzer)
	settings.Register(&Analyzer.Flags)
	pairs.Flags(&Analyzer.Flags)
	Analyzer.Flags.BoolVar(&withRelated, "related", false, "name the controllers that a finding is about as its related places")
}

// Of returns the result of a pass of a rule that requires the [Analyzer].
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func analyse(pass *analysis.Pass) *Result {
	a := &packageAnalysis{pass: pass}
	sel := selector(pass)
	var choice *ssacode.Choice
	if !foundation(pass.Pkg) {
		a.importCode()
		if !a.irrelevant() {
			choice = ssacode.Choose(pass, a.imports, sel)
		}
	}
	does := behaviour.New(pass)
	chosen := does.Choose()
	if choice == nil && len(chosen) == 0 {
		return &Result{Behaviour: does.Found(nil, nil)}
	}
	if choice != nil {
		maps.Copy(chosen, choice.Decls)
	}
	pkg, funcs, done := ssacode.Functions(pass, chosen)
	if choice != nil {
		a.pkg = choice.Build(pkg, funcs)
	}
	found := does.Found(pkg, funcs)
	done()
	result := &Result{}
	if a.pkg != nil {
		result = a.found(sel, found.State.Kept)
	}
	result.Behaviour = found
	return result
}

// found exports the fact about the package whose code is built, and returns its controllers.
func (a *packageAnalysis) found(sel *ssacode.Selector, kept []state.Reconciler) *Result {
	pass := a.pass
	a.pkg.Partial = slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool { return imp.Path() == known.StandIn })
	requeue.Add(pass, a.pkg, sel.File)
	a.creators = creators(a.pkg, func(sym symbol.Name) bool { return a.imported[sym] }, a.methods)
	a.makers = queueMakers(a.pkg, func(sym symbol.Name) bool { return a.importedMakers[sym] })
	a.suppresses = sortSuppressions(append(a.suppresses, a.suppressions()...))
	a.kept = sortKept(append(a.kept, keptIn(pass, kept)...))
	a.open = append(a.open, a.openIn()...)
	slices.Sort(a.open)
	a.sight = a.limitsInSight()
	result := a.judge()
	if len(result.causes[judge.Middleware]) > 0 {
		result.Wrappers = collect(a, a.wrapper)
	}
	if len(result.causes[judge.Limiter]) > 0 || len(result.causes[judge.Concurrency]) > 0 {
		result.OptionMakers = collect(a, a.optionMaker)
	}
	if len(result.causes[judge.Client]) > 0 {
		result.ConfigLimiters = collect(a, a.configLimiter)
	}
	maps.Copy(a.imported, a.creators)
	maps.Copy(a.importedMakers, a.makers)
	code := &Code{a.pkg, told{Version: a.version, Creators: slices.Sorted(maps.Keys(a.imported)), Suppresses: a.suppresses,
		Makers: slices.Sorted(maps.Keys(a.importedMakers)), Sight: a.sight, Kept: a.kept, Open: slices.Compact(a.open)}}
	if _, version := modules.DependencyOf(pass); version == "" {
		// What a dependency's own analysis finds is shown to nobody: its users report it.
		for key := range a.reported {
			a.decided = append(a.decided, key)
		}
		slices.Sort(a.decided)
		code.Decided = slices.Compact(a.decided)
		code.Apart = a.apart
	}
	pass.ExportPackageFact(code)
	return result
}

// foundation reports whether a package is part of what controllers are built on and
// so cannot matter: drivers that analyse every dependency meet many of them.
func foundation(pkg *types.Package) bool {
	std := !dotted(pkg.Path())
	for _, imp := range pkg.Imports() {
		std = std && !dotted(imp.Path())
		if imp.Path() == known.ControllerRuntime || strings.HasPrefix(imp.Path(), known.ControllerRuntime+"/") {
			return strings.HasPrefix(pkg.Path(), known.ControllerRuntime+"/pkg/")
		}
	}
	return std && pkg.Name() != "main" || known.Foundation(pkg.Path())
}

// selector tells which code of a package is kept.
func selector(pass *analysis.Pass) *ssacode.Selector {
	return &ssacode.Selector{
		Package: knownPackage,
		Func: func(sym symbol.Name) bool {
			kind := known.Func(sym)
			return kind.Limits() || kind == known.Unresolved || known.Variables[sym] != "" || known.Asks(sym) || known.IsReconcile(sym)
		},
		Type:   known.Type,
		Field:  known.SettingField,
		Method: "Reconcile",
		Shape:  host.WantsShape,
		Keep:   known.AskMethod,
		Hands:  known.QueueType,
		Event:  known.FilteredEvent,
		Takes:  func(sym symbol.Name) bool { return known.Func(sym) == known.QueueGet },
		File:   modules.FileNamer(pass),

		Generated: syntax.Generated(pass),
	}
}

func knownPackage(path string) bool {
	if known.Foundation(path) || path == known.StandIn {
		return true
	}
	for _, p := range []string{"flag", "os", "sync", "github.com/spf13/", "github.com/urfave/", "github.com/alecthomas/",
		"gopkg.in/alecthomas/"} {
		if path == p || strings.HasSuffix(p, "/") && strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}

// irrelevant reports whether a package is one of a dependency from which nothing can
// be learnt: it imports no primitive, nor a package from which something can be, and it is not kept beside the program.
// Drivers that choose what to read leave those out; others must find the same.
func (a *packageAnalysis) irrelevant() bool {
	if _, version := modules.DependencyOf(a.pass); version == "" || a.learns || modules.InFolder(a.pass) {
		return false
	}
	var imports []string
	for _, imp := range a.pass.Pkg.Imports() {
		imports = append(imports, imp.Path())
	}
	return !known.Matters(a.pass.Pkg.Path(), imports, settings.Names)
}
