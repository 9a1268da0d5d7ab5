package value

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
)

// TestJoin joins random values in several ways, which must all make the same.
func TestJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	param, one, two := &Param{Name: "p"}, Int(1), Int(2)
	var some func(depth int) Value
	some = func(depth int) Value {
		switch n := rng.IntN(12); {
		case n < 4:
			return Int(rng.IntN(60))
		case n == 4:
			return Zero{}
		case n == 5:
			return &Param{Name: fmt.Sprint("p", rng.IntN(30))}
		case n == 6:
			from := []Value{param, Zero{At: Place{Pos: code.Pos{Place: code.Place{Line: rng.IntN(9)}}}}, []Value{param, one, two}[rng.IntN(3)]}
			return &Unknown{Why: fmt.Sprint("u", rng.IntN(30)), Deps: from[:rng.IntN(4)]}
		case n == 7:
			return &Iface{Type: fmt.Sprint("T", rng.IntN(3)), V: Int(rng.IntN(9))}
		case n == 8 && depth > 0:
			return Tuple{some(depth - 1), some(depth - 1)}
		case n == 9 && depth > 0:
			return &Struct{Type: "S", Fields: map[string]Value{fmt.Sprint("F", rng.IntN(3)): some(depth - 1)}, Rest: Zero{}}
		case n == 10:
			return Bool(true) // false is no number, and the same as nil that is the same as 0
		}
		return &Arith{Op: "+", X: Int(rng.IntN(3)),
			Y: []Value{param, Zero{At: Place{Pos: code.Pos{Place: code.Place{Line: rng.IntN(9)}}}}, Bool(false)}[rng.IntN(3)]}
	}
	for round := range 800 {
		list := make([]Value, 1+rng.IntN(60))
		for i := range list {
			list[i] = some(2)
		}
		atOnce := JoinAll(list, nil)
		var single Value
		for _, v := range list {
			single = Join(single, v)
		}
		half := Join(JoinAll(list[:len(list)/2], nil), JoinAll(list[len(list)/2:], nil))
		for _, other := range []Value{single, half} {
			if a, b := written(atOnce), written(other); a != b {
				t.Fatalf("round %d: %s and %s", round, a, b)
			}
		}
		if again := Join(atOnce, half); written(again) != written(atOnce) {
			t.Fatalf("round %d: joined with itself %s becomes %s", round, written(atOnce), written(again))
		}
		if u, ok := atOnce.(*Union); ok {
			for i, a := range u.Of {
				for _, b := range u.Of[:i] {
					if Same(a, b) && hashOf(a) != hashOf(b) {
						t.Fatalf("round %d: %s and %s are the same and have two hashes", round, written(a), written(b))
					}
					if Same(a, b) || form(a) != 0 && form(a) == form(b) {
						t.Fatalf("round %d: %s has %s twice", round, written(u), written(a))
					}
				}
			}
			if !slices.ContainsFunc(u.Of, func(v Value) bool { return form(v) != 0 }) && Join(u, half) != Value(u) {
				t.Fatalf("round %d: a join that adds nothing makes a new union", round)
			}
		}
	}
}

// written tells values apart, in whichever order their members are.
func written(v Value) string {
	switch v := v.(type) {
	case *Union:
		var parts []string
		for _, x := range v.Of {
			parts = append(parts, written(x))
		}
		slices.Sort(parts)
		return fmt.Sprint(parts)
	case Tuple:
		return fmt.Sprintf("(%s, %s)", written(v[0]), written(v[1]))
	case *Struct:
		out := ""
		for _, name := range []string{"F0", "F1", "F2"} {
			out += " " + name + ":" + written(v.Field(name))
		}
		return "{" + out + "}"
	case *Iface:
		return v.Type + "(" + written(v.V) + ")"
	case Zero:
		return "0"
	case *Basic:
		if IsZero(v) {
			return "0"
		}
	case *Unknown:
		return fmt.Sprint(v.Why, len(v.Deps))
	}
	return Text(v)
}

// TestWorkOfJoins counts what finding a value among many takes that look alike: no index tells them apart.
func TestWorkOfJoins(t *testing.T) {
	worked := func(n int) int {
		work := &Work{Limit: 1 << 40}
		list, p := make([]Value, n), &Param{Name: "p"}
		for i := range list {
			list[i] = &Unknown{Why: "the result of f", Deps: []Value{p, Int(i), p}}
		}
		JoinAll(list, work)
		return work.Done
	}
	if few, many := worked(50), worked(200); few == 0 || many < 8*few {
		t.Errorf("%d and %d units of work for 50 and 200 values, want as many as pairs are compared", few, many)
	}
}

// TestLiftCosts lifts a load over many pointers whose contents are computed from different values: finding one among the others takes as
// little as for constants, and counts.
func TestLiftCosts(t *testing.T) {
	const many = 400
	n := &Param{Name: "n"}
	tests := map[string]func(i int) Value{
		"operations": func(i int) Value { return &Arith{Op: "+", X: n, Y: Int(i)} },
		"computed": func(i int) Value {
			return &Unknown{Why: "the result of f", Deps: []Value{Ptr{Obj: NewObject("T", Place{}, i, false)}}}
		},
	}
	for name, computed := range tests {
		t.Run(name, func(t *testing.T) {
			contents, pointers := make([]Value, many), make([]Value, many)
			for i := range many {
				contents[i], pointers[i] = computed(i), Int(i)
			}
			work := new(Work)
			got := work.Lift(&Union{Of: pointers}, func(v Value) Value {
				i, _ := IntValue(v)
				return &Union{Of: []Value{contents[i], contents[(i+7)%many]}}
			})
			if u, ok := got.(*Union); !ok || len(u.Of) != many {
				t.Errorf("joined to %.100s, want all %d", Text(got), many)
			}
			if work.Done == 0 || work.Done > 8*many {
				t.Errorf("took %d units of work for %d values, want a few for each", work.Done, 2*many)
			}
		})
	}
}

// TestDeepNames follows lists for as many rounds as a loop may go: no name grows with each.
func TestDeepNames(t *testing.T) {
	var list, computed Value = &Param{Name: "list"}, &Unknown{Why: "the result of f"}
	for range 100_000 {
		list, computed = Select(list, "Next", ""), Select(computed, "Next", "")
		if u := computed.(*Unknown); len(u.Name) > 2*maxName {
			t.Fatalf("a name of %d bytes", len(u.Name))
		}
	}
	u, ok := list.(*Unknown)
	if !ok || len(u.Deps) != 1 || u.Last != "Next" {
		t.Fatalf("the list became %.200s", Text(list))
	}
	if p, ok := u.Deps[0].(*Param); !ok || len(p.Name) > 2*maxName || len(u.Name) > 2*maxName {
		t.Errorf("the list became %.200s of %.200s", Text(u), Text(u.Deps[0]))
	}
	index := &Unknown{Why: "the result of f"}
	for range 100_000 {
		index.Index = index.Element("[0]")
	}
	if len(index.Index) > 2*maxName {
		t.Errorf("an index of %d bytes", len(index.Index))
	}
}
