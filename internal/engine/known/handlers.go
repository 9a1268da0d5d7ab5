package known

import (
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// HandlesEvents reports whether values of a type can be given to an informer.
func HandlesEvents(t types.Type) bool {
	for _, name := range []string{"OnAdd", "OnUpdate", "OnDelete"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// Handler reports whether a method is called for events: it is one of what can be given to an informer, or of a handler of a watch.
func Handler(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	switch fn.Name() {
	case "OnAdd", "OnUpdate", "OnDelete":
		return recv != nil && fn.Signature().Results().Len() == 0 && HandlesEvents(recv.Type())
	case "Create", "Update", "Delete", "Generic":
		return recv != nil && slices.ContainsFunc(slices.Collect(fn.Signature().Params().Variables()), func(v *types.Var) bool {
			return QueueType(symbol.OfType(v.Type()))
		})
	}
	return false
}
