package directive

import (
	"go/token"
	"path"
	"slices"
	"strings"
)

// A Form says whose directive it is.
type Form int

// The forms.
const (
	Own         Form = iota // //rllint:
	Staticcheck             // //lint:
	Nolint                  // //nolint
)

// A Directive is one comment that suppresses findings.
type Directive struct {
	Form   Form
	Verb   string   // what follows the colon of //rllint: and //lint:, such as "ignore"
	Rules  []string // as written; may hold patterns such as RL1* ; empty if none are named
	Reason string   // "" if none is given
	Spaced bool     // there is space after the slashes, so that it is a comment like any other

	Pos, End token.Pos // of the comment
	File     string    // name of the file it is in
	// From and To are the first and last line it covers, from 1. A directive whose
	// verb is unknown covers no line: To is less than From.
	From, To int
}

// Covers reports whether the directive suppresses findings of the rule at a line of its file.
func (d *Directive) Covers(line int, rule string) bool {
	return d.From <= line && line <= d.To && d.Names(rule)
}

// Names reports whether the directive is about the rule.
func (d *Directive) Names(rule string) bool {
	if d.Form == Nolint {
		return len(d.Rules) == 0 || containsFold(d.Rules, "rllint") || containsFold(d.Rules, "all")
	}
	return slices.ContainsFunc(d.Rules, func(pattern string) bool {
		ok, err := path.Match(pattern, rule)
		return ok && err == nil
	})
}

func containsFold(list []string, want string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, want) })
}
