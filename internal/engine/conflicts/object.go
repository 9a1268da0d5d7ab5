package conflicts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A Conflict is a write that is tried again in vain.
type Conflict struct {
	Pos    token.Pos // of the write
	Object string    // what is written, or has the version, as the source names it
	// Form is why it is in vain.
	Form Form
	// Since is the earlier write that is the reason, if one is.
	Since token.Pos
	// Part is what was set before that in vain: Status, Spec or Finalizers.
	Part string
}

// A Form is why a write is tried again in vain, or why it cannot do what it is meant to.
type Form int

// The forms.
const (
	Unread    Form = iota // each try has the version of the first
	Hidden                // another error is returned in place of the conflict, so that there is no other try at all
	Carried               // it has its version from another object, which is the same at each try
	Wiped                 // the object has been read just before and not changed since: the write changes nothing
	Emptied               // its answer takes the place of the object by which the next try asks
	Ends                  // it tells a poll that it is done
	Taken                 // what was set is gone: the answer of an earlier write has taken its place
	Outdated              // an earlier write by another variable has made its version old
	Unchanged             // the patch is made from the object as it is
	Reversed              // the patch is made from what was changed, and the object was not
	Cached                // each try reads it from an informer's cache, at once
)

// Client looks at the function literals that are tried again.
type Client struct {
	paths.Silent
	pass  *analysis.Pass
	found map[*ssa.Function]map[token.Pos]Conflict
	// always holds the literals that are called again after other errors than conflicts, too.
	always map[*ssa.Function]bool
	loops  map[token.Pos]Conflict // that a function writes by itself
	// imported has what other packages tell of their updates, once somebody asks.
	imported func() []*Updates
}

// Updates is the fact about a package of the user's modules that tells its importers which of its functions update the object that they are
// handed, and read nothing.
type Updates struct {
	Funcs []symbol.Name  // sorted
	Types []methods.Type // with methods named for it, whether they do no more or not
	// Hiding are the functions that update an object and return a text in place of the error of that, sorted.
	Hiding []symbol.Name
	// Repeating are those that call what they are handed again after any error, or after those that somebody asks for, sorted.
	Repeating []symbol.Name
	// Retrying are the functions that hand what they are handed to client-go, to be called again after conflicts, sorted.
	Retrying []symbol.Name
}

// AFact marks Updates as a fact.
func (*Updates) AFact() {}

const class = "error of an update"

// root returns the variable that a value is in, or is a copy of.
func root(v ssa.Value) ssa.Value {
	for of, _ := partOf(v); of != nil; of, _ = partOf(v) {
		v = of
	}
	return v
}

// pathTo returns the fields by which a value is reached from the variable that it is in, or is a copy of: conflicts, planned.
func pathTo(v ssa.Value) (path string) {
	for of, field := partOf(v); of != nil; of, field = partOf(v) {
		v, path = of, field+path
	}
	return path
}

// partOf returns what a value is a field, a copy or another form of, nil for nothing, and a dot with the name of the field, "" for none.
func partOf(v ssa.Value) (of ssa.Value, field string) {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return x.X, ""
	case *ssa.ChangeInterface:
		return x.X, ""
	case *ssa.ChangeType: // of a type parameter to an interface: conflicts, statuses
		return x.X, ""
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return x.X, ""
		}
	case *ssa.FieldAddr:
		return x.X, "." + ways.Field(x.X.Type(), x.Field).Name()
	case *ssa.Call:
		if fn := ways.Called(&x.Call); fn != nil && strings.HasPrefix(fn.Name(), "DeepCopy") {
			if x.Call.IsInvoke() {
				return x.Call.Value, ""
			}
			return x.Call.Args[0], ""
		}
	}
	return nil, ""
}

// refreshed reports whether a function may read an object again that a call of it writes.
func refreshed(fn *ssa.Function, write *ssa.Call, object, of ssa.Value, deep int) bool {
	typ := object.Type()
	if made, ok := object.(*ssa.MakeInterface); ok {
		typ = made.X.Type()
	}
	for instr := range ssacode.Instructions(fn) {
		if setsVersion(instr, of) {
			return true
		}
		switch i := instr.(type) {
		case *ssa.Store:
			if x, ok := i.Val.(*ssa.Extract); ok && x.Tuple == ssa.Value(write) {
				continue // what it returns where it fails is no other object
			}
			if i.Addr == of || root(i.Addr) == of && types.Identical(i.Val.Type(), types.Unalias(typ).(*types.Pointer).Elem()) {
				return true
			}
		case *ssa.MakeClosure:
			if slices.Contains(i.Bindings, of) {
				return true
			}
		case ssa.CallInstruction:
			if i == ssa.CallInstruction(write) || updatedWithin(i.Common(), deep) != nil {
				continue
			}
			if asks(i.Common(), of) || returns(i.Common(), typ) {
				return true
			}
		}
	}
	return false
}

// versionOf returns the variable of the function around a literal from which that takes the resource version of what it writes, at each try
// the same; nil if it does not. conflicts, carries.
func versionOf(fn *ssa.Function, object ssa.Value) *ssa.FreeVar {
	if object == nil {
		return nil
	}
	for instr := range ssacode.Instructions(fn) {
		to, version := versionSet(instr)
		from, ok := root(version).(*ssa.FreeVar)
		if !ok || root(to) != root(object) || root(to) == from && pathTo(to) == pathTo(version) {
			continue
		}
		anew := func(instr ssa.Instruction) bool {
			call, calls := instr.(*ssa.Call)
			store, stores := instr.(*ssa.Store)
			return calls && updated(&call.Call) == nil && asks(&call.Call, from) || stores && root(store.Addr) == from
		}
		if !ssacode.Any(fn, anew) {
			return from
		}
	}
	return nil
}

// setsVersion reports whether an instruction gives an object the resource version of another.
func setsVersion(instr ssa.Instruction, of ssa.Value) bool {
	to, _ := versionSet(instr)
	return to != nil && root(to) == of
}

// versionSet returns the object to which an instruction gives a resource version, and whose or which that is, by a function of the package
// too that is handed both; nil for any other instruction.
func versionSet(instr ssa.Instruction) (to, version ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Store:
		if isVersion(i.Addr) {
			return i.Addr, i.Val
		}
	case *ssa.Call:
		if fn := ways.Called(&i.Call); fn != nil && fn.Name() == "SetResourceVersion" {
			args := i.Call.Args
			if i.Call.IsInvoke() {
				return i.Call.Value, versionFrom(args[0])
			}
			return args[0], versionFrom(args[1])
		}
		if fn := i.Call.StaticCallee(); fn != nil && fn.Parent() == nil && fn.Pkg == instr.Parent().Pkg {
			for inner := range ssacode.All[*ssa.Call](fn) {
				if inner.Call.StaticCallee() != nil {
					continue
				}
				to, version := versionSet(inner)
				at, of := slices.Index(fn.Params, parameter(to)), slices.Index(fn.Params, parameter(version))
				if at >= 0 && of >= 0 {
					return i.Call.Args[at], i.Call.Args[of]
				}
			}
		}
	}
	return nil, nil
}

// parameter returns the parameter that a value is, or that a variable has, nil for any other.
func parameter(v ssa.Value) *ssa.Parameter {
	if has := ways.Stored(v); has != nil {
		v = has
	}
	p, _ := root(v).(*ssa.Parameter)
	return p
}

// versionFrom returns the object that a resource version is read from, or the version.
func versionFrom(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || ways.Called(&call.Call) == nil || ways.Called(&call.Call).Name() != "GetResourceVersion" {
		return v
	}
	if call.Call.IsInvoke() {
		return call.Call.Value
	}
	return call.Call.Args[0]
}

// isVersion reports whether an address is that of a resource version.
func isVersion(addr ssa.Value) bool {
	field, ok := addr.(*ssa.FieldAddr)
	return ok && ways.Field(field.X.Type(), field.Field).Name() == "ResourceVersion"
}

// updated returns the object that a call updates with the resource version that it has, nil for any other call.
func updated(c *ssa.CallCommon) ssa.Value { return updatedWithin(c, mostDeep) }

// mostDeep is how many functions of the package an object is followed into: they may call each other. conflicts.txt, calls itself.
const mostDeep = 2

func updatedWithin(c *ssa.CallCommon, deep int) ssa.Value {
	fn := ways.Called(c)
	if fn == nil || fn.Pkg() == nil || len(c.Args) == 0 {
		return nil
	}
	if fn.Name() == "Patch" && len(c.Args) > 2 && c.IsInvoke() {
		patch, ok := c.Args[2].(*ssa.Call)
		if ok && ways.Called(&patch.Call) != nil && ways.Called(&patch.Call).Name() == "MergeFromWithOptions" {
			return c.Args[1] // the one option is to lock it
		}
	}
	if of := updatedBy(c.StaticCallee(), c.Args, deep-1); of != nil || fn.Name() != "Update" && fn.Name() != "UpdateStatus" {
		return of // of the package: conflicts.txt, a method of the package that is named for it
	}
	if fn.Pkg().Path() == known.ControllerRuntime+"/pkg/client" && c.IsInvoke() && len(c.Args) > 1 {
		return c.Args[1]
	}
	results := fn.Signature().Results()
	if results.Len() != 2 || !syntax.IsError(results.At(1).Type()) {
		return nil
	}
	for _, arg := range c.Args { // of a clientset: what it returns is what it is handed
		_, pointer := arg.Type().(*types.Pointer)
		_, param := arg.Type().(*types.TypeParam)
		if (pointer || param) && types.Identical(arg.Type(), results.At(0).Type()) {
			return arg
		}
	}
	return nil
}

// updatedBy returns which of its arguments a function of the package updates and does not read again, nil for none.
func updatedBy(fn *ssa.Function, args []ssa.Value, deep int) ssa.Value {
	if deep < 0 || fn == nil || fn.Parent() != nil || len(fn.Params) != len(args) {
		return nil
	}
	for call := range ssacode.All[*ssa.Call](fn) {
		object := updatedWithin(&call.Call, deep)
		if of, ok := root(object).(*ssa.Parameter); ok && !refreshed(fn, call, object, of, deep) {
			return args[slices.Index(fn.Params, of)]
		}
	}
	return nil
}

// bare returns a value without the interface that it is put into.
func bare(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok {
		return made.X
	}
	return v
}

// asks reports whether a call is handed an object and may ask somebody for it: it can fail, or waits. Kubernetes' own functions need a
// context for that.
func asks(c *ssa.CallCommon, of ssa.Value) bool {
	fn := ways.Called(c)
	if fn != nil && fn.Pkg() != nil && known.Foundation(fn.Pkg().Path()) && !syntax.AnyType(c.Signature().Params(), isContext) {
		return false
	}
	handed := slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return root(arg) == of })
	sig := c.Signature()
	return handed && (syntax.AnyType(sig.Results(), syntax.IsError) || syntax.AnyType(sig.Params(), isContext))
}

// returns reports whether a call returns an object of a type, and may fail.
func returns(c *ssa.CallCommon, object types.Type) bool {
	results := c.Signature().Results()
	return syntax.AnyType(results, syntax.IsError) && syntax.AnyType(results, func(t types.Type) bool {
		return types.Identical(t, object) || types.IsInterface(t) && !syntax.IsError(t)
	})
}

func isContext(t types.Type) bool { return types.TypeString(t, nil) == "context.Context" }

// Retries is client-go's package of functions that call others again.
const Retries = "k8s.io/client-go/util/retry"

// referrers returns what uses a value, nothing for none.
func referrers(v ssa.Value) *[]ssa.Instruction {
	if v == nil {
		return new([]ssa.Instruction)
	}
	return v.Referrers()
}
