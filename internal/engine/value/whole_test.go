package value

import (
	"go/token"
	"slices"
	"testing"
)

// TestWhole compares two sides of a whole, and their parts.
func TestWhole(t *testing.T) {
	for name, test := range map[string]struct {
		whole               Whole
		sides, parts, other string // are they the same?
		looked              []string
	}{
		"parts are the same": {Whole{Name: "Spec"}, "unknown", "yes", "unknown", []string{".Mode", ".Nodes"}},
		"no part is":         {Whole{Name: "Spec", Differs: true}, "no", "no", "unknown", []string{".Mode", ".Nodes", ".Nodes.Size"}},
	} {
		t.Run(name, func(t *testing.T) {
			before, after := &Param{Name: "Old", Of: &test.whole}, &Param{Name: "New", Of: &test.whole}
			size := func(p *Param) Value { return Select(Select(p, "Nodes", ""), "Size", "") }
			mode := func(p *Param) Value { return Select(p, "Mode", "") }
			for what, pair := range map[string]struct {
				x, y Value
				want string
			}{
				"sides": {before, after, test.sides},
				"parts": {size(before), size(after), test.parts},
				"other": {size(before), mode(after), test.other},
			} {
				if got := answer(Compare(pair.x, token.EQL, pair.y)); got != pair.want {
					t.Errorf("%s are the same: %s, want %s", what, got, pair.want)
				}
			}
			if !slices.Equal(compacted(test.whole.Looked), test.looked) {
				t.Errorf("looked at %q, want %q", test.whole.Looked, test.looked)
			}
		})
	}
}

func answer(is, known bool) string {
	switch {
	case !known:
		return "unknown"
	case is:
		return "yes"
	}
	return "no"
}

func compacted(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
