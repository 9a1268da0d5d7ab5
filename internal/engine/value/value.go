package value

import (
	"go/constant"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A Value is what the interpreter knows of a Go value. Values are immutable; what
// a pointer points to is kept in the interpreter's memory. A Host may define
// values of its own: any type that is comparable by ==.
type Value any

// A Node is a call in progress: where a value was made, or a call was reached from.
type Node struct {
	Caller *Node // nil at an entry point
	Fn     *code.Func
	At     code.Pos // of the call, in Caller.Fn
	// Mention is where the function was mentioned whose value was called, zero for a call by name.
	Mention Place
	// Start says how the call was started, nil if it is one after another.
	Start *Start
	// Either says that the call may go to this function or to others.
	Either bool
	// Registers are those of the call while it is in progress: what it was given first. It is nil once the call has ended.
	Registers []Value
	// Written has the registers that were written since somebody asked for it, nil if nobody did.
	Written *Written
}

// Written are registers of a call, each once, in the order in which they were written first.
type Written struct {
	List []int
	has  map[int]bool
}

// Add notes that a register was written.
func (w *Written) Add(register int) {
	if w != nil && !w.has[register] {
		if w.has == nil {
			w.has = make(map[int]bool)
		}
		w.has[register] = true
		w.List = append(w.List, register)
	}
}

// Take returns the registers, and forgets them.
func (w *Written) Take() []int {
	list := w.List
	*w = Written{}
	return list
}

// A Place is a position and the call it was reached in.
type Place struct {
	Pos  code.Pos
	Node *Node
}

// In returns the position nearest to p that lies in a package: p itself, or the
// call in that package through which p was reached. It is zero if there is none.
func (p Place) In(pkg string) code.Pos {
	pos := p.Pos
	for n := p.Node; n != nil; n = n.Caller {
		if n.Fn.Pkg.Path == pkg && pos.IsValid() {
			return pos
		}
		pos = n.At
	}
	return code.Pos{}
}

// Package returns the import path of the package p lies in.
func (p Place) Package() string {
	if p.Node == nil {
		return ""
	}
	return p.Node.Fn.Pkg.Path
}

// Within reports whether a call, or one that it led to, reached the place.
func (p Place) Within(call *Node) bool {
	return call != nil && slices.Contains(p.Calls(), call)
}

// Calls returns the calls in progress that reached the place, innermost first.
func (p Place) Calls() (list []*Node) {
	for n := p.Node; n != nil; n = n.Caller {
		list = append(list, n)
	}
	return list
}

// Call returns where the call was made.
func (n *Node) Call() Place { return Place{Pos: n.At, Node: n.Caller} }

// A Basic is a constant of a basic type.
type Basic struct {
	Val constant.Value
	At  Place // where it was stored or passed; zero if it never was
}

// A Zero is the zero value of a type that has no constants: nil, or an empty struct.
type Zero struct{ At Place }

// A Param value is decided by callers that are not known: an argument of the
// entry point, or what can be reached from one.
type Param struct {
	Name string // such as o.GlobalRateLimiter
	Last string // the last field selected, "" for an argument itself
	Of   *Whole // what this is one side of, nil for none
}

// A Whole is something of which there are two sides whose parts are compared, such as what an object had before an update and after it:
// either all parts are the same, or none.
type Whole struct {
	Name    string
	Differs bool     // no part is the same
	Absent  bool     // a map without any of the constant keys that are looked up
	Looked  []string // the parts of the sides that were looked at, such as .Status or ["key"], and .Status.Phase if it differs
	in      *Whole   // what this is a part of, nil for none
}

// An Unknown value comes from code that cannot be followed.
type Unknown struct {
	Why  string  // what it comes from, for people
	Name string  // the name of the field it was read from, "" if none
	Last string  // the last field selected
	Deps []Value // what it was computed from
	// which elements of what is not known led to it, such as [0][], or which of several results (1); two that differ there are joined all the
	// same
	Index  string
	NonNil bool // it is known not to be nil
	Set    bool // it was handed to code that fills it, as a program's settings are
	// Unresolved says that it comes from code that does not type-check, where it could be
	// anything: a verdict that rests on it, in part even, is unknown.
	Unresolved bool
	Field      symbol.Name // the type and name of the field it was read from, where known
	At         Place
}

// An Arith is the result of an operation on numbers or other basic values.
type Arith struct {
	Op   string
	X, Y Value // Y is nil for a unary operation
}

// A Ptr points into an Object.
type Ptr struct {
	Obj  *Object
	Path string // fields and indices from the object's root, each followed by "/"
}

// An Object is a variable: what its content is depends on where the program is,
// and is kept in the memory.
type Object struct {
	Type string // as TypeString gives it, "" where not known
	At   Place
	// Sealed says that code which has a pointer to the object cannot change it.
	Sealed bool
	// Length is what decides how many elements a list gets, nil where they are known one by one, or not at all.
	Length Value
	seq    int
	common bool
}

// NewObject returns an object with a number that no other has. A common one is reached from package
// variables, or from what callers decide.
func NewObject(typ string, at Place, number int, common bool) *Object {
	return &Object{Type: typ, At: at, seq: number, common: common}
}

// A Struct is the value of a struct. A field that is not in Fields derives from Rest.
type Struct struct {
	Type   string
	Fields map[string]Value
	Rest   Value // Zero, *Param or *Unknown
}

// An Array is the content of an array or of the memory behind a slice.
type Array struct {
	Elems []Value
	Rest  Value // what other elements are: Zero, *Param or *Unknown; nil if there are none
	Mixed bool  // the order of the elements is not known: each stands for one of them, and nobody knows which

	owner *ownership // of the one memory that refers to it, nil if others or values may
}

// A Slice is a window on an array. Its length is that of the window, negative where it is not known; its capacity ends at
// End, which is 0 where that is not known.
type Slice struct {
	Obj    *Object
	Lo, Hi int
	End    int
}

// A Map refers to the object that holds its Entries.
type Map struct{ Obj *Object }

// Entries are the content of a map. Rest, if not nil, stands for entries that are not known.
type Entries struct {
	Keys, Vals []Value
	Rest       Value
}

// A Closure is a function with its captured variables or receiver.
type Closure struct {
	Sym    symbol.Name
	Fn     *code.Func // nil if its code was not kept
	Bound  []Value    // captured variables; the receiver, of a method value
	Method bool       // a method value
	Iface  bool       // Sym is an interface's method
	Types  map[string]string
	At     Place

	Of *Closure // what it is a copy of, that only lacks the place; nil if of nothing
}

// An Iface is a value in an interface, with its dynamic type.
type Iface struct {
	Type string
	V    Value
}

// A Union is one of several values.
type Union struct{ Of []Value }

// A Tuple is the results of a call.
type Tuple []Value

// Each calls f for every value v can be.
func Each(v Value, f func(Value)) {
	if u, ok := v.(*Union); ok {
		for _, x := range u.Of {
			f(x)
		}
		return
	}
	f(v)
}

// Every reports whether something holds of each value that v can be.
func Every(v Value, holds func(Value) bool) bool {
	all := true
	Each(v, func(x Value) { all = all && holds(x) })
	return all
}

// Some reports whether something holds of a value that v can be.
func Some(v Value, holds func(Value) bool) bool {
	return !Every(v, func(x Value) bool { return !holds(x) })
}

// Dynamic strips the interface around a value.
func Dynamic(v Value) Value {
	for {
		i, ok := v.(*Iface)
		if !ok {
			return v
		}
		v = i.V
	}
}

// Pointers goes over the pointers that v can be, those in interfaces too.
func Pointers(v Value) iter.Seq[Ptr] {
	return func(yield func(Ptr) bool) {
		done := false
		Each(Dynamic(v), func(x Value) {
			if p, ok := Dynamic(x).(Ptr); ok && !done {
				done = !yield(p)
			}
		})
	}
}

// IsZero reports whether v is the zero value.
func IsZero(v Value) bool {
	switch v := v.(type) {
	case nil, Zero:
		return true
	case *Basic:
		switch v.Val.Kind() {
		case constant.Bool:
			return !constant.BoolVal(v.Val)
		case constant.String:
			return constant.StringVal(v.Val) == ""
		case constant.Int, constant.Float:
			return constant.Sign(v.Val) == 0
		}
	}
	return false
}

// Set changes the entry with key k, or adds it; with keep the old value stays possible.
func (e *Entries) Set(k, v Value, keep bool) {
	for i, have := range e.Keys {
		if SameKey(have, k) {
			if keep {
				v = Join(e.Vals[i], v)
			}
			e.Vals[i] = v
			return
		}
	}
	e.Keys = append(e.Keys, k)
	e.Vals = append(e.Vals, v)
}

// SameKey reports whether two keys of a map are one. Keys that are not known are one only
// if they are one value: two that come from the same code need not be equal.
func SameKey(a, b Value) bool {
	switch x := Dynamic(a).(type) {
	case *Unknown, *Arith, *Union:
		return x == Dynamic(b)
	case *Param:
		y, ok := Dynamic(b).(*Param)
		return ok && (x == y || x.Name == y.Name && !strings.Contains(x.Name, "[]"))
	}
	return Same(a, b)
}

// Field returns the value of a field.
func (s *Struct) Field(name string) Value {
	if v, ok := s.Fields[name]; ok {
		return v
	}
	return Select(s.Rest, name, "")
}

// Result returns one of several results that are not known, which is none of the others.
func (u *Unknown) Result(i int) *Unknown {
	out := *u
	out.Index += "(" + strconv.Itoa(i) + ")"
	return &out
}

// Component is the i-th of the results that a call returned together.
func Component(v Value, i int) Value {
	switch v := v.(type) {
	case Tuple:
		if i < len(v) {
			return v[i]
		}
	case *Union:
		return Lift(v, func(x Value) Value { return Component(x, i) })
	case *Unknown:
		return v.Result(i)
	case *Param:
		return v
	}
	return &Unknown{Why: "a result that is not known"}
}

// An ownership is held by one memory. Nodes and arrays that it owns are referred to by nothing else.
type ownership struct{ _ byte }

// A Start says how a call was started: in a goroutine of its own, and how often.
type Start struct {
	Go bool
	// Loops are those that the call stands in, as far as they count to something; a loop over elements is none of them.
	Loops []Loop
	// Round says which rounds it is of the loops over elements that the call stands in, "" if it stands in none.
	Round string
}

// A Loop is one that counts.
type Loop struct {
	Header int   // its header among the blocks of the function that calls, -1 if it is another's
	Rounds Value // how often it goes round
	Round  int   // which of them it is, counted by its conditions that are known; 0 for all
}
