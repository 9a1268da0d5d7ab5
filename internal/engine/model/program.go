package model

import (
	"github.com/rllint/rllint/internal/engine/judge"
)

func newProgram(main string, unpromised bool, d judge.Description, promised Promised) Program {
	p := Program{Main: main, Unpromised: unpromised, Promised: promised}
	for _, r := range d.Rates {
		p.Rates = append(p.Rates, Rate{r.Input, r.Default, r.At.Pos.Place})
	}
	for _, l := range d.Limiters {
		p.Limiters = append(p.Limiters, GlobalLimiter{l.Made.Short(), l.Arguments, l.At.Pos.Place, l.Controllers})
	}
	for _, m := range d.Managers {
		p.Managers = append(p.Managers, Manager{limitOf(m.Client), m.At.Pos.Place, m.Controllers, m.Plain})
	}
	return p
}
