package host

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
)

// Each kind of primitive means something: a call of one without a meaning would end the run.
func TestEachKindHasAMeaning(t *testing.T) {
	for kind := known.None + 1; kind < known.Kinds; kind++ {
		if meanings[kind] == nil {
			t.Errorf("kind %d has no meaning", kind)
		}
	}
	for sym := range plainMeanings {
		if k := known.Func(sym); k != known.None {
			t.Errorf("%s is of kind %d and has a meaning by its name, too", sym, k)
		}
	}
}
