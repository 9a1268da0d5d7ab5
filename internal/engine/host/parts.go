package host

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A watching is a watch that a builder was told of, and those before it.
type watching struct {
	before     value.Value
	at         value.Place
	object     value.Value // or the source of its events
	predicates []value.Value
	owned, own bool // what the controller made, or is for
	raw        bool // a source that comes with its own predicates
	metadata   bool // of metadata alone, which comes as another type
	otherwise  bool // with options of another kind
}

func (*watching) Present() {}

// parts notes the parts of an object whose changes alone a filter holds back, or those of what it does not look at: updates/statuses,
// updates/looked. A controller writes the status of its own objects itself, if they are not Kubernetes', and leaves out fields of others on
// purpose, apart from labels and annotations. What nothing passes is not meant to, unless the filter is that of all watches and asks for
// the type of the object: updates/joined. It also notes the parts of the controller's own objects of which a filter holds back each change,
// with whatever comes with it: updates/looked, shut.
func (h *Host) parts(c *interp.Call, w *watching, predicates []value.Value, object value.Value, made *Controller) {
	typ := typeOfObject(object)
	if made == nil || typ == "" || w.metadata || w.otherwise || known.DynamicObject(typ) || fromCallers(object, w.at) {
		return
	}
	by := func(u update, parts ...*value.Whole) int {
		return slices.IndexFunc(predicates, func(p value.Value) bool { return h.refuses(c, p, object, u, parts...) })
	}
	if slices.ContainsFunc(predicates, func(p value.Value) bool {
		return h.refuses(c, p, object, nil) && h.refuses(c, p, unknownOf(c), nil)
	}) {
		return
	}
	if joined := conjuncts(predicates); len(joined) > 1 && h.joined(c, joined, object) {
		h.Watches = append(h.Watches, &Watch{At: w.at, Kind: string(typ.Last()), Joined: true, Controller: made})
		return
	}
	note := func(i int, found Watch) {
		if strings.ContainsAny(strings.Join(found.Looked, ""), ", ") {
			return // no label nor annotation has such a key
		}
		found.At, found.Kind, found.Controller, found.Predicate = w.at, string(typ), made, placeOf(predicates[i])
		_, combined := value.Dynamic(predicates[i]).(*combination)
		found.Alone = !combined
		h.Watches = append(h.Watches, &found)
	}
	all := []Part{Labels, Annotations}
	if w.own {
		all = append(all, Spec, Finalizers, Deletion)
	} else if !w.owned {
		all = append(all, MappedSpec)
	}
	if known.HasData(typ) {
		all = append(all, Data)
	} else if !w.own || known.Foundation(typ.Package()) {
		all = append(all, Status)
	}
	for _, part := range all {
		field := part
		if part == MappedSpec {
			field = Spec
		}
		u := whole.but(field)
		if i := by(u); field != Spec && i >= 0 {
			note(i, Watch{Part: part})
			continue
		}
		if part == Labels || part == Annotations || field == Spec {
			sides := &value.Whole{Name: string(field)}
			if i := by(u, sides); i >= 0 {
				note(i, Watch{Part: part, Looked: sides.Looked})
			}
		}
	}
	if !w.own {
		return
	}
	for _, part := range []Part{Spec, Status} {
		sides := &value.Whole{Name: string(part), Differs: true}
		if i := by(nil, sides); i >= 0 && by(update{string(part)}) < 0 {
			note(i, Watch{Part: part, Looked: sides.Looked, Shut: true})
		}
	}
}

// joined reports whether each of some filters lets updates pass that change one part of an object, and all of them together none:
// updates/joined.
func (h *Host) joined(c *interp.Call, predicates []value.Value, object value.Value) bool {
	passes := make([]bool, len(predicates))
	for _, part := range []Part{Labels, Annotations, Spec, Status, Data, Finalizers, "OwnerReferences", Deletion} {
		u := whole.but(part)
		all := true
		for i, p := range predicates {
			refused := h.refuses(c, p, object, u)
			passes[i], all = passes[i] || !refused, all && !refused
		}
		if all {
			return false
		}
	}
	return !slices.Contains(passes, false)
}

// conjuncts returns filters with those that And joins in its place.
func conjuncts(predicates []value.Value) (list []value.Value) {
	for _, p := range predicates {
		if of, ok := value.Dynamic(p).(*combination); ok && of.op == "And" && !of.open {
			list = append(list, conjuncts(of.of)...)
			continue
		}
		list = append(list, p)
	}
	return list
}

// typeOfObject returns the type of an object, "" if that is not known.
func typeOfObject(object value.Value) symbol.Name {
	switch o := object.(type) {
	case *value.Iface:
		return code.BaseType(o.Type)
	case value.Ptr:
		return code.BaseType(o.Obj.Type)
	}
	return ""
}

// fromCallers reports whether an object was made in another function than the one that watches it.
func fromCallers(object value.Value, watch value.Place) bool {
	p, ok := value.Dynamic(object).(value.Ptr)
	return !ok || p.Obj.At.Node != watch.Node
}

// placeOf returns where a predicate of updates is written as a function, zero where it is not.
func placeOf(predicate value.Value) (at value.Place) { return placeIn(predicate, "UpdateFunc") }

// placeIn returns where that function is written which a field of a predicate has.
func placeIn(predicate value.Value, field string) (at value.Place) {
	value.Each(predicate, func(v value.Value) {
		switch v := value.Dynamic(v).(type) {
		case *value.Struct:
			value.Each(v.Field(field), func(f value.Value) {
				if f, ok := f.(*value.Closure); ok && f.Fn != nil {
					at = value.Place{Pos: f.Fn.Pos, Node: f.At.Node}
				}
			})
		case *combination:
			for _, x := range v.of {
				if p := placeIn(x, field); p.Pos.IsValid() {
					at = p
				}
			}
		}
	})
	return at
}
