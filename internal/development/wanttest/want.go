// Package wanttest compares what a driver of the rules finds in the packages
// under testdata/src with the want comments in them.
//
// A want comment stands at the end of the line that a finding is expected on,
// and names the rule and a regular expression of the message:
//
//	Complete(r) // want RL1001:"default" RL1002:"not wrapped"
//
// What follows the words "without settings" is not expected when the module is
// analysed with its settings. A want comment that cannot end its line is written
// between /* and */.
//
// The same comments serve every driver: the analyzers in this process, go vet
// with the command as its tool, and the command itself.
package wanttest

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Finding is one line of a driver's output.
type Finding struct {
	File    string // absolute path
	Line    int    // from 1
	Rule    string // such as RL1001
	Message string
}

// A Want is one expected finding.
type Want struct {
	File    string
	Line    int
	Rule    string
	Pattern *regexp.Regexp

	WithoutSettings bool // not expected when the module's settings are used
}

// Parse returns the want comments of Go source files, given by absolute path.
func Parse(files ...string) ([]Want, error) {
	var wants []Want
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := parse(file, src)
		if err != nil {
			return nil, err
		}
		wants = append(wants, found...)
	}
	return wants, nil
}

func parse(file string, src []byte) ([]Want, error) {
	fset := token.NewFileSet()
	handle := fset.AddFile(file, -1, len(src))
	var s scanner.Scanner
	s.Init(handle, src, nil, scanner.ScanComments)
	var wants []Want
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return wants, nil
		}
		text = strings.TrimSuffix("//"+text[min(2, len(text)):], "*/")
		rest, ok := strings.CutPrefix(text, "// want ")
		if tok != token.COMMENT || !ok {
			continue
		}
		line := handle.Line(pos)
		found, err := expectations(rest)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		for _, w := range found {
			w.File, w.Line = file, line
			wants = append(wants, w)
		}
	}
}

// expectations parses a list such as
//
//	RL1001:"default" RL1003:"const" "serves 3"
//
// in which an expression without a name belongs to the rule before it.
func expectations(text string) ([]Want, error) {
	var wants []Want
	rule, without := "", false
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if rest, ok := strings.CutPrefix(text, "without settings "); ok {
			rule, text, without = "", strings.TrimSpace(rest), true
		}
		if name, rest, ok := strings.Cut(text, ":"); ok && ruleName.MatchString(name) {
			rule, text = name, rest
		}
		if rule == "" {
			return nil, fmt.Errorf("want comment names no rule: %s", text)
		}
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("want comment of %s has no quoted expression: %s", rule, text)
		}
		text = text[len(quoted):]
		expr, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		pattern, err := regexp.Compile(expr)
		if err != nil {
			return nil, err
		}
		wants = append(wants, Want{Rule: rule, Pattern: pattern, WithoutSettings: without})
	}
	if len(wants) == 0 {
		return nil, fmt.Errorf("empty want comment")
	}
	return wants, nil
}

var ruleName = regexp.MustCompile(`^RL[0-9]{4}$`)

var textLine = regexp.MustCompile(`(?m)^(.+\.go):([0-9]+):[0-9]+: (.*) \((RL[0-9]{4})\)$`)

// ParseText returns the findings in the text that the command prints:
//
//	file:line:column: message (RL1001)
//
// Files are relative to dir or absolute. Other lines are passed over.
func ParseText(dir, text string) []Finding {
	var findings []Finding
	for _, match := range textLine.FindAllStringSubmatch(text, -1) {
		file := match[1]
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		line, _ := strconv.Atoi(match[2]) // digits only, by the expression
		findings = append(findings, Finding{file, line, match[4], match[3]})
	}
	return findings
}

// Compare returns one line for each want without a finding and each finding
// without a want, sorted. A finding meets at most one want.
func Compare(wants []Want, findings []Finding) []string {
	open := slices.Clone(wants)
	var differences []string
	for _, f := range findings {
		met := slices.IndexFunc(open, func(w Want) bool {
			return w.File == f.File && w.Line == f.Line && w.Rule == f.Rule && w.Pattern.MatchString(f.Message)
		})
		if met < 0 {
			differences = append(differences, fmt.Sprintf("%s:%d: unexpected %s: %s", f.File, f.Line, f.Rule, f.Message))
			continue
		}
		open = slices.Delete(open, met, met+1)
	}
	for _, w := range open {
		differences = append(differences, fmt.Sprintf("%s:%d: no %s matching %q", w.File, w.Line, w.Rule, w.Pattern))
	}
	slices.Sort(differences)
	return differences
}
