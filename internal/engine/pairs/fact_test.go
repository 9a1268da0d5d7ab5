package pairs

import (
	"reflect"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/paths"
)

// example is a summary with pairs in its second outcome.
func example() *paths.Summary {
	of := &places{list: map[Place]bool{{Place: code.Place{File: "a.go", Line: 2, Column: 1}, Length: 5}: true,
		{Place: code.Place{File: "a.go", Line: 1, Column: 1}}: true}}
	return &paths.Summary{Outcomes: []*paths.Outcome{{}, {Note: of}}}
}

// TestSuppressed checks that importers do not learn of places that a directive suppresses, and are told what is a dependency's.
func TestSuppressed(t *testing.T) {
	got := wireOf("p.f", example(), true, func(p Place) bool { return p.Line == 1 })
	want := []wirePairs{{"p.f", 1, []Place{{Place: code.Place{File: "a.go", Line: 2, Column: 1}, Length: 5, Foreign: true}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
