package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
)

// A consequence is a rule whose findings follow from one of another rule about the same controllers.
type consequence struct {
	cause     string          // the rule of the finding that others follow from
	forms     []judge.Verdict // the forms of it of which that is so
	rule      string          // that of what follows
	one, many string          // say in one line that it is a controller, and how many it are
}

var known = []consequence{
	// Nobody asks the limiter: so this controller does not.
	{"RL1005", []judge.Verdict{judge.Unasked}, "RL1002", "1 controller does not ask it", "%d controllers do not ask it"},
	// The controllers get neither a number of workers nor a limiter for their queues.
	{"RL1003", []judge.Verdict{judge.Unset, judge.LeftOut}, "RL1001", "1 controller has no queue limiter either",
		"%d controllers have no queue limiter either"},
}

func (c consequence) sentence(n int) string {
	if n == 1 {
		return c.one
	}
	return fmt.Sprintf(c.many, n)
}

// consequences makes a block of each of some findings, with those that follow from it.
func consequences(list []findings.Finding) []block {
	cause := make(map[int]int) // what follows -> what it follows from, by places in list
	for _, c := range known {
		for i, f := range list {
			if f.Rule != c.cause {
				continue // most are not, and the list may be long
			}
			for k, g := range list {
				if _, taken := cause[k]; !taken && c.joins(g, f) {
					cause[k] = i
				}
			}
		}
	}
	var out []block
	at := make(map[int]int)
	for i, f := range list {
		if _, follows := cause[i]; !follows {
			at[i] = len(out)
			out = append(out, block{first: f})
		}
	}
	for k, f := range list {
		if i, follows := cause[k]; follows {
			b := &out[at[i]]
			b.under = append(b.under, f)
		}
	}
	return out
}

// joins reports whether a finding follows from another in this way.
func (c consequence) joins(f, from findings.Finding) bool {
	return from.Rule == c.cause && f.Rule == c.rule && f.Level < level.Error && slices.Contains(c.forms, from.Form) &&
		within(f.Controllers, from.Controllers)
}

// follows reports whether a finding follows from another.
func follows(f, from findings.Finding) bool {
	return slices.ContainsFunc(known, func(c consequence) bool { return c.joins(f, from) })
}

// within reports whether all of some controllers are among others.
func within(some, others []string) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(c string) bool { return !slices.Contains(others, c) })
}

// followers says in one line for how many controllers something follows from the first finding of a block, and where the
// first of them are; "" if nothing does.
func (b block) followers(run Run) string {
	if len(b.under) == 0 {
		return ""
	}
	controllers := 0
	var places []string
	for _, f := range b.under {
		controllers += len(f.Controllers)
		if len(places) < mostNamed {
			places = append(places, fmt.Sprintf("%s (%s:%d)", findings.Names(f.Controllers), run.file(f.Position.Filename), f.Position.Line))
		}
	}
	rest := ""
	if n := len(b.under) - len(places); n > 0 {
		rest = fmt.Sprintf(" and %d more", n)
	}
	for _, c := range known {
		if c.rule == b.under[0].Rule {
			return fmt.Sprintf("%s: %s%s; -all shows each (%s)", c.sentence(controllers), strings.Join(places, ", "), rest, c.rule)
		}
	}
	return ""
}
