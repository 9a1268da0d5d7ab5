package format

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/showing/findings"
)

const (
	// manyFindings is how many findings people read one by one.
	manyFindings = 20
	// smallestFold is how many findings must have one reason to become one block.
	smallestFold = 4
	// smallestOfRule is that of waits and of reconcilers that ask no limiter, for which people read much and do one thing. Of delays that
	// errors drop, of errors that are lost, and of events that count as failures, two are enough.
	smallestOfRule = 3
	// mostNamed bounds how many of the further findings a block names.
	mostNamed = 3
)

const (
	lostErrors = "RL4007" // that nobody hears of
	eventsWait = "RL6005" // as failures do
)

// A block is a finding with those that have the same reason, and those that follow from it.
type block struct {
	first findings.Finding
	more  []findings.Finding
	mixed bool // more has findings of the rule that say something else
	under []findings.Finding
}

// blocks folds findings that have one reason and, if people would still read more than twenty lines, those of one rule. If
// there are many, first come those about the whole program, since others follow from them; the rest keeps its order.
func blocks(list []findings.Finding, fold bool) []block {
	if !fold {
		out := make([]block, len(list))
		for i, f := range list {
			out[i].first = f
		}
		return out
	}
	out := consequences(list)
	many := len(out) > manyFindings
	out = folded(folded(out, again, func(findings.Finding) int { return 2 }), origin, smallest)
	if lines(out) > manyFindings {
		out = folded(out, func(f findings.Finding) string { return f.Rule + " " + f.Level.String() }, smallest)
	}
	if many {
		slices.SortStableFunc(out, func(a, b block) int { return cmp.Compare(findings.Rank(a.first), findings.Rank(b.first)) })
	}
	return out
}

// folded makes one block of those whose first findings have one key, where these are so many. What others follow from stays alone.
func folded(list []block, key func(findings.Finding) string, smallest func(findings.Finding) int) []block {
	size, index := make(map[string]int), make(map[string]int)
	for _, b := range list {
		if b.under == nil {
			size[key(b.first)] += 1 + len(b.more)
		}
	}
	var out []block
	for _, b := range list {
		k := key(b.first)
		at, known := index[k]
		switch {
		case b.under != nil || size[k] < smallest(b.first):
			out = append(out, b)
		case !known:
			index[k] = len(out)
			out = append(out, b)
		default:
			to := &out[at]
			to.mixed = to.mixed || said(b.first) != said(to.first)
			to.more = append(append(to.more, b.first), b.more...)
		}
	}
	return out
}

// smallest is how many findings with one origin become one block.
func smallest(f findings.Finding) int {
	if f.Rule == judge.Requests.Rule && f.Form != "" || f.Rule == judge.Concurrency.Rule {
		return 2 // what makes the client is changed once, and numbers of workers for one reason
	}
	switch f.Rule {
	case pairs.Rule, lostErrors, eventsWait:
		return 2
	case blocking.Rule, judge.Middleware.Rule:
		return smallestOfRule
	}
	return smallestFold
}

// lines is how many lines people read of some blocks.
func lines(list []block) int {
	n := 0
	for _, b := range list {
		n++
		if len(b.under) > 0 {
			n++
		}
		switch {
		case b.listed():
			n += len(b.more)
		case len(b.more) > 0:
			n++
		}
	}
	return n
}

// listed reports whether each further finding of a block has a line: it is as true of their places, and they are few. Editors and
// tools that read the text then know every place.
func (b block) listed() bool {
	return len(b.more) <= mostNamed && !b.mixed && (b.first.Rule != judge.Requests.Rule || b.first.Form == "")
}

// again is equal for findings that say the same of the same controllers: a program that sets them up in one of two ways has the reason
// in both, and of two places that are wrong together each has a finding that points to the other.
func again(f findings.Finding) string {
	if len(f.Controllers) == 0 {
		return fmt.Sprintf("%s %s %s", f.Rule, f.Position, f.Message)
	}
	return said(f) + " " + strings.Join(f.Controllers, ", ")
}

// said is the reason without where the other of two places is.
func said(f findings.Finding) string { return pointer.ReplaceAllString(findings.Reason(f), "") }

// pointer is what a message says of the other of two places.
var pointer = regexp.MustCompile(` \(see [^)]*\)`)

// origin is the reason of findings or, of the places where a reconciler keeps its worker waiting, this reconciler: who frees the
// worker at one of them looks at all. Of slow clients it is the place that makes them, for one main or several; delays that
// errors drop are alike however long each is, and errors that are lost in one package whatever returns them.
func origin(f findings.Finding) string {
	if f.Rule == judge.Requests.Rule && f.Form != "" {
		return f.Rule + " " + f.Level.String() + " " + string(f.Form)
	}
	if f.Rule == blocking.Rule && f.Form != "" {
		return f.Rule + " " + f.Level.String() + " " + f.Path + " " + string(f.Form)
	}
	if f.Rule == pairs.Rule {
		return length.ReplaceAllString(findings.Reason(f), "$1")
	}
	if f.Rule == lostErrors {
		return f.Path + " " + lost.ReplaceAllString(findings.Reason(f), "")
	}
	return findings.Reason(f)
}

// length is what a message says of how long a delay is.
var length = regexp.MustCompile(`( RequeueAfter)( \([^)]*\))`)

// lost is what the message of a lost error begins with: what returned it.
var lost = regexp.MustCompile(` the error of \S+ is lost`)

// others says in one line how many further findings a block has and where the first of them are.
func (b block) others(run Run) string {
	var places []string
	for i, f := range b.more {
		if i == mostNamed {
			break
		}
		place := fmt.Sprintf("%s:%d", run.file(f.Position.Filename), f.Position.Line)
		if name := findings.Names(f.Controllers); len(f.Controllers) == 1 && name != f.Path { // one without a name has that of its package
			place = name + " (" + place + ")"
		}
		places = append(places, place)
	}
	rest := ""
	if n := len(b.more) - len(places); n > 0 {
		rest = fmt.Sprintf(" and %d more", n)
	}
	alike := !slices.ContainsFunc(b.more, func(f findings.Finding) bool { return origin(f) != origin(b.first) })
	same := "the same at"
	switch {
	case b.first.Rule == judge.Requests.Rule && b.first.Form != "":
		same = "the same code makes the clients of other programs, at"
	case b.mixed && b.first.Rule == blocking.Rule && alike:
		same = "the same reconciler also waits at"
	case b.mixed && b.first.Rule == pairs.Rule && alike:
		same = "the same, some with another delay, at"
	case b.mixed && b.first.Rule == lostErrors && alike:
		same = "the same, of other calls, at"
	case b.mixed:
		same = "the same rule says more at"
	}
	return fmt.Sprintf("%s %s%s; -all shows each", same, strings.Join(places, ", "), rest)
}
