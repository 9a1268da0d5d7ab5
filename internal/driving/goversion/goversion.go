// Package goversion says in one sentence what to do where a program is written for a newer
// Go than the one rllint was built with, which cannot know its language or its compiler's
// files.
package goversion

import (
	"context"
	"fmt"
	"go/importer"
	"go/token"
	"go/version"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

// A TooNew is the reason why a program cannot be analysed: it needs a newer Go.
type TooNew struct {
	Needed string // such as "go1.27.1"
	Built  string // such as "go1.26"
}

func (e TooNew) Error() string {
	toolchain := e.Needed
	if version.Lang(toolchain) == toolchain { // a version of the language is no release itself
		toolchain += ".0"
	}
	return fmt.Sprintf("the program to be analysed needs %s, and rllint was built with %s; build it again: GOTOOLCHAIN=%s go install "+
		"github.com/rllint/rllint/cmd/rllint@latest",
		e.Needed, e.Built, toolchain)
}

// refusal is what go/types says of a package in a newer language.
var refusal = regexp.MustCompile(`requires newer Go version (\S+) \(application built with (\S+)\)`)

// Refusal returns the reason that an error of the type checker gives, and whether it is of
// this kind.
func Refusal(message string) (TooNew, bool) {
	m := refusal.FindStringSubmatch(message)
	if m == nil {
		return TooNew{}, false
	}
	return TooNew{Needed: m[1], Built: m[2]}, true
}

// Check returns a [TooNew] if the go command in the current directory compiles to files that
// this program cannot read, or for a module in a newer language. It returns nil where that
// cannot be told.
func Check(ctx context.Context) error {
	built := version.Lang(runtime.Version())
	current := output(ctx, "env", "GOVERSION")
	if built == "" || version.Compare(version.Lang(current), built) <= 0 {
		return nil
	}
	for line := range strings.Lines(output(ctx, "list", "-m", "-f", "{{.GoVersion}}")) {
		if language := version.Lang("go" + strings.TrimSpace(line)); version.Compare(language, built) > 0 {
			return TooNew{Needed: current, Built: built}
		}
	}
	// Any package does, if it is small and everyone has it.
	const probe = "errors"
	if file := output(ctx, "list", "-export", "-f", "{{.Export}}", probe); file != "" && !readable(probe, file) {
		return TooNew{Needed: current, Built: built}
	}
	return nil
}

// readable reports whether this program's importer can read a file of the compiler.
func readable(path, file string) (ok bool) {
	defer func() {
		if recover() != nil { // what it does on data of a format it does not know
			ok = false
		}
	}()
	lookup := func(string) (io.ReadCloser, error) { return os.Open(file) }
	_, err := importer.ForCompiler(token.NewFileSet(), "gc", lookup).Import(path)
	return err == nil
}

// output returns what the go command writes, "" if it fails.
func output(ctx context.Context, args ...string) string {
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
