package main

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"
)

// TestSameFlags checks that the inventory of a revision is taken with the flags of the present one.
func TestSameFlags(t *testing.T) {
	t.Setenv("GOWORK", "off")
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	in := registerInput(flags)
	in.dir = t.TempDir()
	flags.String("against", "", "")
	kept := flags.Lookup("tests").Value.String()
	t.Cleanup(func() { flags.Set("tests", kept); flags.Set("rate-names", "") })
	dir := t.TempDir()
	if err := flags.Parse([]string{"-C", dir, "-tests", "-tags=a,b", "-rate-names=budget", "-settings=s.yaml", "-cache=off", "-against=main",
		"./...", filepath.Join(dir, "x", "...")}); err != nil {
		t.Fatal(err)
	}
	want := []string{"-cache=off", "-rate-names=budget", "-settings=" + filepath.Join(in.dir, "s.yaml"), "-tags=a,b", "-tests=true"}
	if got := in.sameFlags(); !slices.Equal(got, want) {
		t.Errorf("flags %q, want %q", got, want)
	}
	tree := t.TempDir()
	if got, want := in.patternsIn(dir, tree), []string{"./...", filepath.Join(tree, "x", "...")}; !slices.Equal(got, want) {
		t.Errorf("patterns %q, want %q", got, want)
	}
}
