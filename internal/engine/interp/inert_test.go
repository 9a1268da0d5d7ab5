package interp_test

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// inert is a host that knows nothing.
type inert struct{}

func (inert) Call(*interp.Call) (value.Value, bool)  { return nil, false }
func (inert) Global(symbol.Name) (value.Value, bool) { return nil, false }
func (inert) Knows(symbol.Name) bool                 { return false }
func (inert) Ends(symbol.Name) bool                  { return false }
func (inert) Harmless(symbol.Name) bool              { return false }
func (inert) SetsReflected(symbol.Name) bool         { return false }
func (inert) Keeps(symbol.Name) bool                 { return false }
func (inert) Later(symbol.Name) bool                 { return false }
func (inert) Filled(*interp.Interp, value.Ptr)       {}

// runAll runs every function of a package with open arguments, and returns how many instructions that took.
func runAll(p *code.Package) int {
	in := interp.New(p, inert{})
	in.Limit = 20_000
	for _, sym := range slices.Sorted(maps.Keys(p.Funcs)) {
		fn := p.Funcs[sym]
		in.Isolated(func() { in.Run(fn, interp.Params(fn)) })
	}
	in.Sweep(func(symbol.Name) bool { return true })
	return in.Steps()
}
