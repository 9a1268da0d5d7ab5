package known

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Delay is the function that package requeue has called with each delay of a Result, at the place where it is written.
const Delay symbol.Name = StandIn + ".Delay"

const delays = "$delays"

// DelaysOf returns the name of the function with the delays of a function that returns a Result.
func DelaysOf(sym symbol.Name) symbol.Name { return sym + delays }

// IsDelays reports whether a function is one of those that [DelaysOf] names.
func IsDelays(sym symbol.Name) bool { return strings.HasSuffix(string(sym), delays) }

// Random reports whether what a function returns differs from call to call by chance.
func Random(sym symbol.Name) bool {
	return sym.In("math/rand") || sym.In("math/rand/v2") || sym.In("crypto/rand")
}

// Jitter adds a random part to a duration.
const Jitter symbol.Name = "k8s.io/apimachinery/pkg/util/wait.Jitter"
