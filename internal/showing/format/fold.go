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
	under []findings.Finding
}

// blocks folds findings that have one reason, if there are many findings. First come those about the whole
// program, since others follow from them; the rest keeps its order.
func blocks(list []findings.Finding, fold bool) []block {
	var out []block
	size, index := make(map[string]int), make(map[string]int)
	under := make(map[int][]findings.Finding)
	if fold {
		list, under = consequences(list)
	}
	if fold = fold && len(list) > manyFindings; fold {
		for _, f := range list {
			size[reason(f)]++
		}
	}
	for i, f := range list {
		key := reason(f)
		if at, known := index[key]; known && under[i] == nil {
			out[at].more = append(out[at].more, f)
			continue
		}
		if size[key] >= smallestFold && under[i] == nil {
			index[key] = len(out)
		}
		out = append(out, block{first: f, under: under[i]})
	}
	if fold {
		slices.SortStableFunc(out, func(a, b block) int { return cmp.Compare(scope(a.first.Rule), scope(b.first.Rule)) })
	}
	return out
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
	return fmt.Sprintf("the same at %s%s; -all shows each", strings.Join(places, ", "), rest)
}
