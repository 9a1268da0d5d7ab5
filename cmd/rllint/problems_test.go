package main

import (
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

// TestMissingSums checks that a go.sum which is not up to date is one problem.
func TestMissingSums(t *testing.T) {
	missing := func(pos, pkg string) load.Problem {
		return load.Problem{Pos: pos, Message: "missing go.sum entry for module providing package " + pkg +
			" (imported by m/a); to add: go get m/a"}
	}
	other := load.Problem{Pos: "z.go:1:1", Message: "something else"}
	for _, test := range []struct {
		name     string
		unlisted []load.Problem
		want     []string
	}{
		{"none", []load.Problem{other}, []string{"z.go:1:1: something else"}},
		{"one", []load.Problem{missing("a.go:1:1", "x/y")}, []string{"go.sum lacks the module of x/y: run go mod tidy"}},
		{"several", []load.Problem{other, missing("a.go:1:1", "x/y"), missing("b.go:2:2", "x/y"), missing("b.go:3:3", "v/w"),
			missing("c.go:3:3", "t/u")},
			[]string{"z.go:1:1: something else", "go.sum lacks the module of x/y, and those of 2 other packages: run go mod tidy"}},
	} {
		var got []string
		for _, p := range (&outcome{unlisted: test.unlisted}).problems() {
			got = append(got, p.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
