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
	"regexp"
	"strings"
)

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
