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

// Informers reports whether a function makes informers, or a factory of them, as client-go and packages written by client-gen name
// them. They read with a client for the caches of all who have them.
func Informers(sym symbol.Name) bool {
	name := strings.TrimSuffix(sym.Last(), "WithOptions")
	return !sym.IsMethod() && strings.HasPrefix(name, "New") && strings.HasSuffix(strings.TrimSuffix(name, "Factory"), "Informer")
}
