package model

import (
	"go/token"
	"testing"
)

func TestRelated(t *testing.T) {
	fset := token.NewFileSet()
	main := fset.AddFile("main.go", -1, 40)
	main.SetLines([]int{0, 10, 20})
	other := fset.AddFile("other.go", -1, 30)
	other.SetLines([]int{0, 15})
	exported := fset.AddFile("exported.go", -1, 4) // as export data has it: a line a byte
	exported.SetLines([]int{0, 1, 2, 3})

	cause := &Cause{Pos: main.Pos(12), Reaches: []*Controller{
		{Name: "here", Site: Site{File: "main.go", Line: 2, Column: 8}},
		{Name: "below", Site: Site{File: "main.go", Line: 3, Column: 5}},
		{Name: "below, again", Site: Site{File: "main.go", Line: 3, Column: 5}},
		{For: "v1.Pod", Site: Site{File: "other.go", Line: 2, Column: 3}},
		{Site: Site{File: "exported.go", Line: 3, Column: 9}},
		{Name: "beyond", Site: Site{File: "other.go", Line: 7, Column: 1}},
		{Name: "dependency", Site: Site{File: "example.com/m@v1.0.0/a.go", Line: 1, Column: 1}},
	}}
	var got []string
	for _, r := range cause.related(fset) {
		got = append(got, fset.Position(r.Pos).String()+" "+r.Message)
	}
	want := []string{
		"main.go:3:5 below is created here",
		"other.go:2:3 v1.Pod is created here",
		"exported.go:3:1 a controller is created here",
	}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// TestSourcePos looks for a place below the last declaration that export data tells of.
func TestSourcePos(t *testing.T) {
	fset := token.NewFileSet()
	fset.AddFile("/p/setup.go", -1, 3).SetLines([]int{0, 1, 2})
	for _, site := range []Site{{File: "/p/setup.go", Line: 28, Column: 66}, {File: "/p/other.go", Line: 1, Column: 1}} {
		if at := fset.Position(sourcePos(fset, site)); at.Filename != site.File || at.Line != site.Line || at.Column != site.Column {
			t.Errorf("%s is at %s", site, at)
		}
	}
	for _, site := range []Site{{}, {File: "k8s.io/api@v0.35.0/a.go", Line: 2, Column: 1}} {
		if sourcePos(fset, site).IsValid() {
			t.Errorf("%s has a place", site)
		}
	}
}
