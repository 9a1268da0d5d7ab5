package value

import (
	"go/constant"
	"reflect"
	"testing"
)

func union(list ...Value) Value {
	var c Collector
	for _, v := range list {
		c.Add(v)
	}
	return c.Value()
}

// An operation on constants is computed for each pair that the operands can be.
func TestOperate(t *testing.T) {
	zero := Zero{}
	many := make([]Value, mostPairs)
	for i := range many {
		many[i] = Int(i + 1)
	}
	for _, test := range []struct {
		x    Value
		op   string
		y    Value
		want Value // nil for what is not computed
	}{
		{Int(6), "+", Int(2), Int(8)},
		{Int(7), "/", Int(2), Int(3)},
		{Int(1), "<<", Int(3), Int(8)},
		{Int(9), ">>", Int(1), Int(4)},
		{Int(1), "<<", Int(64), nil},
		{Int(1), "<<", Int(-1), nil},
		{Int(1), "<<", &Basic{Val: constant.MakeFloat64(2.5)}, nil},
		{&Basic{Val: constant.MakeString("a")}, ">>", Int(1), nil},
		{Int(4), "/", Int(0), nil},
		{Int(4), "/", zero, nil},
		{zero, "+", Int(3), Int(3)},
		{zero, "*", zero, zero},
		{union(Int(1), Int(3)), "*", Int(2), union(Int(2), Int(6))},
		{union(Int(1), Int(3)), "+", union(Int(10), zero), union(Int(11), Int(1), Int(13), Int(3))},
		{union(Int(1), &Unknown{Why: "a test"}), "*", Int(2), nil},
		{union(many...), "+", Int(1), union(append(many[1:len(many):len(many)], Int(mostPairs+1))...)},
		{union(many...), "+", union(Int(1), Int(2)), nil},
		{&Basic{Val: constant.MakeString("a")}, "+", union(&Basic{Val: constant.MakeString("b")}, zero), union(&Basic{Val: constant.MakeString("ab")}, &Basic{Val: constant.MakeString("a")})},
	} {
		got := Operate(test.x, test.op, test.y)
		if _, isArith := got.(*Arith); isArith != (test.want == nil) || test.want != nil && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %s %s is %s, want %s", Text(test.x), test.op, Text(test.y), Text(got), Text(test.want))
		}
	}
}
