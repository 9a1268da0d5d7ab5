package code_test

import (
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
