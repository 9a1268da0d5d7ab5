package known

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// IsClientRateName reports whether a flag, variable or setting of a name sets how many requests a second a client may send.
func IsClientRateName(name string) bool {
	name = letters(name)
	return strings.HasSuffix(name, "qps") && (strings.Contains(name, "kube") || strings.Contains(name, "client") ||
		strings.Contains(name, "api") || strings.Contains(name, "rest") || name == "qps")
}

// Informers reports whether a function makes informers, a factory of them or a lister, as client-go and packages written by client-gen
// name them. They read with a client for the caches of all who have them. What a function gets from a context, such as the logger, has
// no more of the clients that others put there.
func Informers(sym symbol.Name) bool {
	name := strings.TrimSuffix(sym.Last(), "WithOptions")
	if sym.IsMethod() {
		return name == "Lister"
	}
	return strings.Contains(name, "FromContext") ||
		strings.HasPrefix(name, "New") && strings.HasSuffix(strings.TrimSuffix(name, "Factory"), "Informer")
}
