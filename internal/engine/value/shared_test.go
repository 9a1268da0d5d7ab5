package value

import "testing"

// doubled returns n + n of n + n and so on: each value is part of the next twice.
func doubled(times int) Value {
	v := Value(&Arith{Op: "+", X: &Param{Name: "n"}, Y: Int(1)})
	for range times {
		v = &Arith{Op: "+", X: v, Y: v}
	}
	return v
}

// TestShared looks at values that are part of others many times over, as after n += n in a loop.
func TestShared(t *testing.T) {
	a, b := doubled(64), doubled(64)
	if !Same(a, a) {
		t.Error("a value is not the same as itself")
	}
	if Same(a, b) {
		t.Error("two values of 2^64 parts are compared to the end")
	}
	if !Same(doubled(8), doubled(8)) {
		t.Error("two small values are not the same")
	}
	if u, ok := Join(a, b).(*Union); !ok || len(u.Of) != 2 {
		t.Errorf("joined they are %v", Join(a, b))
	}
	if text := Text(a); len(text) > 2000 {
		t.Errorf("it is written in %d bytes", len(text))
	}
}
