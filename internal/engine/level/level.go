// Package level says how much a finding matters to those who run the program.
package level

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"honnef.co/go/tools/analysis/lint"
)

// A Level is how much a finding matters. Higher ones matter more.
type Level int

// The levels. The zero value is none of them: the level of the rule counts.
const (
	Note    Level = iota + 1 // worth knowing, and often the authors' decision
	Warning                  // the program does not do what its authors mean
	Error                    // the program will misbehave
)

var names = map[Level]string{Note: "note", Warning: "warning", Error: "error"}

// Names lists the levels from the lowest on.
var Names = []string{names[Note], names[Warning], names[Error]}

func (l Level) String() string { return names[l] }

// Parse returns the level of that name.
func Parse(name string) (Level, error) {
	for l, n := range names {
		if n == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("there is no level %q; the levels are %s", name, strings.Join(Names, ", "))
}

// Set makes l the level of that name, so that *Level is a [flag.Value].
func (l *Level) Set(name string) (err error) {
	*l, err = Parse(name)
	return err
}

// Of returns the level that stands for the severity in a rule's documentation.
func Of(severity lint.Severity) Level {
	switch severity {
	case lint.SeverityError:
		return Error
	case lint.SeverityInfo, lint.SeverityHint:
		return Note
	}
	return Warning
}

// Category returns the category of a diagnostic: the rule, and the level where it is not that of the
// rule. Go vet's JSON shows it.
func Category(rule string, l Level) string {
	if l == 0 {
		return rule
	}
	return rule + "/" + l.String()
}

// Split takes a category apart. The level is 0 where the rule's own counts.
func Split(category string) (rule string, l Level) {
	rule, name, found := strings.Cut(category, "/")
	if !found {
		return category, 0
	}
	l, err := Parse(name)
	if err != nil {
		return category, 0
	}
	return rule, l
}

// A Map gives rules, by name, levels that are not their own. As a [flag.Value] it is written
// RL1003=note,RL4003=error.
type Map map[string]Level

func (m Map) String() string {
	var parts []string
	for _, rule := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, rule+"="+m[rule].String())
	}
	return strings.Join(parts, ",")
}

// Set replaces the content of the map.
func (m Map) Set(text string) error {
	clear(m)
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		rule, name, found := strings.Cut(part, "=")
		if !found {
			return fmt.Errorf("%q is not of the form RL1003=note", part)
		}
		l, err := Parse(name)
		if err != nil {
			return err
		}
		m[rule] = l
	}
	return nil
}
