package findings

import (
	"encoding/json"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
)

// Conditions returns what must hold of the program before the fixes of a diagnostic of a category may be made, "" if nothing must. It
// is the driver's Options.Conditions.
func Conditions(results map[*analysis.Analyzer]any, category string, pos token.Pos) string {
	rule, _ := level.Split(category)
	m, ok := results[model.Analyzer].(*model.Result)
	if !ok {
		return ""
	}
	cause := m.CauseAt(rule, pos)
	if cause == nil || len(cause.Conditions.Needs) == 0 && !cause.Conditions.Workers {
		return ""
	}
	text, _ := json.Marshal(&cause.Conditions) // of texts and numbers there is a form
	return string(text)
}

// Withhold takes the fixes from findings whose conditions do not hold, and says why.
func Withhold(list []Finding, reports []driver.Report) {
	var results []*model.Result
	for _, m := range driver.Results[*model.Result](reports, model.Analyzer) {
		results = append(results, m)
	}
	for i := range list {
		f := &list[i]
		if f.conditions == "" || len(f.Fixes) == 0 {
			continue
		}
		var c model.Conditions
		if err := json.Unmarshal([]byte(f.conditions), &c); err != nil {
			f.Fixes, f.Withheld = nil, err.Error()
		} else {
			f.Fixes, f.Withheld = model.Made(f.Fixes, &c, results)
		}
	}
}
