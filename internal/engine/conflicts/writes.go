package conflicts

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

const clientPackage = known.ControllerRuntime + "/pkg/client"

// A write is a request of controller-runtime's client that writes an object, and puts what the API server has then in its place.
type write struct {
	call   *ssa.Call
	object ssa.Value // the variable
	base   ssa.Value // the variable that the patch is made from, nil for any other request
	locked bool      // the patch has the version of its base
	status bool      // it writes the status alone
}

// writesOf returns the writes of a function of objects that it has in variables of its own.
func writesOf(fn *ssa.Function) (list []write) {
	for call := range ssacode.All[*ssa.Call](fn) {
		c := &call.Call
		if !c.IsInvoke() || !symbol.Of(c.Method).In(clientPackage) || len(c.Args) < 2 || dryRun(c) {
			continue
		}
		w := write{call: call, object: variable(c.Args[1]), status: known.StatusWriters[symbol.OfType(c.Value.Type())]}
		switch c.Method.Name() {
		case "Update":
		case "Patch":
			if made, ok := c.Args[2].(*ssa.Call); ok {
				if by := ways.Called(&made.Call); by != nil && symbol.Of(by).In(clientPackage) && strings.Contains(by.Name(), "MergeFrom") {
					w.base, w.locked = variable(made.Call.Args[0]), by.Name() == "MergeFromWithOptions"
				}
			}
		default:
			continue
		}
		if w.object != nil {
			list = append(list, w)
		}
	}
	return list
}

// dryRun reports whether a request may only ask what it would do: conflicts, asksFirst.
func dryRun(c *ssa.CallCommon) bool {
	options, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	return ok && slices.ContainsFunc(*options.X.Referrers(), func(at ssa.Instruction) bool {
		element, ok := at.(*ssa.IndexAddr)
		return ok && slices.ContainsFunc(*element.Referrers(), func(set ssa.Instruction) bool {
			store, ok := set.(*ssa.Store)
			if !ok {
				return false
			}
			name := symbol.OfType(code.Deref(bare(store.Val).Type())).Last()
			return name == "dryRunAll" || strings.HasSuffix(name, "Options")
		})
	})
}

// version returns the variable with the version that a write asks for, nil if it asks for none.
func (w write) version() ssa.Value {
	switch {
	case w.call.Call.Method.Name() == "Update":
		return w.object
	case w.locked:
		return w.base
	}
	return nil
}

// variable returns the variable that has an object: a parameter, one that the function makes or is returned. Nil stands for a field, and
// for a variable that holds several objects in turn.
func variable(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.UnOp:
			switch holder := x.X.(type) {
			case *ssa.Alloc:
				if setOnce(holder) {
					return holder
				}
			case *ssa.FreeVar:
				for range ssacode.Only[*ssa.Store](*holder.Referrers()) {
					return nil
				}
				return holder
			}
			return nil
		case *ssa.Parameter, *ssa.Alloc, *ssa.Call, *ssa.Extract, *ssa.FreeVar:
			return v
		default:
			return nil
		}
	}
}

// setOnce reports whether a variable is given one value alone.
func setOnce(holder *ssa.Alloc) bool {
	stores := 0
	for _, use := range *holder.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			stores++
		case *ssa.MakeClosure:
			free := use.Fn.(*ssa.Function).FreeVars[slices.Index(use.Bindings, ssa.Value(holder))]
			for range ssacode.Only[*ssa.Store](*free.Referrers()) {
				stores++
			}
		}
	}
	return stores == 1
}

// copied returns the variable that an object is a copy of, and the call that copies it; nil for any other.
func copied(object ssa.Value) (of ssa.Value, by ssa.Instruction) {
	if holder, ok := object.(*ssa.Alloc); ok {
		for store := range ssacode.Only[*ssa.Store](*holder.Referrers()) {
			if call, ok := store.Val.(*ssa.Call); ok && store.Addr == object {
				object = call
			}
		}
	}
	call, ok := object.(*ssa.Call)
	if !ok || ways.Called(&call.Call) == nil || !strings.HasPrefix(ways.Called(&call.Call).Name(), "DeepCopy") {
		return nil, nil
	}
	if call.Call.IsInvoke() {
		return variable(call.Call.Value), call
	}
	return variable(call.Call.Args[0]), call
}

// own returns the variable that a value is in or a part of, copies left apart, and the fields by which it is reached.
func own(v ssa.Value) (of ssa.Value, path string) {
	for {
		if call, ok := v.(*ssa.Call); ok {
			return call, path
		}
		if object := variable(v); object != nil {
			return object, path
		}
		inner, field := partOf(v)
		switch x := v.(type) {
		case *ssa.IndexAddr:
			inner = x.X
		case *ssa.Lookup:
			inner = x.X
		}
		if inner == nil {
			return v, path
		}
		v, path = inner, field+path
	}
}

// setsPart reports whether an instruction sets a part of an object, such as ".Status", or something in it for "".
func setsPart(instr ssa.Instruction, object ssa.Value, part string) bool {
	is := func(v ssa.Value) bool {
		of, path := own(v)
		return of == object && strings.HasPrefix(path, part)
	}
	switch i := instr.(type) {
	case *ssa.Store:
		_, field := i.Addr.(*ssa.FieldAddr)
		return field && is(i.Addr)
	case *ssa.MapUpdate:
		return is(i.Map)
	case *ssa.Call:
		called := ways.Called(&i.Call)
		return called != nil && setting.MatchString(called.Name()) && !handsContext(&i.Call) &&
			(slices.ContainsFunc(i.Call.Args, is) || part == spec && called.Name() == "RemoveFinalizer" && isHanded(&i.Call, object))
	}
	return false
}

// setting matches the names of functions that set something in an object: SetLabels, AddFinalizer, SetStatusCondition.
var setting = regexp.MustCompile(`^(Set|Add|Remove)[A-Z]`)

// The parts of an object that are written apart.
const (
	status = ".Status"
	spec   = ".Spec"
)

// isHanded reports whether a call is handed an object, or what has it under another name: conflicts, scoped.
func isHanded(c *ssa.CallCommon, object ssa.Value) bool {
	is := func(v ssa.Value) bool { of, _ := own(v); return of == object || holds(of, object) }
	return is(c.Value) || slices.ContainsFunc(c.Args, is)
}

// holds reports whether a function literal uses an object, or it was put into a field of something.
func holds(v, object ssa.Value) bool {
	if lit, ok := v.(*ssa.MakeClosure); ok {
		return slices.Contains(lit.Bindings, object)
	}
	made, ok := v.(*ssa.Call)
	if ok && code.IsPointer(v.Type()) && slices.Contains(made.Call.Args, object) && !reading.MatchString(calledName(&made.Call)) {
		return true // by the function that returns it
	}
	if v.Parent() == nil {
		return false
	}
	for set := range ssacode.All[*ssa.Store](v.Parent()) {
		to, at := own(set.Addr)
		of, path := own(set.Val)
		if to == v && at != "" && of == object && path == "" && set.Val != v && code.IsPointer(set.Val.Type()) {
			return true
		}
	}
	return false
}

// takenFrom reports whether a function that was handed an object returned a value, which may be a part of that: conflicts, found.
func takenFrom(v, object ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && isHanded(&call.Call, object) && !strings.HasPrefix(calledName(&call.Call), "DeepCopy")
}

func calledName(c *ssa.CallCommon) string {
	if fn := ways.Called(c); fn != nil {
		return fn.Name()
	}
	return ""
}

func handsContext(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return isContext(arg.Type()) })
}

// touches reports whether an instruction may change an object, or read it anew, other than by what Kubernetes' own functions for other
// parts of it do.
func touches(instr ssa.Instruction, object ssa.Value, part string) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		of, path := own(i.Addr)
		return of == object && (i.Addr == object || path == "" || strings.HasPrefix(path, part)) || takenFrom(of, object)
	case *ssa.MapUpdate:
		of, path := own(i.Map)
		return of == object && strings.HasPrefix(path, part) || takenFrom(of, object)
	case *ssa.MakeClosure:
		return slices.Contains(i.Bindings, object)
	case ssa.CallInstruction:
		called := ways.Called(i.Common())
		if called != nil && (reading.MatchString(called.Name()) || ofKubernetes(called) && setting.MatchString(called.Name()) &&
			!handsContext(i.Common()) && part != "" && !setsPart(instr, object, part)) {
			return false
		}
		return isHanded(i.Common(), object)
	}
	return false
}

// reading matches names of functions that change no object that they are handed, and read none anew.
var reading = regexp.MustCompile(
	`^(Get[A-Z]|Is|Has|Contains|ObjectKey|DeepCopy$|DeepCopyObject$|(Strategic)?MergeFrom|K(Obj|Ref)|Event|Annotated|(Deep)?Equal)`)

func ofKubernetes(fn *types.Func) bool { return fn.Pkg() != nil && known.Foundation(fn.Pkg().Path()) }

// leads reports whether one instruction may run after another, without a third in between.
func leads(from, to, without ssa.Instruction) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(list []ssa.Instruction, next []*ssa.BasicBlock) bool
	walk = func(list []ssa.Instruction, next []*ssa.BasicBlock) bool {
		for _, instr := range list {
			if instr == to || instr == without {
				return instr == to
			}
		}
		return slices.ContainsFunc(next, func(b *ssa.BasicBlock) bool {
			if seen[b] {
				return false
			}
			seen[b] = true
			return walk(b.Instrs, b.Succs)
		})
	}
	b := from.Block()
	return walk(b.Instrs[slices.Index(b.Instrs, from)+1:], b.Succs)
}

// between reports whether an instruction of some sort may run after one and before another.
func between(from, to ssa.Instruction, is func(ssa.Instruction) bool) bool {
	return ssacode.Any(from.Parent(), func(instr ssa.Instruction) bool {
		return instr != from && instr != to && is(instr) && leads(from, instr, to) && leads(instr, to, from)
	})
}

// wentWell returns the block that follows a request which has not failed, nil if nothing asks whether it has.
func wentWell(request *ssa.Call) *ssa.BasicBlock {
	errs := []ssa.Value{request}
	for phi := range ssacode.Only[*ssa.Phi](*request.Referrers()) {
		errs = append(errs, phi)
	}
	for _, err := range errs {
		for test := range ssacode.Only[*ssa.BinOp](*err.Referrers()) {
			for branch := range ssacode.Only[*ssa.If](*test.Referrers()) {
				failed, well := branch.Block().Succs[0], branch.Block().Succs[1]
				if test.Op == token.EQL {
					well = failed
				}
				if ways.IsNil(test.Y) {
					return well
				}
			}
		}
	}
	return nil
}
