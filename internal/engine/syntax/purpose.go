package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// TellsPurpose reports whether comments beside code that leaves an error say that it is left on purpose. Those that speak of work to
// do say nothing, as do those that a loop goes on with its next items.
func TellsPurpose(group *ast.CommentGroup) bool {
	text := strings.ToLower(raw(group))
	if strings.Contains(text, "todo") || strings.Contains(text, "fixme") {
		return false
	}
	return purposes.MatchString(text) && purposes.MatchString(ofReads.ReplaceAllString(ofItems.ReplaceAllString(text, ""), ""))
}

// Announced reports whether a text between two places, as the program tells it of an error, says that the error is left on purpose.
func Announced(root ast.Node, from, to token.Pos) bool {
	return AnnouncedAt(root, from, to, func(token.Pos) bool { return true })
}

// AnnouncedAt does so as far as the text stands at a place that counts.
func AnnouncedAt(root ast.Node, from, to token.Pos, counts func(token.Pos) bool) bool {
	return Any(root, func(text *ast.BasicLit) bool {
		return text.Kind == token.STRING && from < text.Pos() && text.End() <= to && announces(text.Value) && counts(text.Pos())
	})
}

// announces reports whether a text that is told of an error says that the error is left on purpose.
func announces(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(announcements, func(word string) bool { return strings.Contains(text, word) })
}

// announcements are what is told of errors that are left on purpose.
var announcements = []string{"won't retry", "not retry", "not be retried", "no retry", "not requeu", "won't requeu", "ignor", "best effort",
	"best-effort", "force"}

// raw returns the text of comments with the directives among them, without calls that are commented out.
func raw(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List {
		if code, ok := strings.CutPrefix(c.Text, "//"); ok && isCall(code) {
			continue
		}
		text.WriteString(c.Text + "\n")
	}
	return text.String()
}

// isCall reports whether a text is a call in Go.
func isCall(text string) bool {
	if !strings.Contains(text, "(") {
		return false
	}
	e, err := parser.ParseExpr(text)
	_, ok := e.(*ast.CallExpr)
	return err == nil && ok
}

// ofItems are words that tell of the other items of a loop, not of the error of one.
var ofItems = regexp.MustCompile(`\bcontinu(e|ing)( on| to| processing| with)* (the )?(others?|next|remaining|rest)\b`)

// ofReads are words that say what a read is for, not what becomes of its error.
var ofReads = regexp.MustCompile(`\b(check|see|verify)(s|ing)? (if|whether|that)\b[^.,;\n]*`)

// purposes are what comments say that stand beside errors which are left on purpose. They stand at the start of a word, not in a name.
var purposes = regexp.MustCompile(`\b(auto|re-?|non-?)?(requeue|retry|retried|retries|ignor|disregard|swallow|` +
	`purpose|intention|best effort|` +
	`best-effort|fatal|(don't|do not) (fail|error|block)|not an error|reconcile again|not return|don't return|skip|next reconcil|` +
	`nolint(:\S*err\S*)?(\s|$)|noinspection|continue)`)
