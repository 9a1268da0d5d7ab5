package code_test

import (
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
)

func TestTypeArgs(t *testing.T) {
	tests := []struct {
		of   string
		want []string
	}{
		{"example.com/p.T", nil},
		{"[]example.com/p.T", nil},
		{"example.com/p.T[int]", []string{"int"}},
		{"*example.com/p.T[int,*example.com/q.U]", []string{"int", "*example.com/q.U"}},
		{"example.com/p.T[example.com/q.U[string,int],$V]", []string{"example.com/q.U[string,int]", "$V"}},
	}
	for _, test := range tests {
		if got := code.TypeArgs(test.of); !slices.Equal(got, test.want) {
			t.Errorf("the arguments of %s are %q, want %q", test.of, got, test.want)
		}
	}
}

// TestTypeString checks the notation of types that have parts: TypeArgs takes apart what it writes.
func TestTypeString(t *testing.T) {
	generic := types.NewNamed(types.NewTypeName(token.NoPos, types.NewPackage("example.com/p", "p"), "T", nil), types.NewStruct(nil, nil), nil)
	var params []*types.TypeParam
	for _, name := range []string{"K", "V"} {
		params = append(params, types.NewTypeParam(types.NewTypeName(token.NoPos, nil, name, nil), types.Universe.Lookup("any").Type()))
	}
	generic.SetTypeParams(params)
	of, err := types.Instantiate(nil, generic, []types.Type{types.Typ[types.String], types.NewPointer(types.Typ[types.Int])}, true)
	if err != nil {
		t.Fatal(err)
	}
	for typ, want := range map[types.Type]string{
		types.NewPointer(of):                  "*example.com/p.T[string,*int]",
		types.NewSlice(params[0]):             "[]$K",
		types.NewStruct(nil, nil):             "struct",
		types.NewArray(types.Typ[1], 2):       "array",
		types.NewMap(params[0], of):           "map",
		types.Universe.Lookup("error").Type(): "error",
	} {
		if got := code.TypeString(typ); got != want {
			t.Errorf("%v is written as %s, want %s", typ, got, want)
		}
	}
	if got, want := code.TypeArgs(code.TypeString(of)), []string{"string", "*int"}; !slices.Equal(got, want) {
		t.Errorf("the arguments are %q, want %q", got, want)
	}
}
