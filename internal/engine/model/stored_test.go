package model

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"github.com/rllint/rllint/internal/engine/behaviour"
	"github.com/rllint/rllint/internal/engine/judge"
)

// fill sets every exported field that a value is made of to something, so that one that is added is not forgotten.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString("text " + string(rune('a'+*n%26)))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), n)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, attr := range judge.Attributes() {
			limit := reflect.New(v.Type().Elem()).Elem()
			fill(limit, n)
			v.SetMapIndex(reflect.ValueOf(attr), limit)
		}
	}
}

// A result that was stored and read back says what it said.
func TestStoredResult(t *testing.T) {
	want := new(Result)
	n := 0
	fill(reflect.ValueOf(want).Elem(), &n)
	// For the rules alone, as causes are.
	want.Behaviour, want.Wrappers, want.OptionMakers, want.ConfigLimiters = behaviour.Result{}, nil, nil, nil
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(want); err != nil {
		t.Fatal(err)
	}
	got := new(Result)
	if err := gob.NewDecoder(&b).Decode(got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v %+v\nwant %+v %+v", got, got.Controllers[0], want, want.Controllers[0])
	}
	if err := new(Result).GobDecode([]byte("nothing of the kind")); err == nil {
		t.Error("bytes that are no result were read")
	}
}
