package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
)

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
