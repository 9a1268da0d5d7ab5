package host

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/value"
)

// TestSharedParts visits what a value is computed from once, in however many of its parts it is. The second half of
// each part would double the work: 30 of them would take minutes.
func TestSharedParts(t *testing.T) {
	leaf := &value.Unknown{Why: "a leaf"}
	var v value.Value = leaf
	for range 30 {
		v = &value.Arith{X: v, Y: v}
	}
	visits := 0
	eachDep(v, func(got value.Value) {
		if visits++; visits > 100 {
			t.FailNow()
		}
		if got != leaf {
			t.Errorf("%v is visited", got)
		}
	})
	if visits != 1 {
		t.Errorf("the leaf is visited %d times", visits)
	}
}
