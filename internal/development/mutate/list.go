package main

// A mutant is a mistake in one place of the engine.
type mutant struct {
	what     string // for people
	file     string // below the module's root
	old, new string // the code, which stands there once
}

const engine = "internal/engine/"

// Mistakes that someone could make who changes the engine. One that no short test notices is a place to write a test for.
var mutants = []mutant{
	{"a join of structs drops the others' fields", engine + "value/join.go",
		"\tfor _, v := range list {\n\t\tfor name := range v.(*Struct).Fields {", "\tfor _, v := range list[:1] {\n\t\tfor name := range v.(*Struct).Fields {"},
	{"a join of arrays keeps the first's elements", engine + "value/join.go",
		"v = work.Join(v, b.Elems[i])", "_ = b"},
	{"a join of maps leaves out values of the others", engine + "value/entries.go",
		"\t\t\tvals[at].Add(e.Vals[i])", "\t\t\tif at >= len(first.Keys) {\n\t\t\t\tvals[at].Add(e.Vals[i])\n\t\t\t}"},
	{"all unknown values are the same", engine + "value/join.go",
		"return ok && (a == b || sameUnknown(a, b, compared))", "return ok && (a == b || a.NonNil == b.NonNil)"},
	{"an element that is not known is replaced in all", engine + "value/path.go",
		"return Write(content, path, Join(Read(content, path), v))", "return Write(content, path, v)"},
	{"what a test says of memory is forgotten", engine + "interp/branch.go",
		"f.store(p, narrow)", "_ = p"},
	{"a condition narrows the other way", engine + "interp/branch.go",
		"narrow := value.Narrow(old, op, f.value(y), yes)", "narrow := value.Narrow(old, op, f.value(y), !yes)"},
	{"code that is not read leaves nil pointers", engine + "interp/escape.go",
		"\t\tcase value.Zero:\n\t\t\tv = value.Select(from, name, \"\")\n", ""},
	{"code that is not read fills what has a value", engine + "interp/escape.go",
		"\t\t\tv = in.filledStruct(x, value.Select(from, name, \"\"), by)", "\t\t\tv = value.Select(from, name, \"\")"},
	{"a function is followed once on the stack", engine + "interp/recursion.go",
		"maxRecursion = 3 ", "maxRecursion = 1 "},
	{"ways that fail count", engine + "interp/exec.go",
		"if len(ok) > 0 {", "if false {"},
	{"a deferred call is not made", engine + "interp/defers.go",
		"d != nil && !f.ended(); d = d.under {", "d != nil && f.ended(); d = d.under {"},
	{"a limiter that is asked on one way counts for all", engine + "judge/middleware.go",
		"case best == Missing:\n\t\t\treturn Missing, nil", "case best == Missing:\n\t\t\tcontinue"},
	{"a manager behind a wrapper is not found", engine + "host/manager.go",
		"if depth > 4 {", "if depth > 0 {"},
	{"a limiter of the reconciler's own is middleware", engine + "host/reconcile.go",
		"p.chain.Asked = asked\n", "_ = asked\n"},
	{"another flag is the rate", engine + "judge/concurrency.go",
		"case j.isRate(x.Name) || j.rates[x.First()]:", "case x.Name != \"\":"},
	{"a limiter that is handed in is made by hand", engine + "judge/limiter.go",
		"\tcase madeOutside:\n", "\tcase madeOutside:\n\t\tfound.Verdict = Adhoc\n"},
	{"an error that is equal is taken for another", engine + "paths/condition.go",
		"return f.same(s, v.Self, w.Self, equal)", "return f.same(s, v.Self, w.Self, !equal)"},
	{"a directive suppresses all rules", engine + "model/suppress.go",
		"slices.Contains(d.Rules, attr.Rule)", "len(d.Rules) > 0 && attr != nil"},
	{"a fix forgets an import", "internal/changing/fix/imports.go",
		"return local, p.addImport(importPath, local)", "return local, nil"},
	{"the next item leaves no end for the one before", engine + "queuing/exec.go",
		"\t\tf.end(s, i, last)\n\t\ts.drop(i.from)", "\t\ts.drop(i.from)"},
	{"the last deferred call of a worker is not followed", engine + "queuing/exec.go",
		"for n := len(s.defers) - 1; n >= 0; n-- {", "for n := len(s.defers) - 1; n > 0; n-- {"},
	{"a way brings along what another one chose", engine + "ways/ways.go",
		"w.Choose(next, s, phi, phi.Edges[edge])", "w.Choose(next, s, phi, phi.Edges[edge*0])"},
	{"a block is entered once, whatever is known", engine + "ways/ways.go",
		"key := w.Key(next, to)", "_ = w.Key(next, to)\n\tkey := \"\""},
	{"a wait that an argument turns off counts", engine + "blocking/reach.go",
		"if slices.Contains(v.falses, w.only) {", "if v.falses == nil && w.only < -1 {"},
	{"a wait counts once, whatever loop leads there", engine + "blocking/reach.go",
		"w.Repeat = w.Repeat.within(repeat)", "_ = repeat"},
	{"a predicate for all that is watched filters nothing", engine + "selfwake/selfwake.go",
		"filtered[t] = filtered[t] || filters", "filtered[t] = filtered[t] || filters && false"},
	{"a request that is queued anyway has a delay that may have passed", engine + "delay/delay.go",
		"requeue == nil || syntax.Is(requeue, \"false\")", "true || requeue == nil"},
	{"any function is looked at for objects that are gone", engine + "lost/lost.go",
		"f.reconciles && (obj.Name() == \"Reconcile\" || c.handed[obj])", "f.reconciles && (true || c.handed[obj])"},
	{"calls through interfaces lead nowhere", engine + "callgraph/callgraph.go",
		"\t\tcase code.OpInvoke:\n\t\t\tg.invoke(in.Symbol().Last(), here)\n", ""},
}
