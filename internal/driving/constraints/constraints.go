// Package constraints says which build tags or experiments would bring back files that build
// constraints left out.
package constraints

import (
	"bufio"
	"cmp"
	"fmt"
	"go/build"
	"go/build/constraint"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Files lists the Go files in a directory, without tests.
func Files(dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil
	}
	return files
}

// Hint says which tags and experiments the files wait for, "" if those of the platform are
// all: a project's Makefile may set them.
func Hint(files []string) string {
	first, tags, experiments := awaited(files)
	var settings []string
	if len(experiments) > 0 {
		settings = append(settings, "GOEXPERIMENT="+strings.Join(experiments, ","))
	}
	if len(tags) > 0 {
		settings = append(settings, "-tags="+strings.Join(tags, ","))
	}
	if settings == nil {
		return ""
	}
	return fmt.Sprintf("%s is left out by its build constraint: if you build the project with %s, run rllint with the same", first,
		strings.Join(settings, " "))
}

// Experiments returns the experiments of Go that the files wait for, and nothing else.
func Experiments(files []string) []string {
	_, _, experiments := awaited(files)
	return experiments
}

// awaited returns the first file that waits for tags or experiments, and which all of them wait for, sorted.
func awaited(files []string) (first string, tags, experiments []string) {
	for _, name := range files {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, tag := range missing(name) {
			first = cmp.Or(first, filepath.Base(name))
			if experiment, ok := strings.CutPrefix(tag, "goexperiment."); ok {
				experiments = append(experiments, experiment)
			} else {
				tags = append(tags, tag)
			}
		}
	}
	slices.Sort(tags)
	slices.Sort(experiments)
	return first, slices.Compact(tags), slices.Compact(experiments)
}

// missing lists the tags of a file's constraint that are no property of a platform and
// without which it is left out.
func missing(name string) []string {
	expr := expression(name)
	if expr == nil {
		return nil
	}
	var custom []string
	expr.Eval(func(tag string) bool {
		if !platform.MatchString(tag) && tag != "ignore" {
			custom = append(custom, tag)
		}
		return true
	})
	holds := func(with func(tag string) bool) bool {
		return expr.Eval(func(tag string) bool {
			return with(tag) || platform.MatchString(tag) && satisfied(tag)
		})
	}
	wanted := func(tag string) bool { return slices.Contains(custom, tag) }
	if !holds(wanted) || holds(func(string) bool { return false }) {
		return nil
	}
	for _, tag := range custom {
		if holds(func(other string) bool { return other == tag }) {
			return []string{tag}
		}
	}
	return slices.DeleteFunc(custom, func(tag string) bool {
		return holds(func(other string) bool { return other != tag && wanted(other) })
	})
}

// expression returns the file's //go:build line, nil if it has none.
func expression(name string) constraint.Expr {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if constraint.IsGoBuild(line) {
			expr, err := constraint.Parse(line)
			if err != nil {
				return nil
			}
			return expr
		}
		if line != "" && !strings.HasPrefix(line, "//") {
			break // constraints stand before the package clause
		}
	}
	return nil
}

// platform matches the tags that the go command sets by itself (go help buildconstraint), apart
// from those of releases.
var platform = regexp.MustCompile(`^(aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|` +
	`wasip1|windows|unix|386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|` +
	`riscv64|s390x|wasm|gc|gccgo|cgo|race|msan|asan|boringcrypto|go1\.\d+)$`)

// satisfied reports whether the platform has a tag, which must be one of a platform.
func satisfied(tag string) bool {
	ctx := build.Default
	ctx.BuildTags = nil
	unix := tag == "unix" && ctx.GOOS != "windows" && ctx.GOOS != "plan9" && ctx.GOOS != "js" && ctx.GOOS != "wasip1"
	return unix || tag == ctx.GOOS || tag == ctx.GOARCH || tag == ctx.Compiler || tag == "cgo" && ctx.CgoEnabled ||
		slices.Contains(ctx.ReleaseTags, tag)
}
