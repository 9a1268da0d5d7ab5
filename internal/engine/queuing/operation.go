package queuing

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

const (
	taken   op = 1 << iota // Get has handed it out
	done                   // Done
	added                  // Add
	delayed                // AddAfter
	limited                // AddRateLimited
	forgot                 // Forget
	asked                  // NumRequeues
	reset                  // Forget after AddRateLimited
	hot                    // Add after an error
	failed                 // an error came up while a worker had it
	handed                 // code that is not read has it
	settled                // an error was looked at, and is one that needs no other try
	kept                   // it was put where others find it, who do the rest
	judged                 // code looked at what an error is, and may know what it does
	paused                 // the worker waited
	anew                   // AddRateLimited after Forget
	gone                   // the object that the item names is not there any more
	listed                 // an error of a lister was told from that of a missing object
	alien                  // the item is not of the type that the worker expects
	well                   // an error was looked at, and there is none
)

var operations = map[string]op{
	"Get": taken, "GetWithPriority": taken, "Done": done, "Add": added, "AddAfter": delayed, "AddRateLimited": limited, "Forget": forgot,
	"NumRequeues": asked,
	"AddWithOpts": delayed, // or what its options say: vague
}

// operationOf returns what a call does with a queue.
func operationOf(c *ssa.CallCommon) (operation, bool) {
	var fn *types.Func
	args := c.Args
	if c.IsInvoke() {
		fn = c.Method
		args = append([]ssa.Value{c.Value}, args...)
	} else if callee := c.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil || len(args) == 0 || fn.Signature().Recv() == nil {
		return operation{}, false
	}
	what, named := operations[fn.Name()]
	if recv := fn.Signature().Recv().Type(); !named || !isQueue(recv) {
		return operation{}, false
	}
	out := operation{op: what, queue: args[0]}
	if fn.Name() == "AddWithOpts" {
		out.vague = true
		if items := ways.Variadic(c); len(items) == 1 {
			out.item = items[0]
		}
	} else if len(args) > 1 {
		out.item = args[1]
	} else if what != taken {
		return operation{}, false
	}
	return out, true
}

// shutDown returns the queue that a call asks whether it is shut down, nil for any other call.
func shutDown(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() && c.Method.Name() == "ShuttingDown" && isQueue(c.Method.Signature().Recv().Type()) {
		return c.Value
	}
	return nil
}

// isQueue reports whether a type is one of client-go's or controller-runtime's queues.
func isQueue(t types.Type) bool {
	return known.QueueType(symbol.OfType(code.Deref(t)))
}

// holdsQueue reports whether values of a type are queues, whatever type of the program's own embeds them.
func holdsQueue(t types.Type) bool {
	if isQueue(t) {
		return true
	}
	if it, ok := t.Underlying().(*types.Interface); ok {
		for m := range it.Methods() {
			if recv := m.Signature().Recv(); recv != nil && isQueue(recv.Type()) && operations[m.Name()] == taken {
				return true
			}
		}
	}
	return false
}

// converted returns what a conversion or assertion that keeps the value itself is of, nil if v is none.
func converted(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return x.X
	case *ssa.ChangeInterface:
		return x.X
	case *ssa.ChangeType:
		return x.X
	case *ssa.TypeAssert:
		return x.X
	}
	return nil
}

// source returns where an item comes from: conversions and variables that are set once are gone through.
func source(v ssa.Value) ssa.Value {
	for range 20 {
		if inner := converted(v); inner != nil {
			v = inner
			continue
		}
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.Extract:
			switch t := x.Tuple.(type) {
			case *ssa.TypeAssert:
				if x.Index != 0 {
					return v
				}
				v = t.X
			default:
				return v
			}
		case *ssa.UnOp:
			set := setOnce(x.X)
			if set == nil {
				return v
			}
			v = set
		case *ssa.FreeVar:
			b := bound(x)
			if b == nil {
				return v
			}
			v = b
		case *ssa.Phi:
			var one ssa.Value
			for _, e := range x.Edges {
				if e == x {
					continue
				}
				if s := e; one == nil {
					one = s
				} else if one != s {
					return v
				}
			}
			if one == nil {
				return v
			}
			v = one
		default:
			return v
		}
	}
	return v
}

// setOnce returns the value of a variable that is set in one place, nil for any other.
func setOnce(addr ssa.Value) ssa.Value {
	if free, ok := addr.(*ssa.FreeVar); ok {
		addr = bound(free)
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var set ssa.Value
	for store := range ssacode.Only[*ssa.Store](*alloc.Referrers()) {
		if store.Addr == alloc {
			if set != nil {
				return nil
			}
			set = store.Val
		}
	}
	return set
}

// bound returns what a captured variable is, where the function literal is made in one place.
func bound(free *ssa.FreeVar) ssa.Value {
	fn := free.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for i, f := range fn.FreeVars {
		if f != free {
			continue
		}
		for made := range ssacode.All[*ssa.MakeClosure](fn.Parent()) {
			if made.Fn == fn {
				return made.Bindings[i]
			}
		}
	}
	return nil
}

// permanent reports whether an error of a function says that what it was given is wrong, so that no other try can help.
func permanent(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "encoding/json", "fmt", "k8s.io/apimachinery/pkg/labels":
		return true
	}
	if takesApart(fn.Signature()) {
		return true
	}
	parts := []string{"Split", "Parse", "Decode", "Unmarshal", "KeyFunc", "FromKey", "Convert", "LabelSelectorAs", "Accessor"}
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(fn.Name(), part) })
}

// retries reports whether a function tries again by itself what fails, as its name says: an error of it is its last word.
func retries(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return known.TriesAgain(symbol.Of(fn)) || slices.ContainsFunc([]string{"WithRetry", "WithRetries", "WithBackoff"},
		func(end string) bool { return strings.HasSuffix(fn.Name(), end) })
}

// takesApart reports whether a function makes several texts of one and does nothing else: it takes a name apart.
func takesApart(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.Params().Len() != 1 || !syntax.IsText(sig.Params().At(0).Type()) || sig.Results().Len() < 3 {
		return false
	}
	last := sig.Results().Len() - 1
	for n := range last {
		if !syntax.IsText(sig.Results().At(n).Type()) {
			return false
		}
	}
	return syntax.IsError(sig.Results().At(last).Type())
}

// fromCache reports whether a call reads an object from a lister, whose only error is that the object is not there, or from the store
// of an informer, which has none.
func fromCache(c *ssa.CallCommon) bool {
	if !c.IsInvoke() {
		return false
	}
	if pkg := c.Method.Pkg(); pkg != nil && pkg.Path() == known.ClientGoCache {
		return true
	}
	if c.Method.Name() != "Get" || len(c.Args) != 1 {
		return false
	}
	return strings.HasSuffix(symbol.OfType(c.Value.Type()).Last(), "Lister")
}
