package main

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/nested"
	"github.com/rllint/rllint/internal/driving/workspace"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
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
	stand := "stand"
	if len(list) == 1 {
		stand = "stands"
	}
	return fmt.Sprintf("rllint: %s %s in packages that were not named; to see them: rllint %s\n", printable.Number(len(list), "more finding"),
		stand, strings.Join(patterns(folders), " "))
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

// under returns the folder of a program as -C needs it.
func (in *input) under(p *nested.Program) string {
	return filepath.ToSlash(filepath.Join(in.change, p.Dir))
}

// otherModules says which programs of the module are modules of their own, where all its packages are meant: those that were read along,
// and those that ./... leaves out, so that what their mains decide is not known. It is "" if there are none.
func (in *input) otherModules() string {
	text := ""
	if in.leftOutOf != "" {
		name := relative(in.leftOutOf, in.dir)
		text = fmt.Sprintf("rllint: %s leaves this module out, so it was analysed as with GOWORK=off; to add it, run go work use\n", name)
	}
	if in.along == nil {
		return text
	}
	if join := in.along.join; join != nil {
		what, out := "programs that use this module from modules of their own", "leaves them out"
		if len(join.Programs) == 1 {
			what, out = "a program that uses this module from a module of its own", "leaves it out"
		}
		text = fmt.Sprintf("rllint: also analysed: %s, %s; GOWORK=off %s\n", named(join.Programs), what, out)
	}
	list := in.along.left
	if len(list) == 0 {
		return text
	}
	noun, one := "programs in modules of their own", "one"
	if len(list) == 1 {
		noun, one = "the program in a module of its own", "it"
	}
	return text + fmt.Sprintf("rllint: ./... leaves out %s: %s; to analyse %s, add -C %s\n", noun, named(list), one, in.under(list[0]))
}

// leftOut returns the go.work that the go command uses in dir, if it has none of the modules that the patterns are in: then the
// command would list nothing. It is "" where there is none such, or a pattern is no folder.
func leftOut(dir string, patterns []string) string {
	file := workspace.File(dir)
	modules, err := workspace.Modules(dir)
	if file == "" || err != nil || os.Getenv("GOWORK") != "" {
		return ""
	}
	for _, p := range patterns {
		folder := filepath.Join(dir, strings.TrimSuffix(filepath.FromSlash(p), "..."))
		root := workspace.Above(folder, "go.mod")
		if !build.IsLocalImport(p) || root == "" || slices.ContainsFunc(modules, func(m string) bool { return sameFile(m, root) }) {
			return ""
		}
	}
	return file
}

// sameFile reports whether two names are of one file or folder.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// named lists the folders of programs, with the reasons why they are not read along, each after the last of those it holds for.
func named(list []*nested.Program) string {
	var dirs []string
	shown := list[:min(len(list), mostPatterns)]
	for i, p := range shown {
		dir := p.Dir
		if p.Why != "" && (i+1 == len(shown) || shown[i+1].Why != p.Why) {
			dir += " (" + printable.Text(p.Why) + ")"
		}
		dirs = append(dirs, dir)
	}
	text := strings.Join(dirs, ", ")
	if more := len(list) - mostPatterns; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
