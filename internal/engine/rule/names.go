package rule

import "path"

// Names lists every rule, for what is said about directives: the rules about them stand in
// the list themselves and cannot ask it.
var Names = []string{"RL0001", "RL0002", "RL1001", "RL1002", "RL1003"}

// Exists reports whether a name, or a pattern such as RL1*, is that of a rule.
func Exists(pattern string) bool {
	for _, name := range Names {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}
