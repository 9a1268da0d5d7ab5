package paths

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

// example is a summary with all that a stored one can have.
func example() *Summary {
	return &Summary{Outcomes: []*Outcome{
		{
			Given: map[int]Scalar{inputID(1, PartSelf): {Is: Yes, Kinds: "api "}, inputID(0, PartAfter): {Is: No},
				inputID(2, PartSelf): {Is: Either, Lacks: "var:p.Err "}},
			Results: []Value{{Form: OfResult, After: Scalar{Is: Yes, Length: 5}, Requeue: Scalar{Is: No}},
				{Form: Single, Self: Scalar{ID: inputID(1, PartSelf)}}},
			Cells: map[int]Value{3: {Form: Single, Self: Scalar{Is: No}}, 2: {Form: OfResult}},
		},
		{Given: map[int]Scalar{}, Results: []Value{{Form: OfResult}, {Form: Single, Self: Scalar{Is: No}}}, Cells: map[int]Value{}},
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

func factOf(sum *Summary) *Summaries {
	var s Summaries
	s.Funcs = []wireFunc{wireOf("p.f", sum)}
	s.Variables = []wireVariable{{"p.Later", Value{Form: OfResult, After: Scalar{Is: Yes, Length: 5}}}}
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
	for _, o := range want.Outcomes {
		o.Imported = true
	}
	if !reflect.DeepEqual(got.Outcomes, want.Outcomes) {
		t.Errorf("got  %+v\nwant %+v", got.Outcomes[0], want.Outcomes[0])
	}
}

func TestHasKind(t *testing.T) {
	for _, test := range []struct {
		err  Scalar
		kind string
		want Nature
	}{
		{Scalar{Is: No}, "api", No},
		{Scalar{Is: Either, Kinds: "api "}, "api", Either},
		{Scalar{Is: Yes, Kinds: "api "}, "api", Yes},
		{Scalar{Is: Yes}, "api", Either},
		{Scalar{Is: Yes, Kinds: Plain + " "}, "api", No},
		{Scalar{Is: Yes, Kinds: "var:p.A "}, "var:p.B", No},
		{Scalar{Is: Yes, Kinds: "var:p.A "}, "type:*p.T", Either}, // the variable may be of it
		{Scalar{Is: Yes, Kinds: "type:*p.T "}, "var:p.A", Either}, // it may wrap it
		{Scalar{Is: Yes, Lacks: "var:p.A "}, "var:p.A", No},
	} {
		if got := test.err.HasKind(test.kind); got != test.want {
			t.Errorf("%+v is of kind %s: got %v, want %v", test.err, test.kind, got, test.want)
		}
	}
}
