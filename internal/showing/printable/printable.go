// Package printable makes text safe to show: what is analysed decides names in messages and of files, and
// is not to decide what a terminal or a log does.
package printable

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// Text returns text with each character that is not seen, such as the end of a line or a code for terminals, in the
// form that it has in a Go string: \n, \x1b, \u202e. Bytes that are no characters become U+FFFD.
func Text(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// File names a file for people in the directory dir: relative to dir or absolute, whichever is shorter, as the go command does.
func File(name, dir string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}

// Number returns how many things there are of a kind, such as "1 controller" or "2 controllers".
func Number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// JSON writes a value, indented. It leaves <, > and & as they are: what is written is no part of a page.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
