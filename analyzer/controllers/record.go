package controllers

import (
	"sort"
	"strings"

	"github.com/rllint/rllint/analyzer/flow"
	"github.com/rllint/rllint/analyzer/known"
)

// A record is one controller that was created in a run, with the values its
// limits come from.
type record struct {
	site        flow.Place
	constructor string
	name        string
	forType     string
	hasFor      bool   // its builder is given a type, known or not, and looks up the manager's number for its kind
	kind        string // the type's name; "" if it does not tell what its objects are
	swept       bool   // reached only because code that cannot be followed may call it

	limiter     flow.Value // Options.RateLimiter
	concurrency flow.Value // Options.MaxConcurrentReconciles
	reconciler  flow.Value
	chain       chain

	managed     bool       // it is known which managers it can have
	managerAt   flow.Place // where the first of them is made
	managerOpen bool       // the manager is decided by unknown callers
	unmanaged   bool       // created without a manager: only its own number counts
	kindNumbers flow.Value // the manager's Controller.GroupKindConcurrency
	number      flow.Value // the manager's Controller.MaxConcurrentReconciles
}

// create records a controller.
func (h *host) create(c *flow.Call, r *record) {
	r.site = c.At
	if c.FuncAt.Pos.IsValid() && c.FuncAt.Package() == c.At.Package() {
		r.site.Pos = c.FuncAt.Pos // of a constructor used as a value, its name counts
	}
	r.constructor = flow.MethodName(c.Sym)
	r.swept = h.sweeping
	r.chain = h.follow(c.Interp, r.reconciler)
	h.records = append(h.records, r)
}

func (h *host) fromBuilder(c *flow.Call) *record {
	b := receiver(c)
	r := &record{reconciler: arg(c, 1)}
	options := c.Field(b, "Options")
	if flow.IsZero(options) {
		options = flow.Zero{At: c.At} // nobody gave options: that is the site's doing
	}
	h.options(c, r, options)
	if own := c.Field(options, "Reconciler"); !isNothing(own) && isNothing(r.reconciler) {
		r.reconciler = own
	}
	r.name, _ = flow.StringValue(c.Field(b, "Named"))
	object := c.Field(b, "For")
	r.forType, r.kind, r.hasFor = typeName(object), kindOf(object), !flow.IsZero(object)
	r.setManager(c.Interp, c.Field(b, "Manager"))
	return r
}

func isNothing(v flow.Value) bool { return flow.IsZero(v) }

func (h *host) fromNew(c *flow.Call) *record {
	r := &record{}
	r.name, _ = flow.StringValue(arg(c, 0))
	options := arg(c, len(c.Args)-1)
	h.options(c, r, options)
	r.reconciler = c.Field(options, "Reconciler")
	if len(c.Args) >= 3 {
		r.setManager(c.Interp, arg(c, 1))
	} else {
		r.unmanaged = true
	}
	return r
}

func (h *host) options(c *flow.Call, r *record, options flow.Value) {
	r.limiter = c.Field(options, "RateLimiter")
	r.concurrency = c.Field(options, "MaxConcurrentReconciles")
}

// typeName returns the type of the object a controller is for, in the way people
// write it: the last element of the import path and the name.
func typeName(v flow.Value) string {
	i, ok := v.(*flow.Iface)
	if !ok {
		return ""
	}
	base := flow.BaseType(i.Type)
	if strings.HasPrefix(base, "$") {
		return ""
	}
	return base[strings.LastIndexByte(base, '/')+1:]
}

// function returns the symbol of the named function a place lies in.
func function(p flow.Place) string {
	if p.Node == nil {
		return ""
	}
	return outermost(p.Node.Fn.Sym)
}

func outermost(sym string) string {
	slash := strings.LastIndexByte(sym, '/')
	if i := strings.IndexByte(sym[slash+1:], '$'); i >= 0 {
		return sym[:slash+1+i]
	}
	return sym
}

// creators returns the functions of a package that can create a controller, as far
// as calls and mentions by name tell. Imported reports the same of the functions
// of its imports.
func creators(pkg *flow.Package, imported func(sym string) bool, importedMethods map[string]bool) map[string]bool {
	users := make(map[string][]string)   // symbol -> functions that mention it
	callers := make(map[string][]string) // name -> functions that call an interface's method of that name
	out := make(map[string]bool)
	var work []string
	add := func(sym string) {
		if !out[sym] {
			out[sym] = true
			work = append(work, sym)
		}
	}
	for _, sym := range sortedKeys(pkg.Funcs) {
		f := pkg.Funcs[sym]
		for _, u := range f.Uses {
			switch known.Func(u) {
			case known.BuilderComplete, known.BuilderBuild, known.NewController:
				add(sym)
			}
			name := flow.MethodName(u)
			if imported(u) || importedMethods[name] && isMethod(u) {
				add(sym)
			}
			users[u] = append(users[u], sym)
			if isMethod(u) {
				callers[name] = append(callers[name], sym)
			}
		}
		for _, t := range f.Yields {
			if t == known.Controller+".Controller" || t == known.Controller+".TypedController" {
				add(sym)
			}
		}
	}
	for len(work) > 0 {
		sym := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range users[sym] {
			add(user)
		}
		if isMethod(sym) {
			for _, user := range callers[flow.MethodName(sym)] {
				add(user)
			}
		}
		if o := outermost(sym); o != sym {
			add(o)
		}
	}
	return out
}

// isMethod reports whether a symbol is a method's: it has a type's name before its own.
func isMethod(sym string) bool {
	last := sym[strings.LastIndexByte(sym, '/')+1:]
	return strings.Count(last, ".") >= 2 && !strings.Contains(last, "$")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
