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
	otherwise  bool // with options of another kind, such as for metadata alone, which come as another type
}

func (*watching) Present() {}

// parts notes the parts of an object whose changes alone a filter holds back, or those of what it does not look at: updates/statuses,
// updates/looked. A controller writes the status of its own objects itself, if they are not Kubernetes', and leaves out fields of others on
// purpose, apart from labels and annotations. What nothing passes is not meant to. It also notes the parts of the controller's own objects
// of which a filter holds back each change, with whatever comes with it: updates/looked, shut.
func (h *Host) parts(c *interp.Call, w *watching, predicates []value.Value, object value.Value, made *Controller) {
	typ := typeOfObject(object)
	if made == nil || typ == "" || w.otherwise || known.DynamicObject(typ) || fromCallers(object, w.at) {
		return
	}
	by := func(u update, parts ...*value.Whole) int {
		return slices.IndexFunc(predicates, func(p value.Value) bool { return h.refuses(c, p, object, u, parts...) })
	}
	if by(nil) >= 0 {
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
		if field == Spec || field == Deletion {
			u = u.but("Generation")
		}
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

// placeOf returns where a predicate is written as a function, zero where it is not.
func placeOf(predicate value.Value) (at value.Place) {
	value.Each(predicate, func(v value.Value) {
		switch v := value.Dynamic(v).(type) {
		case *value.Struct:
			value.Each(v.Field("UpdateFunc"), func(f value.Value) {
				if f, ok := f.(*value.Closure); ok && f.Fn != nil {
					at = value.Place{Pos: f.Fn.Pos, Node: f.At.Node}
				}
			})
		case *combination:
			for _, x := range v.of {
				if p := placeOf(x); p.Pos.IsValid() {
					at = p
				}
			}
		}
	})
	return at
}
