package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Of returns the controllers of a result whose innermost reconciler has a type.
func (r *Result) Of(reconciler symbol.Name) []*Controller {
	return slices.DeleteFunc(slices.Clone(r.Controllers), func(c *Controller) bool { return reconciler == "" || c.Reconciler != reconciler })
}

// Retries says after which times the queue of the controllers of a reconciler hands out an object that fails, as far as this
// package knows.
func (r *Result) Retries(reconciler symbol.Name) string {
	text := ""
	for _, c := range r.Of(reconciler) {
		one := c.retries()
		if text != "" && one != text {
			return unknownRetries
		}
		text = one
	}
	if text == "" {
		return unknownRetries
	}
	return text
}

const (
	defaultRetries = "after 5 ms, 10 ms, … up to 1000 s"
	unknownRetries = "when the queue's limiter says, which is " + defaultRetries + " if nobody sets another"
)

func (c *Controller) retries() string {
	limiter := c.Limits[judge.Limiter]
	switch limiter.Verdict {
	case judge.Unset:
		return defaultRetries
	case judge.Shared, judge.Adhoc:
		// as the inventory shows it: "back-off 1s to 1m0s, bucket 10/s burst 100"
		for part := range strings.SplitSeq(limiter.Value, ", ") {
			from, to, found := strings.Cut(strings.TrimPrefix(part, "back-off "), " to ")
			first, err := time.ParseDuration(from)
			if !found || err != nil {
				continue
			}
			return fmt.Sprintf("after %s, %s, … up to %s", Short(first), Short(2*first), shortText(to))
		}
	}
	return unknownRetries
}

// shortText is Short for a duration that is written down.
func shortText(text string) string {
	if d, err := time.ParseDuration(text); err == nil {
		return Short(d)
	}
	return text
}

// Short is a duration as messages have it: 1m rather than 1m0s.
func Short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
