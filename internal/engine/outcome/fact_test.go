package outcome

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// example is a summary with all that a stored one can have.
func example() *summary {
	return &summary{outcomes: []*outcome{
		{
			given:   map[int]scalar{inputID(1, partSelf): {Is: yes, Kinds: "api "}, inputID(0, partAfter): {Is: no}, inputID(2, partSelf): {Is: either, Lacks: "var:p.Err "}},
			results: []value{{Form: result, After: scalar{Is: yes, Length: 5}, Requeue: scalar{Is: no}}, {Form: single, Self: scalar{ID: inputID(1, partSelf)}}},
			cells:   map[int]value{3: {Form: single, Self: scalar{Is: no}}, 2: {Form: result}},
			places:  &places{list: map[Place]bool{{Place: code.Place{File: "a.go", Line: 2, Column: 1}, Length: 5}: true, {Place: code.Place{File: "a.go", Line: 1, Column: 1}}: true}},
		},
		{given: map[int]scalar{}, results: []value{{Form: result}, {Form: single, Self: scalar{Is: no}}}, cells: map[int]value{}},
	}}
}

func encode(t *testing.T, s *Summaries) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func factOf(sum *summary) *Summaries {
	var s Summaries
	s.Funcs = []wireFunc{wireOf("p.f", sum, false, func(Place) bool { return false })}
	s.Limiters = []symbol.Name{"p.T.Allow"}
	s.Variables = []wireVariable{{"p.Later", value{Form: result, After: scalar{Is: yes, Length: 5}}}}
	return &s
}

// TestFact checks that facts have one stored form and come back as they were.
func TestFact(t *testing.T) {
	first := encode(t, factOf(example()))
	for range 20 {
		if !bytes.Equal(first, encode(t, factOf(example()))) {
			t.Fatal("equal summaries are stored in different forms")
		}
	}
	var read Summaries
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(&read); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, encode(t, &read)) {
		t.Error("what was read is stored in another form")
	}
	got, want := read.summaries()["p.f"], example()
	for _, o := range want.outcomes {
		o.imported = true
	}
	if !reflect.DeepEqual(got.outcomes, want.outcomes) {
		t.Errorf("got  %+v\nwant %+v", got.outcomes[0], want.outcomes[0])
	}
}

// TestSuppressed checks that importers do not learn of places that a directive suppresses, and are told what is a dependency's.
func TestSuppressed(t *testing.T) {
	w := wireOf("p.f", example(), true, func(p Place) bool { return p.Line == 1 })
	want := []Place{{Place: code.Place{File: "a.go", Line: 2, Column: 1}, Length: 5, Foreign: true}}
	if got := w.Outcomes[0].Places; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestHasKind(t *testing.T) {
	for _, test := range []struct {
		err  scalar
		kind string
		want nature
	}{
		{scalar{Is: no}, "api", no},
		{scalar{Is: either, Kinds: "api "}, "api", either},
		{scalar{Is: yes, Kinds: "api "}, "api", yes},
		{scalar{Is: yes}, "api", either},
		{scalar{Is: yes, Kinds: plainKind + " "}, "api", no},
		{scalar{Is: yes, Kinds: "var:p.A "}, "var:p.B", no},
		{scalar{Is: yes, Kinds: "var:p.A "}, "type:*p.T", either}, // the variable may be of it
		{scalar{Is: yes, Kinds: "type:*p.T "}, "var:p.A", either}, // it may wrap it
		{scalar{Is: yes, Lacks: "var:p.A "}, "var:p.A", no},
	} {
		if got := test.err.hasKind(test.kind); got != test.want {
			t.Errorf("%+v is of kind %s: got %v, want %v", test.err, test.kind, got, test.want)
		}
	}
}
