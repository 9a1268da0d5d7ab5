package report

import (
	"bytes"
	"encoding/gob"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// The fault is what is kept of a result, and told again.
func TestFault(t *testing.T) {
	type result struct {
		Fault
		Found []string
	}
	want := []string{"internal error in the analysis of example.com/m: out of luck"}
	made := &result{FaultOf(&analysis.Pass{Pkg: types.NewPackage("example.com/m", "m")}, "out of luck"), []string{"what is found"}}
	if got := made.Problems(); !slices.Equal(got, want) {
		t.Fatalf("the problems are %q, want %q", got, want)
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(made); err != nil {
		t.Fatal(err)
	}
	kept := new(result)
	if err := gob.NewDecoder(&b).Decode(kept); err != nil {
		t.Fatal(err)
	}
	if got := kept.Problems(); !slices.Equal(got, want) || len(kept.Found) > 0 {
		t.Errorf("kept are the problems %q and %q, want %q alone", got, kept.Found, want)
	}
	if got := new(result).Problems(); len(got) > 0 {
		t.Errorf("a result without a fault has the problems %q", got)
	}
}
