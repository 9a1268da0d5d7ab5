//go:build unix

// Bench compares the command rllint with the least that loading a program costs:
// a program that loads the same packages the same way, from source with types and
// their dependencies from export data, and does nothing with them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"
)

func main() {
	var (
		dir      = flag.String("dir", ".", "the `folder` of the program to load")
		runs     = flag.Int("runs", 5, "how often each is `run`")
		loadOnly = flag.Bool("load-only", false, "load the packages and end: what rllint is compared with")
	)
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	run := func() error { return compare(*dir, *runs, patterns) }
	if *loadOnly {
		run = func() error { return load(*dir, patterns) }
	}
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// load loads the packages as any analysis in one process must.
func load(dir string, patterns []string) error {
	list, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, patterns...)
	if err != nil {
		return fmt.Errorf("cannot load packages: %w", err)
	}
	if len(list) == 0 {
		return errors.New("no packages match")
	}
	fmt.Fprintf(os.Stderr, "%d packages\n", len(list))
	return nil
}

// compare runs both, in turn so that a busy moment hits both alike.
func compare(dir string, runs int, patterns []string) error {
	rllint, remove, err := build()
	if err != nil {
		return err
	}
	defer remove()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	programs := []*program{
		{name: "load only", args: append([]string{self, "-load-only", "-dir", "."}, patterns...)},
		{name: "rllint", args: append([]string{rllint}, patterns...), findings: true},
	}
	for i := range runs + 1 { // the first fills the caches
		for _, p := range programs {
			if err := p.run(dir, i > 0); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%-10s %8s %8s   medians of %d runs\n", "", "wall s", "peak MB", runs)
	for _, p := range programs {
		fmt.Printf("%-10s %8.2f %8d\n", p.name, median(p.wall).Seconds(), median(p.peak)/1024)
	}
	fmt.Printf("%-10s %8.2f\n", "ratio", float64(median(programs[1].wall))/float64(median(programs[0].wall)))
	return nil
}

// build builds the command from this module's source.
func build() (name string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "rllint-bench")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	name = filepath.Join(dir, "rllint")
	if out, err := exec.Command("go", "build", "-o", name, "github.com/rllint/rllint/cmd/rllint").CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("cannot build rllint: %w\n%s", err, out)
	}
	return name, remove, nil
}

// A program is what is measured.
type program struct {
	name     string
	args     []string
	findings bool // exit code 1 means findings, not failure
	wall     []time.Duration
	peak     []int64 // KB (on Linux), of the process itself or of its largest child, whichever is more
}

func (p *program) run(dir string, measured bool) error {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Dir = dir
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && (!p.findings || !errors.As(err, &exit) || exit.ExitCode() != 1) {
		return fmt.Errorf("%s: %w\n%s", p.name, err, out)
	}
	if measured {
		p.wall = append(p.wall, wall)
		p.peak = append(p.peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	return nil
}

func median[T time.Duration | int64](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
