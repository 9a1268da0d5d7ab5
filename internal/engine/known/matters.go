package known

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Types that make a function that takes or returns them matter, without "Typed".
var mattering = map[symbol.Name]bool{
	Builder + ".Builder":             true,
	Controller + ".Options":          true,
	Controller + ".Controller":       true,
	Manager + ".Manager":             true,
	Manager + ".Options":             true,
	Reconcile + ".Reconciler":        true,
	Reconcile + ".Func":              true,
	RateLimiter + ".RateLimiter":     true,
	Workqueue + ".RateLimiter":       true,
	Workqueue + ".BucketRateLimiter": true,
	Rate + ".Limiter":                true,
	Rest + ".Config":                 true,
	Predicate + ".Predicate":         true,
	"flag.FlagSet":                   true,
	"k8s.io/component-base/config.ClientConnectionConfiguration": true,
	"github.com/spf13/pflag.FlagSet":                             true,
	"github.com/spf13/cobra.Command":                             true,
}

// Type reports whether functions that take or return the named type matter.
func Type(sym symbol.Name) bool { return mattering[Untyped(sym)] }

// Matters reports whether a package that is analysed only because others import
// it can matter: it is not a primitive itself and imports one, reads settings with a
// library for that, or imports a package that matters.
func Matters(path string, imports []string, matters func(path string) bool) bool {
	if Foundation(path) || flagLibrary(path) {
		return false
	}
	if len(imports) <= flagImports && slices.Contains(imports, "flag") {
		return true
	}
	if len(imports) <= groupImports && slices.Contains(imports, errgroup) {
		return true
	}
	return slices.ContainsFunc(imports, func(i string) bool { return primitivePackages[i] || settingLibraries[i] || matters(i) })
}

// groupImports is how many imports a dependency's package may have that starts what it is handed in a group: one that does nothing
// else has few, and what it starts may be workers, as many as it is told.
const groupImports = 4

const errgroup = "golang.org/x/sync/errgroup"

// flagImports is how many imports a dependency's package with the standard library's flags may have to be looked into: one
// that only defines flags for several programs has few, and what defines its own beside what it does has more.
const flagImports = 6

var primitivePackages = map[string]bool{
	ControllerRuntime: true, Builder: true, Controller: true, Manager: true, Reconcile: true,
	RateLimiter: true, Workqueue: true, Rest: true, Rate: true, Flowcontrol: true,
}
