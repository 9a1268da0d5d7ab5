package known

import (
	"strconv"
	"strings"
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
