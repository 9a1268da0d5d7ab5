package known

import "strings"

// IsClientRateName reports whether a flag, variable or setting of a name sets how many requests a second a client may send.
func IsClientRateName(name string) bool {
	name = letters(name)
	return strings.HasSuffix(name, "qps") && (strings.Contains(name, "kube") || strings.Contains(name, "client") || strings.Contains(name, "api") || strings.Contains(name, "rest") || name == "qps")
}
