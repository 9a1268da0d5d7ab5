package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/showing/printable"
)

// A Program is what a main package has beside its controllers.
type Program struct {
	Main     string    `json:"main"`
	Rates    []Rate    `json:"rates"`    // flags and variables that are its max-reconcile-rate
	Limiters []Global  `json:"limiters"` // limiters that middleware of controllers shares
	Managers []Manager `json:"managers"`
}

// A Rate is a flag or variable that is the program's max-reconcile-rate.
type Rate struct {
	Input   string `json:"input"`   // such as "flag max-reconcile-rate"
	Default string `json:"default"` // "" where not known
	At      string `json:"at"`      // file:line
}

// A Global is a global limiter.
type Global struct {
	Made        string   `json:"made"`      // the function that made it
	Arguments   []string `json:"arguments"` // what that was given, for people
	At          string   `json:"at"`
	Controllers int      `json:"controllers"` // those whose middleware asks it
}

// A Manager is a manager with what limits its client.
type Manager struct {
	At          string `json:"at"`
	Controllers int    `json:"controllers"`
	Client      Client `json:"client"`
}

// A Client is what sets the QPS of a manager's client: the verdicts are those of a number of workers.
type Client struct {
	Verdict string `json:"verdict"`
	Value   string `json:"value"`
	Flag    string `json:"flag"`
	Detail  string `json:"detail"`
}

func programs(reports []driver.Report, names fileNames) []Program {
	list := []Program{}
	for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		for _, p := range result.Programs {
			if pkg.Named {
				list = append(list, names.program(p))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Program) int { return cmp.Compare(a.Main, b.Main) })
	return list
}

func (names fileNames) program(p model.Program) Program {
	out := Program{Main: p.Main, Rates: []Rate{}, Limiters: []Global{}, Managers: []Manager{}}
	for _, r := range p.Rates {
		out.Rates = append(out.Rates, Rate{r.Input, r.Default, names.site(r.At)})
	}
	for _, l := range p.Limiters {
		out.Limiters = append(out.Limiters, Global{l.Made, append([]string{}, l.Arguments...), names.site(l.At), l.Controllers})
	}
	for _, m := range p.Managers {
		client := Client{string(m.Client.Verdict), m.Client.Value, m.Client.Flag, m.Client.Detail}
		out.Managers = append(out.Managers, Manager{names.site(m.At), m.Controllers, client})
	}
	return out
}

// write adds the program to the text form.
func (p Program) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", p.Main)
	for _, r := range p.Rates {
		fmt.Fprintf(b, "    rate     %s (%s)\n", printable.Text(r.Input), r.At)
	}
	for _, l := range p.Limiters {
		fmt.Fprintf(b, "    limiter  %s(%s), asked by %s (%s)\n", l.Made, printable.Text(strings.Join(l.Arguments, ", ")),
			printable.Number(l.Controllers, "controller"), l.At)
	}
	for _, m := range p.Managers {
		detail := printable.Text(strings.TrimSpace(m.Client.Verdict + " " + m.Client.Detail))
		fmt.Fprintf(b, "    client   QPS %s, of the manager of %s (%s)\n", detail, printable.Number(m.Controllers, "controller"), m.At)
	}
	b.WriteByte('\n')
}
