// Package changes tells which lines of a checkout were changed since a revision, so that a review
// is shown what belongs to it.
package changes

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/checkout"
)

// Lines are the lines that were added or changed. They are safe for concurrent use.
type Lines struct {
	// Base is the commit that they are compared with.
	Base  string
	root  string
	files map[string][]span // by slash path from the root, in ascending order
	added map[string]bool   // files and repositories that git does not follow yet: all of their lines are new
}

// A span is a range of lines, both ends included.
type span struct{ first, last int }

// Since returns the lines of the checkout that dir is in which differ from those at the point where HEAD left
// the history of a revision. What is not committed counts, and so do files that git does not follow yet and does not
// ignore. An error says what to do.
func Since(ctx context.Context, dir, revision string) (*Lines, error) {
	root, err := checkout.Git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s is not in a git checkout that can be read: %w", dir, err)
	}
	l := &Lines{root: filepath.FromSlash(strings.TrimSuffix(string(root), "\n")), added: make(map[string]bool)}
	if _, err := checkout.Git(ctx, l.root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}"); err != nil {
		return nil, fmt.Errorf("git knows no commit %s: fetch it first", revision)
	}
	base, err := checkout.Git(ctx, l.root, "merge-base", "--", revision, "HEAD")
	if err != nil {
		return nil, fmt.Errorf("git finds no commit that %s and HEAD have in common: fetch more of the history", revision)
	}
	l.Base = strings.TrimSpace(string(base))
	if err := l.addDiff(ctx, l.Base); err != nil {
		return nil, err
	}
	return l, l.addOthers(ctx, "")
}

// addDiff notes the lines that differ from a commit. Flags stand where git's settings, or attributes of generated files, could change
// the form of the diff.
func (l *Lines) addDiff(ctx context.Context, base string) error {
	diff, err := checkout.Git(ctx, l.root, "diff", "--unified=0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--text", "--submodule=diff", "--ignore-submodules=none", "--src-prefix=a/", "--dst-prefix=b/", base, "--")
	if err != nil {
		return err
	}
	if l.files, err = parse(diff); err != nil {
		return err
	}
	for _, m := range untrackedContent.FindAllSubmatch(diff, -1) {
		if err := l.addOthers(ctx, string(m[1])); err != nil {
			return err
		}
	}
	return nil
}

// untrackedContent is what a diff says of a submodule with files that its git does not follow.
var untrackedContent = regexp.MustCompile(`(?m)^Submodule (.+) contains untracked content$`)

// addOthers notes the files that git does not follow in a submodule, or in the checkout itself.
func (l *Lines) addOthers(ctx context.Context, submodule string) error {
	others, err := checkout.Git(ctx, filepath.Join(l.root, filepath.FromSlash(submodule)), "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(others), "\x00"), "\x00") {
		if name != "" {
			l.added[path.Join(submodule, name)] = true
		}
	}
	return nil
}

// parse reads a diff without lines of context. It goes by the numbers in the headings of hunks: a line of a file
// may look like a heading.
func parse(diff []byte) (map[string][]span, error) {
	files := make(map[string][]span)
	name, skip := "", 0
	for line := range bytes.Lines(diff) {
		text := strings.TrimSuffix(string(line), "\n")
		switch {
		case strings.HasPrefix(text, `\`): // no newline at the end of the file
		case skip > 0:
			skip--
		case strings.HasPrefix(text, "+++ "):
			var err error
			if name, err = fileName(strings.TrimPrefix(text, "+++ ")); err != nil {
				return nil, err
			}
		case strings.HasPrefix(text, "@@ "):
			m := heading.FindStringSubmatch(text)
			if m == nil {
				return nil, fmt.Errorf("git's diff has a heading that cannot be read: %s", text)
			}
			first, count := number(m[2]), number(m[3])
			skip = number(m[1]) + count
			if count > 0 {
				files[name] = append(files[name], span{first, first + count - 1})
			}
		}
	}
	return files, nil
}

// fileName reads the name of a file as git writes it: in quotes if it has unusual characters, and with a tab behind
// it if it has a space.
func fileName(text string) (string, error) {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		unquoted, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("the name of the file %s in git's diff cannot be read", text)
		}
		text = unquoted
	}
	return strings.TrimPrefix(text, "b/"), nil
}

// heading is that of a hunk, such as "@@ -3,2 +3 @@ func f()": how many lines went, where others came, and how many.
var heading = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// number reads a number of a heading: git leaves out that one line went or came.
func number(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return 1
}

// Touch reports whether a line of a file between first and last, both included, was changed. A
// file outside of the checkout was not.
func (l *Lines) Touch(file string, first, last int) bool {
	name, inside := checkout.Relative(l.root, file)
	if !inside {
		return false
	}
	for above := name; above != "."; above = path.Dir(above) { // of a repository in the checkout, git names the folder
		if l.added[above] {
			return true
		}
	}
	return slices.ContainsFunc(l.files[name], func(s span) bool { return s.first <= last && first <= s.last })
}
