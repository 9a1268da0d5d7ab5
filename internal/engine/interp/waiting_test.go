package interp_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// TestWaiting checks which package variables are initialised only if somebody asks for them: those whose initialisers compute with
// constants, and with others of the kind. A call of the program's own code, a function value, the address of another variable and what
// several initialisers set are not such.
func TestWaiting(t *testing.T) {
	src, err := os.ReadFile("testdata/variables.go")
	if err != nil {
		t.Fatal(err)
	}
	p := throughFacts(t, compile(t, string(src)))
	var got []string
	for _, sym := range slices.Sorted(maps.Keys(p.Funcs["example.com/main.init"].Body().Later)) {
		got = append(got, symbol.Name.Last(sym))
	}
	want := "dynamic failure from group origin pointer table unused v1 v2 v3 v4 v5 v6"
	if strings.Join(got, " ") != want {
		t.Errorf("waiting: %s\nwant:    %s", strings.Join(got, " "), want)
	}
}
