package value

import (
	"go/constant"
	"go/token"
	"math"
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
		{&Basic{Val: constant.MakeString("a")}, "+", union(&Basic{Val: constant.MakeString("b")}, zero),
			union(&Basic{Val: constant.MakeString("ab")}, &Basic{Val: constant.MakeString("a")})},
	} {
		got := Operate(test.x, test.op, test.y, "")
		if _, isArith := got.(*Arith); isArith != (test.want == nil) || test.want != nil && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %s %s is %s, want %s", Text(test.x), test.op, Text(test.y), Text(got), Text(test.want))
		}
	}
}

// A number is what a variable of its type holds.
func TestNumbers(t *testing.T) {
	float := func(f float64) Value { return &Basic{Val: constant.MakeFloat64(f)} }
	large := func(s string) Value { return &Basic{Val: constant.MakeFromLiteral(s, token.INT, 0)} }
	for _, test := range []struct {
		x      Value
		op     string
		y      Value
		number string
		want   string // "" for what is not known
	}{
		{Int(200), "+", Int(100), "uint8", "44"},
		{Int(200), "+", Int(100), "byte", "44"},
		{Int(100), "+", Int(100), "int8", "-56"},
		{Int(40_000), "*", Int(2), "int16", "14464"},
		{Int(40_000), "*", Int(2), "uint16", "14464"},
		{Int(1 << 31), "*", Int(3), "int32", "-2147483648"},
		{Int(0), "-", Int(1), "uint32", "4294967295"},
		{Int(0), "-", Int(1), "uint", "18446744073709551615"},
		{Int(0), "-", Int(1), "int", "-1"},
		{Int(math.MaxInt64), "+", Int(1), "int", "-9223372036854775808"},
		{Int(math.MaxInt64), "*", Int(math.MaxInt64), "int64", "1"},
		{large("18446744073709551615"), "+", Int(2), "uint64", "1"},
		{Int(1), "<<", Int(8), "uint8", "0"},
		{Int(1), "<<", Int(100), "int", "0"},
		{Int(-8), ">>", Int(100), "int", "-1"},
		{Int(1), "<<", Int(7), "int8", "-128"},
		{Int(1), "/", Int(2), "float64", "0.5"},
		{float(0.1), "+", float(0.2), "float64", "0.30000000000000004"},
		{float(0.1), "+", float(0.2), "float32", "0.30000001192092896"},
		{Int(100), "+", Int(27), "$T", "127"},
		{Int(100), "+", Int(28), "$T", ""},
		{Int(100), "+", Int(28), "", "128"},
		{Int(math.MaxInt64), "+", Int(1), "", ""},
		{Int(5), "-", nil, "uint8", "251"},
		{Int(-128), "-", nil, "int8", "-128"},
		{Int(5), "^", nil, "uint8", "250"},
		{Int(5), "^", nil, "int", "-6"},
		{Int(300), "to", nil, "uint8", "44"},
		{Int(-1), "to", nil, "uint64", "18446744073709551615"},
		{Int(200), "to", nil, "int8", "-56"},
		{float(-2.9), "to", nil, "int8", "-2"},
		{float(300), "to", nil, "uint8", ""},
		{Int(16_777_217), "to", nil, "float32", "1.6777216e+07"},
		{Int(300), "to", nil, "$T", ""},
		{Int(300), "to", nil, "time.Duration", "300"},
		{union(Int(1), Int(257)), "to", nil, "uint8", "1"},
	} {
		var got Value
		switch {
		case test.op == "to":
			got = Converted(test.x, test.number)
		case test.y == nil:
			got = Unary(test.op, test.x, test.number)
		default:
			got = Operate(test.x, test.op, test.y, test.number)
		}
		if text, _ := NumberText(got); text != test.want {
			t.Errorf("%s(%s %s %s) is %s, want %s", test.number, Text(test.x), test.op, Text(test.y), text, test.want)
		}
	}
	if got, _ := StringValue(Converted(Int('a'), "string")); got != "a" {
		t.Errorf("string('a') is %q", got)
	}
}
