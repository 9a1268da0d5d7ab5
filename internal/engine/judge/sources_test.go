package judge

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/value"
)

// TestSourcesOfShared walks a number that was added to itself over and over, which is
// part of the next twice each time.
func TestSourcesOfShared(t *testing.T) {
	n := &value.Param{Name: "workers"}
	called := &value.Unknown{Why: "a call", Deps: []value.Value{&value.Unknown{Why: "a flag", Last: "workers", Set: true}}}
	v := value.Value(&value.Arith{Op: "*", X: n, Y: called})
	for range 64 {
		v = &value.Arith{Op: "+", X: v, Y: v}
	}
	var found []string
	eachSource(v, func(x value.Value) { found = append(found, value.Text(x)) })
	if len(found) != 2 || found[0] != "workers" || found[1] != "a flag" {
		t.Errorf("it is computed from %q", found)
	}
}
