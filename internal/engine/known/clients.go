package known

import (
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Minor returns the minor version of controller-runtime, if the version is known.
func Minor(version string) (int, bool) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 || parts[0] != "0" {
		return 0, false
	}
	n, err := strconv.Atoi(parts[1])
	return n, err == nil
}

// IsClientRateName reports whether a flag, variable or setting of a name sets how many requests a second a client may send.
func IsClientRateName(name string) bool {
	name = letters(name)
	return strings.HasSuffix(name, "qps") && (strings.Contains(name, "kube") || strings.Contains(name, "client") || strings.Contains(name, "api") || strings.Contains(name, "rest") || name == "qps")
}

// Informers reports whether a function makes informers, or a factory of them, as client-go and packages written by client-gen name
// them. They read with a client for the caches of all who have them.
func Informers(sym symbol.Name) bool {
	name := strings.TrimSuffix(sym.Last(), "WithOptions")
	return !sym.IsMethod() && strings.HasPrefix(name, "New") && strings.HasSuffix(strings.TrimSuffix(name, "Factory"), "Informer")
}
