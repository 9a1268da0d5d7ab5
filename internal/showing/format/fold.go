package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
)

const (
	// manyFindings is how many findings people read one by one.
	manyFindings = 20
	// smallestFold is how many findings must have one reason to become one block.
	smallestFold = 4
	// mostNamed bounds how many of the further findings a block names.
	mostNamed = 3
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
	var out []block
	under := make(map[int][]findings.Finding)
	if fold {
		list, under = consequences(list)
	}
	for i, f := range list {
		out = append(out, block{first: f, under: under[i]})
	}
	if !fold {
		return out
	}
	many := len(list) > manyFindings
	if out = folded(out, reason); lines(out) > manyFindings {
		out = folded(out, func(f findings.Finding) string { return f.Rule + " " + f.Level.String() })
	}
	if many {
		slices.SortStableFunc(out, func(a, b block) int { return cmp.Compare(scope(a.first.Rule), scope(b.first.Rule)) })
	}
	return out
}

// folded makes one block of those whose first findings have one key, where these are several. What others follow from stays alone.
func folded(list []block, key func(findings.Finding) string) []block {
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
		case b.under != nil || size[k] < smallestFold:
			out = append(out, b)
		case !known:
			index[k] = len(out)
			out = append(out, b)
		default:
			to := &out[at]
			to.mixed = to.mixed || reason(b.first) != reason(to.first)
			to.more = append(append(to.more, b.first), b.more...)
		}
	}
	return out
}

// lines is how many lines people read of some blocks.
func lines(list []block) int {
	n := 0
	for _, b := range list {
		n++
		if len(b.under) > 0 {
			n++
		}
		if len(b.more) > 0 {
			n++
		}
	}
	return n
}

// reason is equal for findings that differ only in where they stand and which controllers they are about.
func reason(f findings.Finding) string {
	message := f.Message
	for _, c := range f.Controllers {
		if _, name, _ := strings.Cut(c, " "); name != "" {
			message = strings.ReplaceAll(message, name, "…")
		}
	}
	return f.Rule + " " + f.Level.String() + " " + message
}

// scope is 0 for rules about the limits of the whole program, and 1 for rules about what is at one place.
func scope(rule string) int {
	switch rule {
	case "RL1000", "RL1004", "RL1005", "RL1006", "RL1007":
		return 0
	}
	return 1
}

// others says in one line how many further findings a block has and where the first of them are.
func (b block) others(dir string) string {
	var places []string
	for i, f := range b.more {
		if i == mostNamed {
			break
		}
		place := fmt.Sprintf("%s:%d", printable.Text(relative(dir, f.Position.Filename)), f.Position.Line)
		if len(f.Controllers) == 1 {
			place = findings.Names(f.Controllers) + " (" + place + ")"
		}
		places = append(places, place)
	}
	rest := ""
	if n := len(b.more) - len(places); n > 0 {
		rest = fmt.Sprintf(" and %d more", n)
	}
	same := "the same at"
	if b.mixed {
		same = "the same rule says more at"
	}
	return fmt.Sprintf("%s %s%s; -all shows each", same, strings.Join(places, ", "), rest)
}
