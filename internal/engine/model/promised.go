package model

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/value"
)

// promised returns what the program limits all its controllers by, as far as this package knows.
func (a *packageAnalysis) promised(p judge.Promised) Promised {
	out := Promised{Rate: p.Rate, RateAt: a.seen(p.RateAt), Limiter: a.seen(p.Limiter)}
	if !a.pkg.Main {
		return out
	}
	for _, lit := range a.optionLiterals() {
		out.options = cmp.Or(out.options, lit.Pos())
		out.Options = append(out.Options, code.PlaceOf(a.pass.Fset.Position(lit.Pos())))
		out.types = append(out.types, code.TypeString(a.pass.TypesInfo.TypeOf(lit)))
	}
	return out
}

// seen is the site of a place for this package: the call in it that leads there, where there is one.
func (a *packageAnalysis) seen(p value.Place) Site {
	if pos := p.In(a.pkg.Path); pos.IsValid() {
		return pos.Place
	}
	return p.Pos.Place
}

// optionLiterals returns the struct literals of the package that set a number of workers and are not
// controller-runtime's own: the options that main makes for its controllers.
func (a *packageAnalysis) optionLiterals() []*ast.CompositeLit {
	var list []*ast.CompositeLit
	for _, file := range a.pass.Files {
		for lit := range syntax.All[*ast.CompositeLit](file) {
			if syntax.Field(lit, "MaxConcurrentReconciles") == nil {
				continue
			}
			named, ok := types.Unalias(a.pass.TypesInfo.TypeOf(lit)).(*types.Named)
			if ok && !reconcilesItself(named) && named.Obj().Pkg() != nil &&
				!strings.HasPrefix(named.Obj().Pkg().Path(), known.ControllerRuntime+"/") {
				list = append(list, lit)
			}
		}
	}
	return list
}

// reconcilesItself reports whether a type is that of a reconciler, which may hold its own controller's number.
func reconcilesItself(named *types.Named) bool {
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, nil, "Reconcile")
	return method != nil
}

// What messages call the rate and the limiter of programs where the package does not know them. A driver that knows the
// programs puts their names there.
const (
	AnyRate    = "the program's rate"
	AnyLimiter = "a limiter that all controllers share"
)

// Rate names the program's rate, for messages.
func (c *Cause) Rate() string { return cmp.Or(c.Promised.Rate, AnyRate) }

// LimiterNear names the limiter that all controllers are to ask, beside a finding in a file.
func (p Promised) LimiterNear(file string) string {
	if p.Limiter.Line == 0 {
		return AnyLimiter
	}
	text := fmt.Sprintf("the limiter made at %s:%d", relative(p.Limiter.File, file), p.Limiter.Line)
	if p.Rate != "" {
		text += " from " + p.Rate
	}
	return text
}

// LimiterAsked names that limiter beside the finding.
func (c *Cause) LimiterAsked() string { return c.Promised.LimiterNear(c.file) }

// Written is a rate's name as people write it, where it is the program's.
func (p Promised) Written(name string) string {
	if strings.TrimLeft(p.Rate, "-") == name {
		return p.Rate
	}
	return name
}

// RateAt names the program's rate and where it is defined.
func (c *Cause) RateAt() string {
	if c.Promised.Rate == "" || c.Promised.RateAt.Line == 0 {
		return c.Rate()
	}
	return c.Rate() + " (" + c.Near(c.Promised.RateAt) + ")"
}

// OptionsOfMain names the options that main makes, "" where it makes none.
func (c *Cause) OptionsOfMain() string {
	var places []string
	for _, s := range c.Promised.Options {
		places = append(places, c.Near(s))
	}
	switch len(places) {
	case 0:
		return ""
	case 1:
		return "main's options (" + places[0] + ")"
	}
	return "any of main's options (" + strings.Join(places, ", ") + ")"
}

// handedOptions returns the parameter that is main's options of the function that sets a controller up, and its type, "" if it has none.
func (a *packageAnalysis) handedOptions(site value.Place) (name, typ string) {
	for n := site.Node; n != nil && n.Fn.Sym.Package() == site.Package(); n = n.Caller {
		for i, t := range n.Fn.ParamTypes {
			if t = strings.TrimPrefix(t, "*"); slices.Contains(a.promise.types, t) && i < len(n.Fn.ParamNames) {
				return n.Fn.ParamNames[i], t
			}
		}
	}
	return "", ""
}

// Ignored says what is missing where each controller's set-up function is handed main's options and does nothing with them: a call
// of WithOptions, with the method that makes the library's options. It is "" where one of them is not handed any.
func (c *Cause) Ignored(makers []OptionMaker) string {
	call := ""
	for _, r := range c.Reaches {
		if r.options == "" || r.options == "_" {
			return ""
		}
		i := slices.IndexFunc(makers, func(m OptionMaker) bool { return m.Receiver == r.optionsType })
		if i < 0 {
			return "no WithOptions"
		}
		call = cmp.Or(call, "no WithOptions("+r.options+"."+makers[i].Method+"())")
	}
	return call
}

// Near writes a place as people read it beside the finding, without the folders that both have in common.
func (c *Cause) Near(s Site) string { return fmt.Sprintf("%s:%d", relative(s.File, c.file), s.Line) }

// DefaultsAlone reports whether each controller gets neither a limiter for its queue nor a number of workers: what
// lacks both was given no options, or options of its own.
func (c *Cause) DefaultsAlone() bool {
	return len(c.Reaches) > 0 && !slices.ContainsFunc(c.Reaches, func(r *Controller) bool { return !r.DefaultsAlone() })
}

// DefaultsAlone reports whether a controller runs with the library's own limiter and one worker.
func (c *Controller) DefaultsAlone() bool {
	return c.Limits[judge.Limiter].Verdict == judge.Unset && c.Limits[judge.Concurrency].Verdict == judge.Unset
}
