package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Description is what a program has beside its controllers.
type Description struct {
	Rates    []DescribedRate    // its rate inputs
	Limiters []DescribedLimiter // the limiters that middleware asks and shares
	Managers []DescribedManager
}

// A DescribedRate is an input that is the program's rate.
type DescribedRate struct {
	Input   string // such as "flag max-reconcile-rate"
	Default string // "" where not known
	At      code.Place
}

// A DescribedLimiter is a global limiter.
type DescribedLimiter struct {
	Made        string   // the function that made it, such as rate.NewLimiter
	Arguments   []string // what that was given, for people
	At          code.Place
	Controllers int // those whose middleware asks it
}

// A DescribedManager is a manager with what limits its client.
type DescribedManager struct {
	Client      Judgement
	At          code.Place
	Controllers int
	Plain       bool // it leaves the workers of its controllers alone
}

// Describe returns what the program has beside its controllers.
func (j *Judge) Describe() Description {
	var d Description
	for _, i := range j.rateInputs() {
		d.Rates = append(d.Rates, DescribedRate{i.String(), byDefault(i), i.At.Pos.Place})
	}
	for _, g := range j.globalLimiters() {
		l := DescribedLimiter{Made: g.Made.Short(), At: g.At.Pos.Place, Controllers: len(distinct(g.askedBy))}
		for _, a := range g.Args {
			l.Arguments = append(l.Arguments, value.Text(a))
		}
		d.Limiters = append(d.Limiters, l)
	}
	for _, m := range j.Program.Managers {
		n := managerNumbers.Of(&m.Record)
		plain := value.IsZero(n.kinds) && value.IsZero(n.all)
		d.Managers = append(d.Managers, DescribedManager{j.clientLimit(m), m.At.Pos.Place, len(distinct(j.controllersOf(m))), plain})
	}
	return d
}
