package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Code returns the code of the function that is called, nil if it is not known.
func (c *Call) Code() *code.Func { return c.fn }

// Limits of one run. They are far above what real set-up code needs; where one
// is met the values concerned become Unknown.
const (
	maxWork    = 6_000_000 * value.Instruction
	maxDepth   = 8_000  // calls in progress
	maxSides   = 20_000 // sides of branches in progress, each of which takes some 3 KB of the stack
	maxReturns = 128    // ways one call returns
)

// New returns an interpreter for entry points of root.
func New(root *code.Package, host Host) *Interp {
	work := &value.Work{Limit: maxWork}
	in := &Interp{
		Root: root, Host: host, Limit: maxWork,
		way: way{mem: value.NewMemory(work)},
		objects: objects{
			globals:      make(map[symbol.Name]*value.Object),
			paramObjects: make(map[string]*value.Object),
			aliases:      make(map[*value.Object][]*value.Object),
			filled:       make(map[*value.Unknown]*value.Object),
			made:         new(int),
			started:      make(map[string]bool),
		},
		missing: missing{lacking: make(map[string]bool), chosen: make(map[value.Value]bool)},
		cost: cost{
			work: work, taken: make(map[*code.Func]int), spent: make(map[*code.Func]int), repeatedBy: make(map[*code.Func]int),
			idly: make(map[laborious]effort), idlyInAll: make(map[*code.Func]effort), skipped: make(map[symbol.Name]value.Place),
		},
	}
	in.begin()
	return in
}

// Allow lets the run take so many parts of the work that it might.
func (in *Interp) Allow(parts, of int) { in.work.Limit = in.work.Limit / of * parts }

// Taken returns how much of the work that a run may take at most was done, in parts of so many, rounded up.
func (in *Interp) Taken(of int) int { return in.work.Done*of/maxWork + 1 }

// Spent reports whether the run took all the work that it may.
func (in *Interp) Spent() bool { return in.extended || in.work.Over() }

// begin forgets what a run aside does not share with the run that it is forked from.
func (in *Interp) begin() {
	in.unread = unread{
		called:         make(map[symbol.Name]bool),
		ran:            make(map[*value.Closure]bool),
		escapedObjects: make(map[*value.Object]bool),
		handing:        in.handing,
	}
	in.onStack = make(map[*code.Func]calls)
	in.repeated = repeated{rounds: make(map[callSite][]*roundCall), followed: in.followed, untouched: in.untouched}
	in.idle = idle{idleLoops: make(map[loopKey]bool), idleFuncs: make(map[*code.Func]bool)}
}

// Aside reports whether this is a run aside.
func (in *Interp) Aside() bool { return in.outer != nil }

// Bounds returns the bounds that the run met, each kind once.
func (in *Interp) Bounds() []Bound { return in.bounds }

func (in *Interp) met(why string, at value.Place) {
	for _, b := range in.bounds {
		if b.Why == why {
			return
		}
	}
	for at.Node != nil && !at.Pos.IsValid() { // the compiler made the instruction
		at = at.Node.Call()
	}
	in.bounds = append(in.bounds, Bound{why, at})
}

// Escaped reports whether an object was handed out of sight.
func (in *Interp) Escaped(o *value.Object) bool {
	for ; in != nil; in = in.outer {
		if in.escapedObjects[o] {
			return true
		}
	}
	return false
}

// Did notes work that the host did.
func (in *Interp) Did(units int) { in.work.Add(units) }

// Called reports whether the function with the symbol was run.
func (in *Interp) Called(sym symbol.Name) bool { return in.called[sym] }

func (in *Interp) opaqueArgs(c *value.Closure) []value.Value {
	if c.Fn == nil {
		return nil
	}
	first := 0
	if c.Method {
		first = 1
	}
	var args []value.Value
	for i := first; i < c.Fn.Params; i++ {
		args = append(args, in.unknownArg(c.Fn, i))
	}
	return args
}

// unknownArg is what parameter i of a function gets from code that cannot be followed.
func (in *Interp) unknownArg(fn *code.Func, i int) value.Value {
	if in.OpenGlobals {
		return &value.Param{Name: fn.ParamNames[i]}
	}
	return &value.Unknown{Why: "an argument from code that cannot be followed"}
}

// newObject returns an object with a number of its own.
func (in *Interp) newObject(typ string, at value.Place) *value.Object {
	*in.made++
	return value.NewObject(typ, at, *in.made, in.starting)
}

// commonObject returns an object that package variables lead to, or what callers decide.
func (in *Interp) commonObject() *value.Object {
	*in.made++
	return value.NewObject("", value.Place{}, *in.made, true)
}

// Exists reports whether an object was made on the way that is followed, or on one of those
// that came together in it.
func (in *Interp) Exists(o *value.Object) bool { return in.mem.Peek(o) != nil }

// New makes an object with the content given and returns a pointer to it.
func (in *Interp) New(typ string, content value.Value, at value.Place) value.Ptr {
	o := in.newObject(typ, at)
	in.mem.Set(o, content)
	return value.Ptr{Obj: o}
}
