package build

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"golang.org/x/tools/go/ssa"
)

func funcSymbol(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if parent := fn.Parent(); parent != nil {
		name := fn.Name()
		if i := strings.LastIndexByte(name, '$'); i >= 0 {
			name = name[i:]
		}
		return funcSymbol(parent) + name
	}
	if obj := fn.Object(); obj != nil {
		// A package may have several init functions, all of one name.
		if strings.HasPrefix(fn.Name(), "init#") {
			return obj.Pkg().Path() + "." + fn.Name()
		}
		return code.Symbol(obj)
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	return fn.Name()
}
