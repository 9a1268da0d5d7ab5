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
		"v = Join(v, b.Elems[i])", "_ = b"},
	{"a join of maps replaces values", engine + "value/join.go",
		"out.Set(k, b.Vals[i], true)", "out.Set(k, b.Vals[i], false)"},
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
		"\t\tcase *value.Struct:\n\t\t\tv = filled(x, value.Select(from, name, \"\"))", "\t\tdefault:\n\t\t\t_ = x\n\t\t\tv = value.Select(from, name, \"\")"},
	{"a function is followed once on the stack", engine + "interp/interp.go",
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
	{"an error that is equal is taken for another", engine + "outcome/condition.go",
		"return f.same(s, v.Self, w.Self, equal)", "return f.same(s, v.Self, w.Self, !equal)"},
	{"a directive suppresses all rules", engine + "model/suppress.go",
		"slices.Contains(d.Rules, attr.Rule)", "len(d.Rules) > 0 && attr != nil"},
	{"a fix forgets an import", "internal/changing/fix/imports.go",
		"return local, p.addImport(importPath, local)", "return local, nil"},
}
