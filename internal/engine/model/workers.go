package model

import (
	"strconv"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Workers says of the controllers of a reconciler how many workers they have, as far as this package knows: "controller X has
// 1 worker". It is "" where nothing is known, or not the same of all.
func (r *Result) Workers(reconciler symbol.Name) string {
	list := r.Of(reconciler)
	text := ""
	for i, c := range list {
		one := c.workers()
		if one == "" || i > 0 && one != text {
			return ""
		}
		text = one
	}
	if text == "" {
		return ""
	}
	return (&Cause{Reaches: list[:1]}).Subject() + " " + text
}

// AtLeast says how many workers each of the controllers of a reconciler has at least, 1 where that is not a constant.
func (r *Result) AtLeast(reconciler symbol.Name) int {
	least := 0
	for _, c := range r.Of(reconciler) {
		n, err := strconv.Atoi(c.Limits[judge.Concurrency].Value)
		if err != nil || c.Limits[judge.Concurrency].Verdict != judge.Const {
			n = 1
		}
		if least == 0 || n < least {
			least = n
		}
	}
	return max(least, 1)
}

func (c *Controller) workers() string {
	limit := c.Limits[judge.Concurrency]
	switch limit.Verdict {
	case judge.Unset:
		return "has 1 worker"
	case judge.Const:
		if limit.Value == "1" {
			return "has 1 worker"
		}
		if limit.Value != "" {
			return "has " + limit.Value + " workers"
		}
	case judge.Flag, judge.Rate:
		text := "has as many workers as " + limit.Detail + " says"
		if limit.Default != "" {
			text += " (" + limit.Default + " by default)"
		}
		return text
	case judge.Unknown:
		if !c.OwnWorkers {
			return "has 1 worker unless its manager sets more"
		}
	}
	return ""
}
