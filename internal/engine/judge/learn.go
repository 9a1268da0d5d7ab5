package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// New returns a judge of the controllers of a run.
func New(pkg *code.Package, s *known.Settings, program *Program, records []*host.Controller) *Judge {
	j := &Judge{
		Program: program, records: records, settings: s, pkg: pkg,
		first:    make(map[*host.Controller]*host.Controller),
		several:  make(map[code.Pos]bool),
		makers:   make(map[symbol.Name]map[code.Pos]bool),
		queuesOf: make(map[*value.Object]map[value.Place]bool),
		holders:  make(map[*value.Object]int),
		wrapping: make(map[*value.Object]bool),
		rates:    make(map[*host.Input]bool),
	}
	j.learnRepeats()
	j.countControllers()
	j.learnMakers()
	j.learnLimiters()
	return j
}

// countControllers notes which sites make different controllers. That one site is
// reached in several ways tells nothing: several mains, or one in several ways, may
// set up the same controller.
func (j *Judge) countControllers() {
	type controller struct {
		label
		reconciler symbol.Name
	}
	first := make(map[code.Pos]controller)
	for _, rec := range j.records {
		c := controller{labelOf(rec), chainOf.Of(&rec.Record).Type}
		if have, ok := first[rec.Site.Pos]; !ok {
			first[rec.Site.Pos] = c
		} else if have != c {
			j.several[rec.Site.Pos] = true
		}
	}
}
