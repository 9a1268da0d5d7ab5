package code

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

func samplePackage() *Package {
	p := &Package{
		Path: "example.com/app", Main: true,
		Funcs: make(map[symbol.Name]*Func),
		Types: map[symbol.Name]*Type{"example.com/app.T": {Methods: []string{"Run"},
			Fields: []Field{{Name: "Inner", Type: "*example.com/app.U", Embedded: true}}}},
		Vars:     map[symbol.Name]string{"example.com/app.cli": "example.com/app.cli"},
		Assigned: map[symbol.Name]bool{"example.com/app.n": true},
		Imports:  map[string]*Package{},
	}
	pos := Pos{Place: Place{"/src/app/main.go", 10, 2}}
	f := &Func{Sym: "example.com/app.main", Pkg: p, Pos: pos}
	f.SetBody(&Body{Regs: 4, Consts: []Const{
		{Kind: ConstBasic, Basic: 3, Text: "-5"}, {Kind: ConstGlobal, Text: "example.com/app.n"},
		{Kind: ConstFunc, Text: "example.com/app.helper"}, {Kind: ConstZero},
	}, Blocks: []Block{
		{Succs: []int{1, 2}, Instrs: []Instr{
			{Op: OpLoad, Dst: 0, Args: []int{^1}, Pos: pos},
			{Op: OpBinary, Dst: 1, Args: []int{0, ^0}, Str: "=="},
			{Op: OpIf, Dst: -1, Args: []int{1}},
		}},
		{Preds: []int{0}, Succs: []int{2}, Instrs: []Instr{
			{Op: OpCallValue, Dst: 2, Args: []int{^2, 0}, Pos: pos, Call: &Call{Op: OpCallValue, Results: 1, ArgPos: []Pos{{}, pos}}},
			{Op: OpJump, Dst: -1},
		}},
		{Preds: []int{0, 1}, Instrs: []Instr{
			{Op: OpPhi, Dst: 3, Args: []int{0, 2}},
			{Op: OpReturn, Dst: -1},
		}},
	}})
	p.Funcs[f.Sym] = f
	return p
}

// stored returns what is read from the stored form of a package.
func stored(t *testing.T, p *Package) *Package {
	t.Helper()
	read, err := FromSections(Sections(p))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestRoundTrip(t *testing.T) {
	first := Sections(samplePackage())[0]
	p := stored(t, samplePackage())
	p.stored = nil // encode what was read, not what was stored
	second := Sections(p)[0]
	if !bytes.Equal(first, second) {
		t.Errorf("a package read back is stored as %d other bytes, was %d", len(second), len(first))
	}
}

// Two places that a line directive shows as one stay two.
func TestRoundTripRead(t *testing.T) {
	p := samplePackage()
	b := p.Funcs["example.com/app.main"].Body().Blocks
	shown := Pos{Place: Place{File: "/src/app/main.tmpl", Line: 3}}
	first, second := shown, shown
	first.Read = Place{File: "/src/app/made.go", Line: 10, Column: 2}
	second.Read = Place{File: "/src/app/made.go", Line: 11, Column: 2}
	b[0].Instrs[0].Pos, b[1].Instrs[0].Pos = first, second
	got := stored(t, p)
	first.Read.File, second.Read.File = "made.go", "made.go"
	blocks := got.Funcs["example.com/app.main"].Body().Blocks
	if a, b := blocks[0].Instrs[0].Pos, blocks[1].Instrs[0].Pos; a != first || b != second {
		t.Errorf("got %+v and %+v, want %+v and %+v", a, b, first, second)
	}
}

func TestSectionsOfOtherBytes(t *testing.T) {
	good := Sections(samplePackage())[0]
	for _, bad := range [][]byte{nil, {0}, good[:len(good)-1], append(bytes.Clone(good), 0)} {
		if _, err := FromSections([][]byte{bad}); err == nil {
			t.Errorf("%d bytes that Sections did not return are accepted", len(bad))
		}
	}
	if _, err := FromSections(nil); err == nil {
		t.Error("no section is accepted")
	}
}

// Code that is packed, or was read, is the same as before, each time that it is asked for.
func TestPack(t *testing.T) {
	p := samplePackage()
	f := p.Funcs["example.com/app.main"]
	f.Uses = []symbol.Name{"example.com/app.n"}
	built := f.Body()
	p.Pack()
	if f.body.built != nil || f.Uses != nil {
		t.Error("what was built is still held")
	}
	read := stored(t, p)
	for range 2 {
		for _, f := range []*Func{f, read.Funcs[f.Sym]} {
			if got := f.Body(); !reflect.DeepEqual(got, built) {
				t.Errorf("got %+v, want %+v", got, built)
			}
			f.body.read.Store(nil) // as if memory had been short
		}
	}
}
