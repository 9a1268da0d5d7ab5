package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// changedLines returns the lines that a range of commits changed, by file, among those of directories, as they are in the last of these
// commits.
func changedLines(commits string, dirs []string) (map[string]map[int]bool, error) {
	out, err := exec.Command("git", append([]string{"diff", "--unified=0", "--no-color", "--relative", commits, "--"}, dirs...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("git diff: %w", err)
	}
	return parseDiff(string(out))
}

// The lines of a hunk in the later file: @@ -12,3 +14,2 @@.
var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

func parseDiff(diff string) (map[string]map[int]bool, error) {
	changed := make(map[string]map[int]bool)
	file := ""
	for line := range strings.Lines(diff) {
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = strings.TrimPrefix(strings.TrimSpace(name), "b/")
		}
		m := hunk.FindStringSubmatch(line)
		if m == nil || !isSource(file) {
			continue
		}
		first, err := strconv.Atoi(m[1])
		if err != nil {
			return nil, err
		}
		count := 1
		if m[2] != "" {
			if count, err = strconv.Atoi(m[2]); err != nil {
				return nil, err
			}
		}
		if changed[file] == nil {
			changed[file] = make(map[int]bool)
		}
		for i := range count {
			changed[file][first+i] = true
		}
	}
	return changed, nil
}

// sources returns the Go files below directories.
func sources(dirs []string) ([]string, error) {
	var list []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isSource(filepath.ToSlash(path)) {
				list = append(list, filepath.Clean(path))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// isSource reports whether a file is Go code that is no test's.
func isSource(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.Contains("/"+name, "/testdata/")
}

// firstError returns the first error that the compiler has written.
func firstError(out []byte) string {
	for line := range bytes.Lines(out) {
		if bytes.Contains(line, []byte(".go:")) {
			return strings.TrimSpace(string(line))
		}
	}
	return ""
}
