package findings

import "slices"

// wholeProgram are the rules about the limits of the whole program: that from which most follows is first.
var wholeProgram = []string{"RL1000", "RL1005", "RL1006", "RL1004", "RL1007"}

// Rank orders rules by how much follows from what they find: those about the whole program come first, and all about what is at one place
// have one rank.
func Rank(rule string) int {
	if i := slices.Index(wholeProgram, rule); i >= 0 {
		return i
	}
	return len(wholeProgram)
}
