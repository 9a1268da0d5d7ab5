// Package directive reads the comments that suppress findings.
//
//	//rllint:ignore RL1001,RL1003 reason       the line it ends, or the statement below
//	//rllint:file-ignore RL1001 reason         the whole file
//
// The directives of staticcheck (//lint:ignore, //lint:file-ignore) and of
// golangci-lint (//nolint, //nolint:rllint) are understood too.
package directive

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
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

// Parse returns the directives of a file, which must have been parsed with
// comments, in source order.
func Parse(fset *token.FileSet, file *ast.File) []*Directive {
	var list []*Directive
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if d := parseComment(comment.Text); d != nil {
				d.Pos, d.End = comment.Pos(), comment.End()
				d.File = fset.Position(comment.Pos()).Filename
				list = append(list, d)
			}
		}
	}
	if len(list) > 0 {
		cover(fset, file, list)
	}
	return list
}

// parseComment returns nil if the comment is no directive.
func parseComment(text string) *Directive {
	if rest, ok := strings.CutPrefix(text, "//rllint:"); ok {
		return parseWords(Own, rest)
	}
	if rest, ok := strings.CutPrefix(text, "//lint:"); ok {
		return parseWords(Staticcheck, rest)
	}
	if m := spaced.FindStringSubmatch(text); m != nil {
		d := parseWords(Own, m[1])
		d.Spaced = true
		return d
	}
	return parseNolint(text)
}

// spaced matches a directive of ours that would be one without the space.
var spaced = regexp.MustCompile(`^//[ \t]+rllint:((?:file-)?ignore[ \t].*)$`)

// parseWords reads "verb RULE,RULE reason". There may be space around the commas.
func parseWords(form Form, text string) *Directive {
	verb, rest, _ := strings.Cut(text, " ")
	rules, reason := cutRules(strings.TrimSpace(rest))
	return &Directive{Form: form, Verb: verb, Rules: split(rules), Reason: reason}
}

// cutRules splits what follows the verb after the last rule of the list.
func cutRules(text string) (rules, reason string) {
	rules, reason, _ = strings.Cut(text, " ")
	for reason = strings.TrimSpace(reason); reason != "" &&
		(strings.HasSuffix(rules, ",") || reason[0] == ','); reason = strings.TrimSpace(reason) {
		more, rest, _ := strings.Cut(reason, " ")
		rules, reason = rules+more, rest
	}
	return rules, reason
}

// parseNolint reads "//nolint", "//nolint:a,b" and "//nolint:a // reason", with
// the spaces that golangci-lint allows.
func parseNolint(text string) *Directive {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint")
	if !ok || !strings.HasPrefix(text, "//") {
		return nil
	}
	d := &Directive{Form: Nolint, Verb: "ignore"}
	rest, reason, _ := strings.Cut(rest, "//")
	d.Reason = strings.TrimSpace(reason)
	names, listed := strings.CutPrefix(rest, ":")
	if !listed {
		if rest != "" && rest[0] != ' ' {
			return nil // a word that starts like nolint
		}
		return d
	}
	d.Rules = split(names)
	return d
}

func split(list string) []string {
	var parts []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
