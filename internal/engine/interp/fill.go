package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// fillMap marks a map as filled by code that cannot be followed, which may add entries and change numbers.
func (in *Interp) fillMap(m value.Map, by symbol.Name, at value.Place) {
	if e, ok := in.mem.Get(m.Obj).(*value.Entries); ok && e.Rest == nil {
		in.mem.Set(m.Obj, filledEntries(e, in.filler(by, at)))
	}
}

// fillList marks the elements of a slice as filled by code that cannot be followed, such as a buffer that is read into: what was
// not set before comes from there, and numbers may.
func (in *Interp) fillList(s value.Slice, by symbol.Name, at value.Place) {
	a, ok := in.mem.Get(s.Obj).(*value.Array)
	if !ok || s.Obj.Sealed || !takesFill(a) {
		return
	}
	from := in.filler(by, at)
	filled := &value.Array{Elems: slices.Clone(a.Elems), Rest: a.Rest, Mixed: a.Mixed}
	hi := s.Hi
	if hi < 0 || hi >= len(a.Elems) {
		hi = len(a.Elems)
		if _, zero := a.Rest.(value.Zero); zero {
			filled.Rest = from
		}
	}
	for i := s.Lo; i < hi; i++ {
		switch x := a.Elems[i].(type) {
		case value.Zero:
			filled.Elems[i] = from
		case *value.Basic:
			if _, number := value.NumberText(x); number {
				filled.Elems[i] = in.work.Join(x, from)
			}
		}
	}
	in.work.Add(value.Size(filled))
	in.mem.Set(s.Obj, filled)
}

// takesFill reports whether there is something in a list that code which fills it may set: mostly there is not, as in the
// arguments of a logger.
func takesFill(a *value.Array) bool {
	_, zero := a.Rest.(value.Zero)
	return zero || slices.ContainsFunc(a.Elems, func(v value.Value) bool {
		_, number := value.NumberText(v)
		return number
	})
}

// filler is what code that cannot be followed puts into what it is handed.
func (in *Interp) filler(by symbol.Name, at value.Place) *value.Unknown {
	why := "set by " + by.Short()
	if by == "" {
		why = "set by a function that cannot be followed"
	}
	from := &value.Unknown{Why: why, At: at, Set: by != ""}
	if _, aside := in.Host.(Brancher); aside {
		from.Deps, from.Set = in.handing, false // what it holds depends on what the function was given beside
	}
	return from
}

// Lookup returns what a map has for a key, and whether it has one.
func (in *Interp) Lookup(m, k value.Value) value.Value {
	return (&frame{Interp: in}).lookup(m, k, true)
}

// Put sets what a map has for a key.
func (in *Interp) Put(m, k, v value.Value) { (&frame{Interp: in}).mapUpdate(m, k, v) }

// Delete removes what a map has for a key.
func (in *Interp) Delete(m, k value.Value) { (&frame{Interp: in}).deleteEntry(m, k) }
