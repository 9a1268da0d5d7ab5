package host

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// watchKinds are the primitives that make a controller watch objects, and that filter their events.
var watchKinds = map[known.Kind]meaning{
	known.BuilderWatch:  gives(func(_ *Host, c *interp.Call) value.Value { return builderWatch(c) }),
	known.BuilderFilter: gives(builderFilter),
	known.WatchOption: gives(func(_ *Host, c *interp.Call) value.Value {
		return &watchOption{handedOver(c, arg(c, 0))}
	}),
	known.NewSource:    gives(newSource),
	known.WatchSource:  gives((*Host).watchSource),
	known.NewPredicate: gives(newPredicate),
}

// A watchOption is what builder.WithPredicates returns, a source what source.Kind does.
type watchOption struct{ predicates []value.Value }

type source struct {
	object     value.Value
	predicates []value.Value
}

func (*watchOption) Present() {}
func (*source) Present()      {}

// watchesField and filtersField are the fields of a builder's object for what it was told to watch, and by which filters.
const watchesField, filtersField = "Watches", "Filters"

// ownerHandler is what asks for the owner of a watched object, up to v0.14: updates, untyped.
const ownerHandler = known.ControllerRuntime + "/pkg/handler.EnqueueRequestForOwner"

// builderWatch is the meaning of a builder's methods that watch something.
func builderWatch(c *interp.Call) value.Value {
	b := receiver(c)
	w := &watching{before: c.Field(b, watchesField), at: c.At, object: arg(c, 1), owned: c.Sym.Last() == "Owns", own: c.Sym.Last() == "For"}
	if by, ok := value.Dynamic(arg(c, 2)).(value.Ptr); ok && code.BaseType(by.Obj.Type) == ownerHandler {
		w.owned = true
	}
	w.metadata = c.Sym.Last() == "WatchesMetadata"
	w.raw = c.Sym.Last() == "WatchesRawSource" && len(c.Args) == 2 // up to v0.17 it is given a handler, and filtered like other watches
	options, _ := c.Elements(c.Args[len(c.Args)-1])
	for _, o := range options {
		if w.raw {
			break // it is the source itself
		}
		option, ok := value.Dynamic(o).(*watchOption)
		if ok {
			w.predicates = append(w.predicates, option.predicates...)
		}
		projection, is := o.(*value.Iface) // builder.OnlyMetadata is all that there is
		is = is && code.BaseType(projection.Type) == known.Builder+".projectAs"
		w.metadata, w.otherwise = w.metadata || is, w.otherwise || !ok && !is
	}
	c.SetField(b, watchesField, w)
	return arg(c, 0)
}

// builderFilter is the meaning of a builder's method that filters the events of all watches.
func builderFilter(_ *Host, c *interp.Call) value.Value {
	b := receiver(c)
	c.Leak([]value.Value{arg(c, 1)}, c.Sym, c.At)
	c.SetField(b, filtersField, &watching{before: c.Field(b, filtersField), at: c.At, predicates: []value.Value{arg(c, 1)}})
	return arg(c, 0)
}

// newSource is the meaning of functions that make a source of events of what a cache has. From v0.19 on they are given its predicates.
func newSource(_ *Host, c *interp.Call) value.Value {
	s := &source{arg(c, 1), predicatesOf(c)}
	if c.Sym.Last() == "NewKindWithCache" {
		s.object = arg(c, 0)
	}
	return s
}

// predicatesOf returns those that a source or a watch of one is given, after its handler.
func predicatesOf(c *interp.Call) []value.Value {
	if len(c.Args) < 4 {
		return nil
	}
	c.Leak([]value.Value{arg(c, 2)}, c.Sym, c.At)
	return handedOver(c, arg(c, 3))
}

// watchSource is the meaning of a controller's method that watches a source.
func (h *Host) watchSource(c *interp.Call) value.Value {
	w := &watching{at: c.At, object: arg(c, 1), predicates: predicatesOf(c)}
	value.Each(arg(c, 0), func(v value.Value) { h.watch(c, w, nil, h.controllerOf[value.Dynamic(v)]) })
	return &value.Unknown{Why: "an error", At: c.At}
}

// watchAll looks at all that a builder watches for the controller that it makes.
func (h *Host) watchAll(c *interp.Call, made *Controller) {
	var filters []*watching
	eachWatching(c.Field(receiver(c), filtersField), func(f *watching) { filters = append(filters, f) })
	eachWatching(c.Field(receiver(c), watchesField), func(w *watching) {
		if w.raw {
			h.watch(c, w, nil, made)
		} else {
			h.watch(c, w, filters, made)
		}
	})
}

// eachWatching calls f for those that a field of a builder may hold, each once.
func eachWatching(v value.Value, f func(*watching)) {
	seen := make(map[*watching]bool)
	var walk func(v value.Value)
	walk = func(v value.Value) {
		value.Each(v, func(x value.Value) {
			if w, ok := x.(*watching); ok && !seen[w] {
				seen[w] = true
				walk(w.before)
				f(w)
			}
		})
	}
	walk(v)
}

// watch looks at what a controller watches.
func (h *Host) watch(c *interp.Call, w *watching, filters []*watching, made *Controller) {
	value.Each(w.object, func(v value.Value) {
		object, predicates := v, w.predicates
		switch s := value.Dynamic(v).(type) {
		case *source:
			object, predicates = s.object, append(predicates[:len(predicates):len(predicates)], s.predicates...)
		case value.Ptr:
			if code.BaseType(s.Obj.Type) == known.Source+".Kind" { // up to v0.14
				object = c.Field(s, "Type")
			}
		}
		value.Each(object, func(object value.Value) {
			made.hears(typeOfObject(object))
			then := *c
			then.Interp = c.Interp.Fork(h, predicateSteps)
			h.untold = append(h.untold, func() {
				then.Renew()
				h.tell(&then, w, predicates, filters, object, made)
			})
		})
	})
}

// TellWatches runs the predicates of all that was watched, with what was known where it was told. It comes after the run, so that their
// work is what the program has left over: of a hundred controllers' watches it would cost the last controllers.
func (h *Host) TellWatches() {
	for _, tell := range h.untold {
		tell()
	}
}

// tell looks at what the predicates of a watch let pass.
func (h *Host) tell(c *interp.Call, w *watching, predicates []value.Value, filters []*watching, object value.Value, made *Controller) {
	passes := !h.mistyped(c, w, predicates, object, made)
	for _, p := range withFilters(predicates, filters) {
		if !w.own && h.missed(c, p) { // who is told of its own object's deletion mostly finds that it is gone
			h.Watches = append(h.Watches, &Watch{At: w.at, Kind: string(typeOfObject(object).Last()), Missed: true, Alone: true,
				Predicate: placeIn(p, "DeleteFunc"), Controller: made})
		}
	}
	kinds := ungenerated(c, object)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		passes = h.filters(c, w, predicates, filters, object, &Watch{Kind: kind, Data: kinds[kind], Controller: made}) && passes
	}
	if passes {
		h.parts(c, w, withFilters(predicates, filters), object, made)
	}
}

// filters notes a watch if one of its predicates, or a filter of all watches, holds back updates of an object. Those that none passes,
// whatever it changes, are not meant to. It is true where no predicate does.
func (h *Host) filters(c *interp.Call, w *watching, predicates []value.Value, filters []*watching, object value.Value,
	found *Watch) (passes bool) {
	own, predicates := len(predicates), withFilters(predicates, filters)
	holdsBack := func(u update) int {
		return slices.IndexFunc(predicates, func(p value.Value) bool { return h.refuses(c, p, object, u) })
	}
	i := holdsBack(update{"Generation"})
	if i < 0 && found.Data && holdsBack(update{"DeletionTimestamp"}) < 0 {
		i = holdsBack(update{"Generation", "DeletionTimestamp"})
		found.Deleted = i >= 0
	}
	if i < 0 && w.owned && found.Kind != "Namespace" { // which is its metadata: updates/literals
		i = holdsBack(metadata)
		found.Labels = true
	}
	if i < 0 || holdsBack(nil) >= 0 {
		return true
	}
	found.At, found.Predicate = w.at, placeOf(predicates[i])
	if i >= own {
		found.At = filters[i-own].at
	} else {
		found.Elsewhere = fromCallers(object, w.at)
	}
	h.Watches = append(h.Watches, found)
	return false
}

func withFilters(predicates []value.Value, filters []*watching) []value.Value {
	for _, f := range filters {
		predicates = append(predicates[:len(predicates):len(predicates)], f.predicates...)
	}
	return predicates
}

// hears notes that a controller watches objects of a type.
func (c *Controller) hears(typ symbol.Name) {
	if c == nil {
		return
	}
	if known.DynamicObject(typ) || typ.In(known.Source) {
		typ = ""
	}
	if c.watches == nil {
		c.watches = make(map[symbol.Name]int)
	}
	c.watches[typ]++
}

// Watched returns the types of the objects that the controller watches, and whether these are all.
func (c *Controller) Watched() (types []string, all bool) {
	for typ := range c.watches {
		types = append(types, string(typ))
	}
	slices.Sort(types)
	return types, len(types) > 0 && c.watches[""] == 0
}

// Watching returns how many watches of objects of a type the controller has: what one holds back another may let pass.
func (c *Controller) Watching(typ symbol.Name) int { return c.watches[typ] }

// mistyped notes a watch of whose updates a predicate lets none pass since the objects are not of the type that it asks for: of an object
// whose type is not known it may let some pass. updates, filters.Secrets.
func (h *Host) mistyped(c *interp.Call, w *watching, predicates []value.Value, object value.Value, made *Controller) (found bool) {
	typ := typeOfObject(object)
	if w.otherwise || known.DynamicObject(typ) || fromCallers(object, w.at) {
		return false
	}
	if w.metadata { // updates/joined
		typ = known.ObjectMetadata
		object = &value.Iface{Type: "*" + string(typ)}
	}
	for _, p := range predicates {
		if h.refuses(c, p, object, nil) && !h.refuses(c, p, unknownOf(c), nil) {
			h.Watches = append(h.Watches, &Watch{At: w.at, Kind: string(typ.Last()), Mistyped: true, Predicate: placeOf(p), Controller: made})
			found = true
		}
	}
	return found
}

// ungenerated returns the kinds that an object can have of those that the API server counts no generation for, with what updates change.
func ungenerated(c *interp.Call, object value.Value) map[string]bool {
	kinds := make(map[string]bool)
	typ := typeOfObject(object)
	if !known.DynamicObject(typ) {
		if is, data := known.Ungenerated(typ); is {
			kinds[typ.Last()] = data
		}
		return kinds
	}
	given := c.Field(object, kindField)
	value.Each(c.Field(given, "Kind"), func(kind value.Value) {
		value.Each(c.Field(given, "Group"), func(group value.Value) {
			name, ok := value.StringValue(kind)
			of, named := value.StringValue(group)
			if is, data := known.UngeneratedKind(of, name); is && ok && named {
				kinds[name] = data
			}
		})
	})
	return kinds
}

// kindField is the field of a dynamic object for the kind that it was given.
const kindField = "a kind"

// kindsOfObjects are the methods that give dynamic objects their kind.
var kindsOfObjects = map[symbol.Name]meaning{
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured.SetGroupVersionKind": gives(func(_ *Host, c *interp.Call) value.Value {
		c.SetField(arg(c, 0), kindField, arg(c, 1))
		return nil
	}),
}

// WatchesNothing reports whether a controller that a builder completes certainly watches nothing: who builds one, and does not only
// complete it, can still have it watch something.
func (cr *Creation) WatchesNothing() bool {
	if cr.Controller.Constructor != "Complete" {
		return false
	}
	b := receiver(cr.Call)
	made, ok := cr.Object(b)
	return ok && made.Obj.Type == builderType && value.IsZero(cr.Field(b, "For")) && value.IsZero(cr.Field(b, watchesField))
}

// receiver returns a pointer to a builder, whoever made it.
func receiver(c *interp.Call) value.Value {
	if p, ok := c.Object(arg(c, 0)); ok {
		return p
	}
	return arg(c, 0)
}
