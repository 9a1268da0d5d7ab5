package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Silent is a [Client] that asks nothing, for others to embed.
type Silent struct{}

// Enter does nothing, as do the others.
func (Silent) Enter(*Frame)                                           {}
func (Silent) Step(*Frame, *Path, ssa.Instruction)                    {}
func (Silent) Decided(*Frame, *Path, ssa.Value, bool)                 {}
func (Silent) Came(*Frame, *Path, *ssa.Call, *Outcome, []Value) any   { return nil }
func (Silent) Deferred(*Frame, *Path, *Path, *ssa.Defer)              {}
func (Silent) End(*Frame, *Path, *ssa.Return, []Value) func(*Outcome) { return nil }
func (Silent) Leave(*Frame, *Summary)                                 {}
func (Silent) Imported(string, map[symbol.Name]*Summary)              {}
