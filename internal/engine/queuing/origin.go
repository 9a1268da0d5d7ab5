package queuing

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// origin returns the parameter or item that a key comes from which is made again of the object that it names, or of a copy of it; the
// key itself for any other.
func (s *state) origin(key ssa.Value) ssa.Value {
	v := key
	for range 12 {
		from := named(v)
		if from == nil {
			break
		}
		v = s.source(from)
		switch v.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return v
		}
		if _, mine := s.itemOf(v); mine {
			return v
		}
	}
	return key
}

// named returns the object that a key is of, the name that an object was read by, or the key that a name is a part of; nil for any
// other value.
func named(v ssa.Value) ssa.Value {
	index := 0
	if x, ok := v.(*ssa.Extract); ok {
		v, index = x.Tuple, x.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	c := &call.Call
	if c.IsInvoke() {
		switch {
		case c.Method.Name() == "GetByKey" && c.Method.Pkg() != nil && c.Method.Pkg().Path() == known.ClientGoCache && index == 0:
			return c.Args[0]
		case fromCache(c) && c.Method.Name() == "Get" && len(c.Args) == 1 && index == 0:
			return c.Args[0]
		case strings.HasPrefix(c.Method.Name(), "DeepCopy"):
			return c.Value
		}
		return nil
	}
	if len(c.Args) != 1 {
		return nil
	}
	name := ""
	if fn := ways.Called(c); fn != nil {
		name = fn.Name()
		if strings.HasPrefix(name, "DeepCopy") && fn.Signature().Recv() != nil {
			return c.Args[0]
		}
		if name == "SplitMetaNamespaceKey" && index == 1 {
			return c.Args[0]
		}
	} else if load, ok := c.Value.(*ssa.UnOp); ok {
		if global, ok := load.X.(*ssa.Global); ok {
			name = global.Name()
		}
	}
	if strings.HasSuffix(name, "KeyFunc") && index == 0 && makesKey(c.Signature()) {
		return c.Args[0]
	}
	return nil
}

// makesKey reports whether a function makes the text of a key, and says if it cannot.
func makesKey(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && syntax.IsText(sig.Results().At(0).Type())
}

// missing reports whether a call asks if the error of reading the object that the worker's item names says that there is none.
func (w *way) missing(c *ssa.CallCommon) bool {
	call := w.lookup(c)
	if call == nil {
		return false
	}
	name := w.s.source(call.Call.Args[0])
	if _, mine := w.s.itemOf(name); mine {
		return true
	}
	_, mine := w.s.itemOf(w.s.origin(name))
	return mine
}

// lookup returns the call that reads an object from a lister, of whose error a call asks whether there is none; nil for any other call.
func (w *way) lookup(c *ssa.CallCommon) *ssa.Call {
	if ways.CalledName(c) != known.IsNotFound {
		return nil
	}
	call := w.f.CallOf(w.Path, c.Args[0])
	if call == nil || !fromCache(&call.Call) || call.Call.Method.Name() != "Get" {
		return nil
	}
	return call
}

// doubts notes that a call says of an error of a lister that it is not that of a missing object: whoever asks expects other errors
// too, although listers have none.
func (w *way) doubts(c *ssa.CallCommon) {
	if w.lookup(c) == nil {
		return
	}
	w.s.fate |= listed
	if w.s.fate&failed != 0 {
		w.s.fate &^= settled
	}
}
