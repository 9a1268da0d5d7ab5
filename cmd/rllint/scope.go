package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/nested"
	"github.com/rllint/rllint/internal/driving/workspace"
	"github.com/rllint/rllint/internal/showing/findings"
)

// elsewhere says that findings stand in packages that were not named, and which patterns
// would show them; "" if there are none. Without it a program whose main alone is named
// looks as if all was well.
func elsewhere(list []findings.Finding, dir string) string {
	if len(list) == 0 {
		return ""
	}
	var folders []string
	for _, f := range list {
		if folder := relative(filepath.Dir(f.Position.Filename), dir); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	verb, noun := "stand", "findings"
	if len(list) == 1 {
		verb, noun = "stands", "finding"
	}
	return fmt.Sprintf("rllint: %d more %s %s in packages that were not named; to see them: rllint %s\n",
		len(list), noun, verb, strings.Join(patterns(folders), " "))
}

// mostPatterns bounds the patterns that are named one by one.
const mostPatterns = 3

// patterns returns package patterns that cover the folders: each, or, if they are many, the
// folder that holds them all.
func patterns(folders []string) []string {
	if len(folders) > mostPatterns {
		common := strings.Split(folders[0], "/")
		for _, f := range folders[1:] {
			parts := strings.Split(f, "/")
			n := 0
			for n < len(common) && n < len(parts) && common[n] == parts[n] {
				n++
			}
			common = common[:n]
		}
		return []string{pattern(strings.Join(append(common, "..."), "/"))}
	}
	list := make([]string, len(folders))
	for i, f := range folders {
		list[i] = pattern(f)
	}
	return list
}

func pattern(folder string) string {
	if folder == "." || folder == ".." || strings.HasPrefix(folder, "../") || strings.HasPrefix(folder, "/") {
		return folder
	}
	return "./" + folder
}

// relative returns a folder as seen from dir, with slashes.
func relative(folder, dir string) string {
	if rel, err := filepath.Rel(dir, folder); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(folder)
}

// otherModules says which programs of the module are modules of their own, where all its packages were meant: ./... leaves them out,
// and what their mains decide is then not known. It is "" if there are none, or in a workspace, which has what it names.
func (in *input) otherModules() string {
	if workspace.File(in.dir) != "" || !slices.Contains(in.patterns(), "./...") {
		return ""
	}
	list := nested.Programs(in.dir)
	if len(list) == 0 {
		return ""
	}
	verb, noun := "are", "programs in modules of their own"
	if len(list) == 1 {
		verb, noun = "is", "the program in a module of its own"
	}
	shown := strings.Join(list[:min(len(list), mostPatterns)], ", ")
	if more := len(list) - mostPatterns; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("rllint: %s %s left out by ./...: %s; to analyse one, add -C %s\n", noun, verb, shown, filepath.ToSlash(filepath.Join(in.change, list[0])))
}
