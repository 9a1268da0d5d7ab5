package host

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A combination is a predicate that controller-runtime makes of others, or of a function.
type combination struct {
	op   string // And, Or, Not, or that of a function: the object passes or not, whatever happened to it
	of   []value.Value
	open bool // there may be more
}

func (*combination) Present() {}

// newPredicate is the meaning of functions that make a predicate. One of a function is a struct whose fields may be set.
func newPredicate(_ *Host, c *interp.Call) value.Value {
	op := c.Sym.Last()
	switch op {
	case "Not":
		c.Leak(c.Args[:1], c.Sym, c.At)
		return &combination{op: op, of: c.Args[:1]}
	case "And", "Or":
		_, rest := c.Elements(arg(c, 0))
		return &combination{op: op, of: handedOver(c, arg(c, 0)), open: rest != nil}
	}
	c.Leak(c.Args[:1], c.Sym, c.At)
	return &value.Struct{Type: known.Predicate + ".Funcs", Fields: map[string]value.Value{filterField: arg(c, 0)}, Rest: value.Zero{At: c.At}}
}

// filterField is the field of predicate.Funcs that holds the one function which all of them call.
const filterField = "the filter"

// predicateSteps bounds the instructions of a predicate.
const predicateSteps = 20_000

// An update is what is the same before and after one, by the names of fields of an object or of its metadata: the generation is 0 then, and
// nobody deletes the object.
type update []string

// whole has what an update can leave as it is. The version of an object differs after each.
var whole = update{"Generation", "DeletionTimestamp", "Labels", "Annotations", "Finalizers", "OwnerReferences", "Spec", "Status", "Data"}

// metadata has what is the same where only the contents of an object have changed: updates, filters.Owners, literals.
var metadata = update{"Generation", "DeletionGracePeriodSeconds", "Labels", "Annotations", "Finalizers", "OwnerReferences"}

// begun is what an update has where the object before is not being deleted, and the one after is: updates/ending.
const begun = "a deletion that begins"

// but returns an update that changes a field, and the generation if that counts its changes, and leaves the others as they are.
func (u update) but(field Part) update {
	if field == Deletion {
		u = append(u[:len(u):len(u)], begun)
	}
	return slices.DeleteFunc(slices.Clone(u), func(f string) bool {
		return f == string(field) || f == "Generation" && (field == Spec || field == Deletion)
	})
}

// refuses reports whether a predicate certainly holds back an update of an object, apart from the run in progress. Parts are the two sides
// of what the update changes in some way. Where the predicate looks up keys of a map, it holds back those with them and those without.
func (h *Host) refuses(c *interp.Call, predicate, object value.Value, u update, parts ...*value.Whole) bool {
	var same []*value.Whole
	for _, field := range mapFields {
		if slices.Contains(u, field) {
			same = append(same, &value.Whole{Name: field})
		}
	}
	all := slices.Concat(parts, same)
	run := func(absent bool) bool {
		for _, part := range all {
			part.Absent = absent
		}
		asked := make(map[string]bool)
		once := func(yes bool) bool {
			f := &filtering{Host: h, of: "Update", parts: parts, same: same, asked: asked, yes: yes}
			return f.holdsBack(c, predicate, func() value.Value { return f.event(c, object, u) })
		}
		return once(true) && (len(asked) == 0 || len(asked) == 1 && once(false) && len(asked) == 1)
	}
	return run(false) && (!slices.ContainsFunc(all, func(part *value.Whole) bool {
		return slices.Contains(mapFields, part.Name) && len(part.Looked) > 0
	}) || run(true))
}

// missed reports whether a predicate certainly holds back those deletions that the watch missed, but not each one: updates/missed.
func (h *Host) missed(c *interp.Call, predicate value.Value) bool {
	refuses := func(missed bool) bool {
		f := &filtering{Host: h, of: "Delete", asked: make(map[string]bool)}
		return f.holdsBack(c, predicate, func() value.Value {
			return &value.Struct{Type: known.Event + ".DeleteEvent", Rest: unknownOf(c),
				Fields: map[string]value.Value{"DeleteStateUnknown": value.Bool(missed)}}
		})
	}
	return refuses(true) && !refuses(false)
}

// holdsBack reports whether a predicate certainly says no to an event, apart from the run in progress.
func (f *filtering) holdsBack(c *interp.Call, predicate value.Value, event func() value.Value) bool {
	var said value.Value
	f.Interp = c.Interp.Fork(f, predicateSteps)
	call := &interp.Call{Interp: f.Interp, At: c.At, Results: 1}
	f.Isolated(func() { said = f.update(call, predicate, event()) })
	passes, known := value.Truth(said)
	return known && !passes && !f.Exhausted()
}

// mapFields are those that are maps of texts.
var mapFields = []string{"Labels", "Annotations", "Data"}

// A filtering is the host of the run of a predicate.
type filtering struct {
	*Host
	*interp.Interp
	of    string          // the method of predicates that is run, such as Update
	parts []*value.Whole  // that differ
	same  []*value.Whole  // the maps that do not
	asked map[string]bool // the calls whose outcome is not known and the same for both sides
	yes   bool            // what those say that answer yes or no
}

// event returns the event of an update. Both objects have what is the same, and else nothing that is known.
func (f *filtering) event(c *interp.Call, object value.Value, u update) value.Value {
	same := make(map[string]value.Value)
	for _, field := range u {
		switch field {
		case "Generation":
			same[field] = &value.Basic{Val: constant.MakeInt64(0), At: c.At}
		case "DeletionTimestamp", "DeletionGracePeriodSeconds":
			same[field] = value.Zero{At: c.At}
		default:
			same[field] = &value.Param{Name: field}
		}
	}
	fields := make(map[string]value.Value)
	for _, side := range []string{"Old", "New"} {
		unknown := func(what string) value.Value {
			return &value.Unknown{Why: "what " + what + " is, " + side, NonNil: true, At: c.At}
		}
		metadata := &value.Struct{Fields: maps.Clone(same), Rest: unknown("the metadata")}
		switch begins := slices.Contains(u, begun); {
		case begins && side == "Old":
			metadata.Fields[string(Deletion)] = value.Zero{At: c.At}
		case begins:
			metadata.Fields[string(Deletion)] = &value.Unknown{Why: begun, NonNil: true, At: c.At}
		case !slices.Contains(u, string(Deletion)): // whether the object is being deleted is not known: updates/ending, alive
			metadata.Fields[string(Deletion)] = &value.Unknown{Why: string(Deletion), At: c.At}
		}
		content := &value.Struct{Fields: map[string]value.Value{"ObjectMeta": metadata}, Rest: unknown("the object")}
		for _, part := range f.parts {
			metadata.Fields[part.Name] = &value.Param{Name: side, Of: part}
		}
		for _, part := range f.same {
			metadata.Fields[part.Name] = &value.Param{Name: part.Name, Of: part}
		}
		for _, field := range []string{"Spec", "Status", "Data"} {
			if v, ok := metadata.Fields[field]; ok {
				content.Fields[field] = v
			}
		}
		var seen value.Value = unknown("the object")
		switch o := object.(type) {
		case *value.Iface:
			seen = &value.Iface{Type: o.Type, V: f.New(strings.TrimPrefix(o.Type, "*"), content, c.At)}
		case value.Ptr:
			seen = f.New(o.Obj.Type, content, c.At)
		}
		fields["Object"+side], fields["Meta"+side] = seen, seen // the latter up to v0.6
	}
	return &value.Struct{Type: known.Event + ".UpdateEvent", Fields: fields, Rest: unknownOf(c)}
}

func unknownOf(c *interp.Call) value.Value { return &value.Unknown{Why: "an event", At: c.At} }

// update returns what a predicate says of an event, which may be another one than an update.
func (f *filtering) update(c *interp.Call, predicate, event value.Value) value.Value {
	return value.Lift(predicate, func(x value.Value) value.Value {
		if of, ok := value.Dynamic(x).(*combination); ok {
			return f.combined(c, of, event)
		}
		one := *c
		one.Sym, one.Args = known.Predicate+".Predicate."+symbol.Name(f.of), []value.Value{x, event}
		if s, ok := x.(*value.Struct); ok {
			one.Args[0] = &value.Iface{Type: s.Type, V: s}
		}
		return one.InvokeMethod()
	})
}

// combined returns what a predicate of others says.
func (f *filtering) combined(c *interp.Call, of *combination, event value.Value) value.Value {
	decides := of.op == "Or" // what one of them says that decides
	open := of.open
	for _, p := range of.of {
		said, known := value.Truth(f.update(c, p, event))
		switch {
		case !known:
			open = true
		case of.op == "Not":
			return value.Bool(!said)
		case said == decides:
			return value.Bool(said)
		}
	}
	if open {
		return unknownOf(c)
	}
	return value.Bool(!decides)
}

// Call handles what a predicate calls.
func (f *filtering) Call(c *interp.Call) (value.Value, bool) {
	name := c.Sym.Last()
	if name == f.of && len(c.Args) == 2 {
		if of, ok := value.Dynamic(c.Args[0]).(*combination); ok {
			return f.combined(c, of, c.Args[1]), true
		}
		if typ := known.Untyped(c.Sym.Owner()); !c.Dynamic && typ.In(known.Predicate) {
			return f.says(c, typ)
		}
	}
	if field, gets := strings.CutPrefix(name, "Get"); gets && len(c.Args) == 1 && known.Foundation(c.Sym.Package()) {
		if s, ok := f.metadata(c.Args[0]); ok {
			return s.Field(field), true
		}
	}
	if strings.HasPrefix(name, "DeepCopy") && len(c.Args) == 1 {
		return c.Args[0], true // a predicate changes none of them
	}
	if name == "IsZero" && len(c.Args) == 1 {
		if u, unknown := value.Dynamic(c.Args[0]).(*value.Unknown); value.IsZero(c.Args[0]) || unknown && u.Why == begun {
			return value.Bool(!unknown), true
		}
	}
	if c.Sym == "k8s.io/apimachinery/pkg/api/meta.Accessor" {
		return value.Tuple{arg(c, 0), value.Zero{}}, true
	}
	if strings.HasSuffix(name, "Equal") && len(c.Args) >= 2 {
		for i, x := range c.Args[1:] { // the last two of a method, the first two where options follow
			if value.SameKey(c.Args[i], x) {
				return value.Bool(true), true
			}
			if _, part := value.Dynamic(x).(*value.Param); part {
				if equal, known := value.Equality(c.Args[i], x); known && !equal {
					return value.Bool(false), true
				}
			}
		}
	}
	if v, ok := f.Host.Call(c); ok {
		return v, true
	}
	return f.alike(c)
}

// alike returns what a function says that is handed no more than what is the same before and after the update. That is the same, too, also
// where it is not known: updates/looked, became.
func (f *filtering) alike(c *interp.Call) (value.Value, bool) {
	key := string(c.Sym)
	for _, arg := range c.Args {
		switch x := value.Dynamic(arg).(type) {
		case *value.Param:
			if !value.SameKey(x, &value.Param{Name: x.Name}) {
				return nil, false
			}
			key += " " + x.Name
		case *value.Basic:
			key += " " + x.Val.ExactString()
		default:
			return nil, false
		}
	}
	if c.Dynamic || c.Results != 1 || len(c.Args) == 0 || f.of != "Update" {
		return nil, false
	}
	v := c.Unread()
	if c.Code() != nil {
		v = c.Continue()
	}
	if _, known := value.Truth(v); known {
		return v, true
	}
	answers := strings.HasPrefix(c.Sym.Last(), "Is") && c.Code() == nil
	value.Each(v, func(x value.Value) {
		_, known := value.Truth(x)
		answers = answers || known
	})
	if answers {
		f.asked[key] = true
		return value.Bool(f.yes), true
	}
	if _, open := v.(*value.Unknown); open {
		return &value.Param{Name: key}, true
	}
	return v, true
}

// says returns what controller-runtime's own predicates say of an event.
func (f *filtering) says(c *interp.Call, typ symbol.Name) (value.Value, bool) {
	event := c.Args[1]
	if typ.Last() == "Funcs" {
		return value.Lift(c.Field(c.Args[0], f.of+"Func"), func(fn value.Value) value.Value {
			if !value.IsZero(fn) {
				return c.Invoke(fn, event)
			}
			if filter := c.Field(c.Args[0], filterField); !value.IsZero(filter) {
				return c.Invoke(filter, c.Field(event, map[string]string{"Update": "ObjectNew", "Delete": "Object"}[f.of]))
			}
			return value.Bool(true)
		}), true
	}
	if f.of != "Update" {
		return value.Bool(true), true
	}
	before, ok1 := f.metadata(c.Field(event, "ObjectOld"))
	after, ok2 := f.metadata(c.Field(event, "ObjectNew"))
	if !ok1 || !ok2 {
		return c.Unread(), true
	}
	differ := func(field string) value.Value {
		if differ, known := value.Compare(before.Field(field), token.NEQ, after.Field(field)); known {
			return value.Bool(differ)
		}
		return c.Unread()
	}
	switch typ.Last() {
	case "GenerationChangedPredicate":
		return differ("Generation"), true
	case "LabelChangedPredicate":
		return differ("Labels"), true
	case "AnnotationChangedPredicate":
		return differ("Annotations"), true
	}
	return c.Unread(), true
}

// metadata returns the metadata of an object, or what is that already.
func (f *filtering) metadata(object value.Value) (*value.Struct, bool) {
	s, ok := f.Load(object).(*value.Struct)
	if !ok {
		return nil, false
	}
	if m, ok := s.Fields["ObjectMeta"].(*value.Struct); ok {
		return m, true
	}
	_, is := s.Fields["Generation"]
	return s, is
}

// handedOver returns the elements of a list that controller-runtime is handed, whose functions it may call.
func handedOver(c *interp.Call, list value.Value) (all []value.Value) {
	several := false
	value.Each(value.Dynamic(list), func(v value.Value) { // of several lists what each has, such as one that a branch adds to: updates.Sources
		elems, rest := c.Elements(v)
		if rest != nil {
			c.Leak([]value.Value{rest}, c.Sym, c.At)
		}
		c.Leak(elems, c.Sym, c.At)
		if several {
			elems = slices.DeleteFunc(all, func(v value.Value) bool {
				return !slices.ContainsFunc(elems, func(x value.Value) bool { return value.Same(x, v) })
			})
		}
		all, several = elems, true
	})
	return all
}
