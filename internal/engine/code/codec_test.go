package code

import (
	"bytes"
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

func samplePackage() *Package {
	p := &Package{
		Path: "example.com/app", Main: true,
		Funcs:    make(map[symbol.Name]*Func),
		Types:    map[symbol.Name]*Type{"example.com/app.T": {Methods: []string{"Run"}, Fields: []Field{{Name: "Inner", Type: "*example.com/app.U", Embedded: true}}}},
		Vars:     map[symbol.Name]string{"example.com/app.cli": "example.com/app.cli"},
		Assigned: map[symbol.Name]bool{"example.com/app.n": true},
		Imports:  map[string]*Package{},
	}
	pos := Pos{File: "/src/app/main.go", Line: 10, Column: 2}
	f := &Func{Sym: "example.com/app.main", Regs: 4, Pkg: p, Pos: pos, Consts: []Const{
		{Kind: ConstBasic, Basic: 3, Text: "-5"}, {Kind: ConstGlobal, Text: "example.com/app.n"},
		{Kind: ConstFunc, Text: "example.com/app.helper"}, {Kind: ConstZero},
	}, Blocks: []Block{
		{Succs: []int{1, 2}, Instrs: []Instr{
			{Op: OpLoad, Dst: 0, Args: []int{^1}, Pos: pos},
			{Op: OpBinary, Dst: 1, Args: []int{0, ^0}, Str: "=="},
			{Op: OpIf, Dst: -1, Args: []int{1}},
		}},
		{Preds: []int{0}, Succs: []int{2}, Instrs: []Instr{
			{Op: OpCallValue, Dst: 2, Args: []int{^2, 0}, N: 1, Pos: pos, ArgPos: []Pos{{}, pos}},
			{Op: OpJump, Dst: -1},
		}},
		{Preds: []int{0, 1}, Instrs: []Instr{
			{Op: OpPhi, Dst: 3, Args: []int{0, 2}},
			{Op: OpReturn, Dst: -1},
		}},
	}}
	p.Funcs[f.Sym] = f
	return p
}

func TestRoundTrip(t *testing.T) {
	first, err := Encode(samplePackage())
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	p.stored = nil // encode what was read, not what was stored
	second, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("a package read back is stored as %d other bytes, was %d", len(second), len(first))
	}
}

// Two places that a line directive shows as one stay two.
func TestRoundTripRead(t *testing.T) {
	p := samplePackage()
	f := p.Funcs["example.com/app.main"]
	shown := Pos{File: "/src/app/main.tmpl", Line: 3}
	first, second := shown, shown
	first.Read = Read{File: "/src/app/made.go", Line: 10, Column: 2}
	second.Read = Read{File: "/src/app/made.go", Line: 11, Column: 2}
	f.Blocks[0].Instrs[0].Pos, f.Blocks[1].Instrs[0].Pos = first, second
	data, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	first.Read.File, second.Read.File = "made.go", "made.go"
	blocks := got.Funcs["example.com/app.main"].Blocks
	if a, b := blocks[0].Instrs[0].Pos, blocks[1].Instrs[0].Pos; a != first || b != second {
		t.Errorf("got %+v and %+v, want %+v and %+v", a, b, first, second)
	}
}

func TestDecodeRefusesOtherBytes(t *testing.T) {
	good, err := Encode(samplePackage())
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, {0}, good[:len(good)-1], append(bytes.Clone(good), 0), append([]byte{codecVersion + 1}, good[1:]...)} {
		if _, err := Decode(bad); err == nil {
			t.Errorf("Decode accepted %d bytes that Encode did not write", len(bad))
		}
	}
}
