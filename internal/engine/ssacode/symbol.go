package ssacode

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

func funcSymbol(fn *ssa.Function) symbol.Name {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if parent := fn.Parent(); parent != nil {
		name := fn.Name()
		if i := strings.LastIndexByte(name, '$'); i >= 0 {
			name = name[i:]
		}
		return funcSymbol(parent) + symbol.Name(name)
	}
	if obj := fn.Object(); obj != nil {
		// A package may have several init functions, all of one name.
		if strings.HasPrefix(fn.Name(), "init#") {
			return symbol.Join(obj.Pkg().Path(), fn.Name())
		}
		return symbol.Of(obj)
	}
	if fn.Pkg != nil {
		return symbol.Join(fn.Pkg.Pkg.Path(), fn.Name())
	}
	return symbol.Name(fn.Name())
}
