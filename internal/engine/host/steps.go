package host

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
)

// A step is one thing a Reconcile method does that matters here: it asks a limiter
// for a token, or calls an inner reconciler.
type step struct {
	does action
	root int      // the parameter or captured variable it is reached from
	path []string // the fields selected from there
	typ  string   // the static type of an inner reconciler called directly, or a call's result
}

// An action is what a step does.
type action int

const (
	asks       action = iota // takes a token from a limiter
	reconciles               // calls an inner reconciler
	calls                    // calls a function value
)

// maxStepDepth bounds how deep calls within a Reconcile method are looked into.
const maxStepDepth = 5

// stepsOf returns the steps of fn in the order of its code.
func stepsOf(pkg *code.Package, fn *code.Func) []step {
	return (&stepFinder{pkg: pkg, busy: make(map[*code.Func]bool)}).find(fn, 0)
}

type stepFinder struct {
	pkg  *code.Package
	busy map[*code.Func]bool
}

func (s *stepFinder) find(fn *code.Func, depth int) []step {
	if depth > maxStepDepth || s.busy[fn] {
		return nil
	}
	s.busy[fn] = true
	defer delete(s.busy, fn)
	fn.Body()
	var out []step
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			out = append(out, s.instr(fn, &fn.Blocks[b].Instrs[i], depth)...)
		}
	}
	return out
}

func (s *stepFinder) instr(fn *code.Func, in *code.Instr, depth int) []step {
	switch in.Op {
	case code.OpInvoke, code.OpCall:
		if len(in.Args) == 0 {
			return nil
		}
		if in.Op == code.OpCall && !known.Asks(in.Str) && !reconcilesWith(in) || in.Op == code.OpCall && s.ownLimiter(in.Str) {
			return s.inner(fn, s.pkg.Find(in.Str), in.Args, nil, depth)
		}
		does := asks
		if !known.Asks(in.Str) {
			if does = reconciles; !reconcilesWith(in) {
				return nil
			}
		}
		root, path, ok := origin(fn, in.Args[0], 0)
		if !ok {
			return nil
		}
		st := step{does: does, root: root, path: path}
		if in.Op == code.OpCall && does == reconciles {
			st.typ = strings.TrimSuffix(in.Str, ".Reconcile")
		}
		return []step{st}
	case code.OpCallValue:
		if root, path, ok := origin(fn, in.Args[0], 0); ok {
			return []step{{does: calls, root: root, path: path, typ: code.BaseType(in.Str)}}
		}
		if def := fn.Definition(in.Args[0]); def != nil && def.Op == code.OpClosure {
			return s.inner(fn, s.pkg.Find(def.Str), in.Args[1:], def.Args, depth)
		}
	}
	return nil
}

// ownLimiter reports whether a method whose name asks is one of the analysed
// code's whose steps can be read: it is looked into, as it may ask the real limiter.
func (s *stepFinder) ownLimiter(sym string) bool {
	fn := s.pkg.Find(sym)
	return fn != nil && known.Asks(sym) && len(s.find(fn, maxStepDepth-1)) > 0
}

// inner returns the steps of a function called by fn, in terms of fn's registers.
func (s *stepFinder) inner(fn, callee *code.Func, args, bound []int, depth int) []step {
	if callee == nil {
		return nil
	}
	var out []step
	for _, st := range s.find(callee, depth+1) {
		var arg int
		switch {
		case st.root < callee.Params && st.root < len(args):
			arg = args[st.root]
		case st.root >= callee.Params && st.root-callee.Params < len(bound):
			arg = bound[st.root-callee.Params]
		default:
			continue
		}
		if root, path, ok := origin(fn, arg, 0); ok {
			st.root, st.path = root, append(append([]string(nil), path...), st.path...)
			out = append(out, st)
		}
	}
	return out
}

// reconcilesWith reports whether a call is one of a reconciler: of a method Reconcile
// that takes a request and returns what controller-runtime's does. Operators give the
// name to helpers too, which take an object instead.
func reconcilesWith(in *code.Instr) bool {
	if known.IsReconcile(in.Str) {
		return true
	}
	request, result, _ := strings.Cut(in.Tag, " ")
	return strings.HasSuffix(in.Str, ".Reconcile") && len(in.Args) == 3 && in.N == 2 &&
		result == known.Reconcile+".Result" && !strings.HasPrefix(request, "*")
}

// origin returns the parameter or captured variable a register's value is selected
// from, and the fields selected on the way.
func origin(fn *code.Func, reg, depth int) (root int, path []string, ok bool) {
	if reg < 0 || depth > 64 {
		return 0, nil, false
	}
	if reg < fn.Params+fn.Free {
		return reg, nil, true
	}
	def := fn.Definition(reg)
	if def == nil {
		return 0, nil, false
	}
	switch def.Op {
	case code.OpLoad, code.OpConvert, code.OpIface, code.OpAssert, code.OpExtract:
		if root, path, ok := origin(fn, def.Args[0], depth+1); ok {
			return root, path, true
		}
	case code.OpField, code.OpFieldAddr:
		root, path, ok := origin(fn, def.Args[0], depth+1)
		return root, append(append([]string(nil), path...), def.Str), ok
	case code.OpAlloc:
		return storedOrigin(fn, reg, depth)
	}
	return 0, nil, false
}

// storedOrigin looks through a local variable that is set once.
func storedOrigin(fn *code.Func, variable, depth int) (root int, path []string, ok bool) {
	found := -1
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			if in := &fn.Blocks[b].Instrs[i]; in.Op == code.OpStore && in.Args[0] == variable {
				if found >= 0 {
					return 0, nil, false
				}
				found = in.Args[1]
			}
		}
	}
	if found < 0 {
		return 0, nil, false
	}
	return origin(fn, found, depth+1)
}
