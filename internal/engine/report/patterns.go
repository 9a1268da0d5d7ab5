package report

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// patterns is a comma-separated flag of path patterns.
type patterns []string

func (p *patterns) String() string {
	if p == nil {
		return ""
	}
	return strings.Join(*p, ",")
}

// Set replaces the patterns by those in list.
func (p *patterns) Set(list string) error {
	*p = nil
	for pattern := range strings.SplitSeq(list, ",") {
		pattern = strings.Trim(strings.TrimPrefix(strings.TrimSpace(pattern), "./"), "/")
		if pattern == "" {
			continue
		}
		if err := CheckPattern(pattern); err != nil {
			return err
		}
		*p = append(*p, pattern)
	}
	return nil
}

// CheckPattern returns an error if pattern is not a path pattern.
func CheckPattern(pattern string) error {
	if strings.Contains(pattern, `\`) {
		return fmt.Errorf(`"%s" is not a path pattern: write / between names, and no backslash`, pattern)
	}
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return fmt.Errorf("%q is not a path pattern", pattern)
		}
	}
	return nil
}

// match reports whether a file, or a directory it is in, matches one of the patterns.
func (p patterns) match(file string) bool {
	names := strings.Split(file, "/")
	return slices.ContainsFunc(p, func(pattern string) bool { return matchNames(strings.Split(pattern, "/"), names) })
}

// matchNames reports whether the pattern's names match all of a path's or those at its start.
func matchNames(pattern, names []string) bool {
	if len(pattern) == 0 {
		return true
	}
	if pattern[0] == "**" {
		for i := range names {
			if matchNames(pattern[1:], names[i:]) {
				return true
			}
		}
		return false
	}
	if len(names) == 0 {
		return false
	}
	ok, err := path.Match(pattern[0], names[0])
	return ok && err == nil && matchNames(pattern[1:], names[1:])
}
