package code

import (
	"slices"
	"testing"
)

// rounds is the body of
//
//	0: start
//	1: for i < n (header of the outer loop: 1 to 6)
//	2:   if the test of whether there is a j below m is not met, on to 6
//	3:   for j < m (header of the inner loop: 3 and 4)
//	4:     a block of the inner loop
//	6:   what is behind the inner loop, and back to 1
//	5: behind the outer loop
func rounds(op string, low int64) *Body {
	b := &Body{
		Regs: 1,
		Consts: []Const{
			{Kind: ConstBasic, Basic: 3, Text: map[int64]string{0: "0", 1: "1"}[low]},
		},
		Blocks: []Block{
			{Succs: []int{1}},
			{Preds: []int{0, 6}, Succs: []int{2, 5}},
			{Preds: []int{1}, Succs: []int{3, 6}, Instrs: []Instr{
				{Op: OpBinary, Dst: 0, Args: []int{^0, 0}, Str: op}, {Op: OpIf, Dst: -1, Args: []int{0}},
			}},
			{Preds: []int{2, 4}, Succs: []int{4, 6}},
			{Preds: []int{3}, Succs: []int{3}},
			{Preds: []int{1}},
			{Preds: []int{2, 3}, Succs: []int{1}},
		},
	}
	b.analyse()
	return b
}

func TestOnward(t *testing.T) {
	b := rounds("<", 0)
	for _, test := range []struct {
		from, successor int
		want            []int
	}{
		{0, 0, []int{1}},
		{1, 0, []int{2}},
		{4, 0, []int{6}}, // another round of the inner loop begins: what is behind that
		{6, 0, []int{5}}, // and of the outer one
	} {
		if got := b.Onward(test.from, test.successor); !slices.Equal(got, test.want) {
			t.Errorf("from %d come %v, want %v", test.from, got, test.want)
		}
	}
}

// A loop within a loop counts as come to where it is tested before whether it has a round, and not where anything else is.
func TestOmits(t *testing.T) {
	for _, test := range []struct {
		op    string
		low   int64
		block int
		want  bool
	}{
		{"<", 0, 4, false},
		{"<", 1, 4, true}, // not the test of a loop from 0
		{"==", 0, 4, true},
		{"<", 0, 6, false},
		{"<", 0, 2, false},
	} {
		if got := rounds(test.op, test.low).Omits(test.block); got != test.want {
			t.Errorf("with %d %s m, rounds without block %d: %t, want %t", test.low, test.op, test.block, got, test.want)
		}
	}
}

func TestExcludes(t *testing.T) {
	b := rounds("<", 0)
	for _, test := range []struct {
		x, y int
		want bool
	}{{4, 6, false}, {5, 2, false}, {0, 5, false}, {3, 3, false}} {
		if got := b.Excludes(test.x, test.y); got != test.want {
			t.Errorf("blocks %d and %d exclude each other: %t, want %t", test.x, test.y, got, test.want)
		}
	}
	sides := &Body{Blocks: []Block{{Succs: []int{1, 2}}, {Preds: []int{0}, Succs: []int{3}}, {Preds: []int{0}, Succs: []int{3}}, {Preds: []int{1, 2}}}}
	sides.analyse()
	if !sides.Excludes(1, 2) || sides.Excludes(1, 3) {
		t.Error("the two sides of a branch do not exclude each other, or one of them what follows")
	}
}
