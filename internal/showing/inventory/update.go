package inventory

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
)

// An Update is another version of controller-runtime that changes limits which the program leaves to their defaults.
type Update struct {
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Effects []string `json:"effects"` // sentences: what changes, and how to have it as before
}

// versionKey is the member of a controller that has the version of controller-runtime.
const versionKey = "controllerRuntime"

// addUpdate notes the update that limits of a controller changed with, once for all controllers.
func (c *Changes) addUpdate(before, after string, limits []ChangedFrom) {
	old, ok := known.DefaultsOf(before)
	now, also := known.DefaultsOf(after)
	if !ok || !also {
		return
	}
	has := func(a *judge.Attribute) bool {
		return slices.ContainsFunc(limits, func(l ChangedFrom) bool { return l.Key == a.Key })
	}
	var effects []string
	if old.Priority != now.Priority && has(judge.QueueKind) {
		effects = append(effects, queueEffect(now.Priority))
	}
	if old.QPS != now.QPS && has(judge.Requests) {
		effects = append(effects, fmt.Sprintf("A rest.Config of GetConfig has %s; it had %s. QPS and Burst of the rest.Config set another limit.",
			clientText(now), clientText(old)))
	}
	if len(effects) == 0 {
		return
	}
	i := slices.IndexFunc(c.Updates, func(u Update) bool { return u.Before == before && u.After == after })
	if i < 0 {
		i = len(c.Updates)
		c.Updates = append(c.Updates, Update{Before: before, After: after})
	}
	for _, e := range effects {
		if !slices.Contains(c.Updates[i].Effects, e) {
			c.Updates[i].Effects = append(c.Updates[i].Effects, e)
		}
	}
}

func queueEffect(priority bool) string {
	if priority {
		return "Queues go by priority, and without Options.RateLimiter they have no bucket of 10 retries a second (burst 100): " +
			"UsePriorityQueue: false in the manager's Controller options brings both back, Options.RateLimiter sets another limiter."
	}
	return "Queues go by the order of arrival, and without Options.RateLimiter each has a bucket of 10 retries a second (burst 100): " +
		"UsePriorityQueue: true in the manager's Controller options takes both away, Options.RateLimiter sets another limiter."
}

func clientText(d known.Defaults) string {
	if d.QPS < 0 {
		return "no limit of requests"
	}
	return fmt.Sprintf("%d requests a second (burst %d)", d.QPS, d.Burst)
}

// Text says all of it in one line.
func (u Update) Text() string {
	return "controller-runtime was " + u.Before + ", is " + u.After + ". " + strings.Join(u.Effects, " ")
}

// addDefaults adds to a controller of an older inventory, which has no kind of queue, the version's defaults where nothing is set.
func addDefaults(c map[string]json.RawMessage) {
	defaults, ok := known.DefaultsOf(text(c, versionKey))
	var limiter map[string]string
	if _, has := c[judge.QueueKind.Key]; has || !ok || json.Unmarshal(c[judge.Limiter.Key], &limiter) != nil ||
		limiter["verdict"] != string(judge.Unset) {
		return
	}
	kind, parameters := judge.DefaultQueue(defaults)
	limiter["parameters"] = parameters
	c[judge.QueueKind.Key], _ = json.Marshal(map[string]string{"verdict": string(kind)})
	c[judge.Limiter.Key], _ = json.Marshal(limiter)
}
