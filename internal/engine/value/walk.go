package value

import (
	"iter"
	"maps"
	"slices"
)

// MaxWalked bounds the values that one walk visits: a client of a server with many kinds of request has some ten
// thousand.
const MaxWalked = 20_000

// Parts yields what v is directly made of, nil left out: the members of a union, operands, what an unknown value was
// computed from, fields in the order of their names. What a pointer points to is no part of it, but of the memory.
func Parts(v Value) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		all := func(list ...Value) bool {
			for _, x := range list {
				if x != nil && !yield(x) {
					return false
				}
			}
			return true
		}
		switch v := v.(type) {
		case *Iface:
			all(v.V)
		case *Union:
			all(v.Of...)
		case Tuple:
			all(v...)
		case *Arith:
			all(v.X, v.Y)
		case *Unknown:
			all(v.Deps...)
		case *Closure:
			all(v.Bound...)
		case *Struct:
			for _, name := range slices.Sorted(maps.Keys(v.Fields)) {
				if !all(v.Fields[name]) {
					return
				}
			}
			all(v.Rest)
		case *Array:
			_ = all(v.Elems...) && all(v.Rest)
		case *Entries:
			_ = all(v.Keys...) && all(v.Vals...) && all(v.Rest)
		}
	}
}

// A Walker goes from a value to all that it is made of, the nearest part of each first. A value that is part of several is
// visited once, however many walks the Walker makes, so that a walk ends, and soon: a number that was added to itself
// over and over has few parts and many ways to them.
type Walker struct {
	// Visit is called for a value, and returns whether to go on to what it is made of. Depth is how many unions, structs,
	// lists and pointers the value lies in; an interface around it does not count.
	Visit func(v Value, depth int) bool
	// Memory is where the walk goes on to what pointers, slices and maps refer to, nil if they lead nowhere. Visit may
	// change it.
	Memory *Memory
	// Whole says that a pointer into an object, or a slice of an array, leads to all of it.
	Whole bool
	// Known leaves out the Rest of a value, which stands for the parts that are not known one by one.
	Known bool
	// Anyhow says that fields may be visited in any order, which takes half the time. It must make no difference, not even
	// if the walk is cut short.
	Anyhow bool
	// Seen are the values that were visited.
	Seen map[Value]bool

	visited int
	only    Value // the one that was visited, before Seen is made: most walks end there
}

// Walk visits v and what it is made of. It reports whether these were all visited: it stops at [MaxWalked].
func (w *Walker) Walk(v Value) bool {
	w.visited = 0
	return w.walk(v, 0)
}

// Visited returns how many values the latest walk visited that lead anywhere.
func (w *Walker) Visited() int { return w.visited }

// Any reports whether test holds of v or of what it is computed from. A walk that is too long counts as yes.
func Any(v Value, test func(Value) bool) bool {
	found := false
	w := Walker{Visit: func(x Value, _ int) bool {
		found = found || test(x)
		switch x.(type) {
		case *Union, *Arith, *Iface, *Unknown, Tuple:
			return !found
		}
		return false
	}}
	return !w.Walk(v) || found
}

// walk visits v unless it was visited, and reports whether the walk may go on.
func (w *Walker) walk(v Value, depth int) bool {
	switch v.(type) {
	case nil:
		return true
	case Zero, *Basic, *Param:
		w.Visit(v, depth) // these lead nowhere, however many there are
		return true
	case Tuple, *Iface: // one is not comparable, and to visit the other again costs less than to note it
	default:
		if w.again(v) {
			return true
		}
		if w.visited++; w.visited > MaxWalked {
			return false
		}
	}
	if !w.Visit(v, depth) {
		return true
	}
	switch x := v.(type) {
	case *Iface:
		return w.walk(x.V, depth)
	case Ptr:
		path := x.Path
		if w.Whole {
			path = ""
		}
		return w.content(x.Obj, path, depth+1)
	case Map:
		return w.content(x.Obj, "", depth+1)
	case Slice:
		return w.window(x, depth+1)
	}
	return w.parts(v, depth+1)
}

// again reports whether a value was visited before, and notes that it is.
func (w *Walker) again(v Value) bool {
	if w.Seen == nil {
		switch w.only {
		case nil:
			w.only = v
			return false
		case v:
			return true
		}
		w.Seen = map[Value]bool{w.only: true}
	}
	before := len(w.Seen)
	w.Seen[v] = true // one look at the map in place of two
	return len(w.Seen) == before
}

// content visits what an object holds at a path; of a list or a map what is in it.
func (w *Walker) content(o *Object, path string, depth int) bool {
	if w.Memory == nil {
		return true
	}
	v := w.Memory.Get(o)
	if path != "" {
		v = Read(v, path)
	}
	switch v.(type) {
	case *Array, *Entries:
		return w.parts(v, depth)
	}
	return w.walk(v, depth)
}

// window visits the elements of a slice.
func (w *Walker) window(s Slice, depth int) bool {
	if w.Memory == nil {
		return true
	}
	a, ok := w.Memory.Get(s.Obj).(*Array)
	if !ok || w.Whole || s.Hi < 0 {
		return w.content(s.Obj, "", depth)
	}
	for i := s.Lo; i < s.Hi && i < len(a.Elems); i++ {
		if !w.walk(a.Elems[i], depth) {
			return false
		}
	}
	return s.Hi <= len(a.Elems) || w.Known || w.walk(a.Rest, depth)
}

func (w *Walker) parts(v Value, depth int) bool {
	if w.Known {
		v = withoutRest(v)
	}
	if s, ok := v.(*Struct); ok && w.Anyhow {
		for _, x := range s.Fields {
			if !w.walk(x, depth) {
				return false
			}
		}
		return w.walk(s.Rest, depth)
	}
	for x := range Parts(v) {
		if !w.walk(x, depth) {
			return false
		}
	}
	return true
}

func withoutRest(v Value) Value {
	switch v := v.(type) {
	case *Struct:
		return &Struct{Fields: v.Fields}
	case *Array:
		return &Array{Elems: v.Elems}
	case *Entries:
		return &Entries{Keys: v.Keys, Vals: v.Vals}
	}
	return v
}
