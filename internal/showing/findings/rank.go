package findings

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/level"
)

// wholeProgram are the rules about the limits of the whole program: that from which most follows is first.
var wholeProgram = []string{"RL1000", "RL1005", "RL1006", "RL1004", "RL1007"}

// Rank orders findings by how much follows from them: panics come first, then those about the whole program, and all others about what is
// at one place have one rank.
func Rank(f Finding) int {
	switch i := slices.Index(wholeProgram, f.Rule); {
	case f.Rule == "RL1002" && f.Level == level.Error:
		return -1
	case i >= 0:
		return i
	}
	return len(wholeProgram)
}
