package engine_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLayers holds the table of docs/architecture.md to the code: it has each package of the engine, and each of them imports only those
// that stand before it.
func TestLayers(t *testing.T) {
	const below = "github.com/rllint/rllint/internal/engine/"
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, m := range regexp.MustCompile("(?m)^\\| `internal/engine/([a-z]+)` ").FindAllStringSubmatch(string(text), -1) {
		order = append(order, m[1])
	}
	list, err := ownPackages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		name, layer := strings.CutPrefix(p.PkgPath, below)
		if !layer {
			continue // the folder itself
		}
		at := slices.Index(order, name)
		if at < 0 {
			t.Errorf("the table does not have %s", name)
			continue
		}
		for imported := range p.Imports {
			if other, ok := strings.CutPrefix(imported, below); ok && !slices.Contains(order[:at], other) {
				t.Errorf("%s imports %s, which does not stand before it", name, other)
			}
		}
	}
}
