package interp_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// inert is a host that knows nothing.
type inert struct{}

func (inert) Call(*interp.Call) (interp.Value, bool)  { return nil, false }
func (inert) Global(symbol.Name) (interp.Value, bool) { return nil, false }
func (inert) Knows(symbol.Name) bool                  { return false }
func (inert) Ends(symbol.Name) bool                   { return false }
func (inert) Harmless(symbol.Name) bool               { return false }
func (inert) Reflects(symbol.Name) bool               { return false }
func (inert) Keeps(symbol.Name) bool                  { return false }
func (inert) Later(symbol.Name) bool                  { return false }
func (inert) Filled(*interp.Interp, interp.Ptr)       {}

// FuzzDecode feeds the decoder bytes that may be anything: it must refuse them or
// return code that the interpreter can run to an end, without a panic.
func FuzzDecode(f *testing.F) {
	good, err := code.Encode(compile(f, "package main\n\nimport \"example.com/probe\"\n\nfunc main() { for _, x := range []int{1, 2} { probe.See(x) } }\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:3])
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := code.Decode(data)
		if err != nil {
			return
		}
		runAll(p)
	})
}

// runAll runs every function of a package with open arguments.
func runAll(p *code.Package) {
	in := interp.New(p, inert{})
	in.Limit = 20_000
	for _, sym := range slices.Sorted(maps.Keys(p.Funcs)) {
		fn := p.Funcs[sym]
		in.Isolated(func() { in.Run(fn, interp.Params(fn)) })
	}
	in.Sweep(func(symbol.Name) bool { return true })
}
