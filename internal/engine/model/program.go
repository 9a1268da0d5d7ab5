package model

import (
	"github.com/rllint/rllint/internal/engine/judge"
)

// A Program is what a main package has beside its controllers.
type Program struct {
	Main string // import path
	// Unpromised says that it promises no rate: nothing is said of what its controllers lack of one.
	Unpromised bool
	Rates      []Rate
	Limiters   []GlobalLimiter
	Managers   []Manager
	Promised   Promised // what it limits all its controllers by, for messages
}

// A Rate is a flag or variable that is the program's max-reconcile-rate.
type Rate struct {
	Input   string // such as "flag max-reconcile-rate"
	Default string // "" where not known
	At      Site
}

// A GlobalLimiter is a limiter that middleware of controllers shares.
type GlobalLimiter struct {
	Made        string   // the function that made it, such as rate.NewLimiter
	Arguments   []string // what that was given, for people
	At          Site
	Controllers int // those whose middleware asks it
}

// A Manager is a manager with what limits the requests of its client.
type Manager struct {
	Client      Limit
	At          Site
	Controllers int
	Plain       bool // it leaves the workers of its controllers alone
}

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
