package inventory

import (
	"maps"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

// withPlainManager returns a controller that no main package reaches as it would be under the managers that were seen: if all of them
// leave the workers of their controllers alone, and only its manager is open, it has one worker.
func withPlainManager(reports []driver.Report, c *model.Controller) *model.Controller {
	l := c.Limits[judge.Concurrency]
	if !l.OfManager || !plainManagers(reports) {
		return c
	}
	out := *c
	out.Limits = maps.Clone(c.Limits)
	out.Limits[judge.Concurrency] = model.Limit{Verdict: judge.Unset, Value: "1", Level: "manager", At: c.Site,
		Detail: "the controller does not set it, nor does any manager of the programs that were analysed"}
	return &out
}

// plainManagers reports whether managers were seen, and all leave the workers of their controllers alone.
func plainManagers(reports []driver.Report) bool {
	seen := false
	for _, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		for _, p := range result.Programs {
			for _, m := range p.Managers {
				if !m.Plain {
					return false
				}
				seen = true
			}
		}
	}
	return seen
}
