package host

import (
	"maps"

	"github.com/rllint/rllint/internal/engine/value"
)

// What a reconciler changes in one reconcile is there in the next: a run aside begins with what main has set, and what it
// leaves behind is what another one may begin with.

// keptFrom returns what objects hold that were there before a reconcile, if that has changed constants in them: what it
// counts or notes there may be anything by then.
func keptFrom(before, after *value.Memory) map[*value.Object]value.Value {
	kept := make(map[*value.Object]value.Value)
	value.Changed(before, after, func(o *value.Object) {
		was := before.Peek(o)
		if was == nil {
			return // it was made by the reconcile
		}
		if either := eitherOrAny(was, after.Get(o)); !value.Same(was, either) {
			kept[o] = either
		}
	})
	return kept
}

// eitherOrAny is what something holds after any number of reconciles, one of which made now of was.
func eitherOrAny(was, now value.Value) value.Value {
	if now == nil || value.Same(was, now) {
		return was
	}
	switch w := was.(type) {
	case *value.Struct:
		n, ok := now.(*value.Struct)
		if !ok {
			return was
		}
		out := &value.Struct{Type: w.Type, Fields: maps.Clone(w.Fields), Rest: w.Rest}
		if out.Fields == nil {
			out.Fields = make(map[string]value.Value, len(n.Fields))
		}
		changed := false
		for name, v := range n.Fields {
			either := eitherOrAny(w.Field(name), v)
			changed = changed || !value.Same(either, w.Field(name))
			out.Fields[name] = either
		}
		if !changed {
			return was
		}
		return out
	case *value.Basic, value.Zero:
		if counted(now) {
			return &value.Unknown{Why: "what each reconcile changes"}
		}
	}
	return was // what it made is there in this run only
}

// counted reports whether a value is one of constants, such as a number or a truth.
func counted(v value.Value) bool {
	return value.Every(v, func(x value.Value) bool {
		switch x.(type) {
		case *value.Basic, *value.Arith, *value.Unknown:
			return true
		}
		return value.IsZero(x)
	})
}
