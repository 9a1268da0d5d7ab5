package report

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/checkout"
)

// Links says where a line of source can be read.
type Links struct {
	Root    string // absolute directory that file names are relative to
	Pattern string // with {path}, {file} and {line}, "" for no links
}

// CheckPattern returns an error for a pattern that leads to no page and no editor.
func CheckPattern(pattern string) error {
	if pattern == "" {
		return nil
	}
	if !strings.Contains(pattern, "{path}") && !strings.Contains(pattern, "{file}") {
		return fmt.Errorf("-link=%s has neither {path}, the file relative to the module's root, nor {file}, its absolute name", pattern)
	}
	scheme, _, found := strings.Cut(pattern, ":")
	switch scheme {
	case "https", "http", "file", "vscode", "vscodium", "cursor", "idea", "goland", "zed":
		if found {
			return nil
		}
	}
	return fmt.Errorf("the pattern of -link must start with https:, file:, vscode:, idea:, goland:, zed:, cursor: or vscodium:, unlike %s",
		pattern)
}

// PatternOf returns the pattern for a version of a repository on GitHub, GitLab or Gitea, "" where there is none. Path is that of the
// module in the repository, "" for its root.
func PatternOf(v checkout.Version, path string) string {
	u, err := url.Parse(v.Repository)
	if err != nil || v.Revision == "" || u.Host == "" {
		return ""
	}
	if path != "" {
		path += "/"
	}
	repository := "https://" + u.Hostname() + strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), ".git")
	switch {
	case strings.Contains(u.Host, "gitlab"):
		return repository + "/-/blob/" + v.Revision + "/" + path + "{path}#L{line}"
	case strings.Contains(u.Host, "github"):
		return repository + "/blob/" + v.Revision + "/" + path + "{path}#L{line}"
	case strings.Contains(u.Host, "gitea"), strings.Contains(u.Host, "codeberg"), strings.Contains(u.Host, "forgejo"):
		return repository + "/src/commit/" + v.Revision + "/" + path + "{path}#L{line}"
	}
	return ""
}

// at is place for "file:line".
func (l Links) at(text string) Place {
	i := strings.LastIndex(text, ":")
	if line, err := strconv.Atoi(text[i+1:]); i >= 0 && err == nil {
		return l.place(text[:i], line)
	}
	return Place{Text: text}
}

// place returns the place of a line in a file, which is named relative to the root. What lies elsewhere, as in a dependency, has no link.
func (l Links) place(file string, line int) Place {
	if file == "" {
		return Place{}
	}
	p := Place{Text: fmt.Sprintf("%s:%d", file, line)}
	if l.Pattern == "" || strings.Contains(file, "@v") || filepath.IsAbs(filepath.FromSlash(file)) || strings.HasPrefix(file, "../") {
		return p
	}
	escaped := (&url.URL{Path: file}).EscapedPath()
	absolute := (&url.URL{Path: filepath.ToSlash(filepath.Join(l.Root, filepath.FromSlash(file)))}).EscapedPath()
	p.Link = strings.NewReplacer("{path}", escaped, "{file}", absolute, "{line}", strconv.Itoa(line)).Replace(l.Pattern)
	return p
}
