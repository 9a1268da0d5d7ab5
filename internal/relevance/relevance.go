// Package relevance tells which packages can say something about the limits of
// a controller, from their import paths alone, before anything is parsed.
package relevance

import "strings"

const controllerRuntime = "sigs.k8s.io/controller-runtime"

// primitives are the packages whose functions and types the analysis knows by
// name. A package that reaches none of them makes no controller and no limit.
var primitives = map[string]bool{
	controllerRuntime:                      true,
	controllerRuntime + "/pkg/builder":     true,
	controllerRuntime + "/pkg/controller":  true,
	controllerRuntime + "/pkg/manager":     true,
	controllerRuntime + "/pkg/reconcile":   true,
	controllerRuntime + "/pkg/ratelimiter": true,
	"k8s.io/client-go/util/workqueue":      true,
	"k8s.io/client-go/rest":                true,
	"golang.org/x/time/rate":               true,
}

// Matters reports whether a package with these direct imports names a primitive.
func Matters(path string, imports []string) bool {
	if Leaf(path) {
		return false
	}
	for _, imp := range imports {
		if primitives[imp] {
			return true
		}
	}
	return false
}

// Leaf reports whether the package is part of what is known by name, so that
// nothing is learnt from its source as a dependency.
func Leaf(path string) bool {
	return strings.HasPrefix(path, "k8s.io/") ||
		path == controllerRuntime || strings.HasPrefix(path, controllerRuntime+"/")
}
