//go:build unix

// Bench compares rllint with the least that its way of running costs.
//
// The command is compared with a program that loads the same packages the same way,
// from source with types and their dependencies from export data, and does nothing
// with them; with -vet, the vet tool with one that answers at once for dependencies
// and only type-checks the rest; with -growth, the command with itself on 1, 10, 100
// and all packages.
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
)

func main() {
	var (
		b        bench
		loadOnly = flag.Bool("load-only", false, "load the packages and end: what rllint is compared with")
		vet      = flag.Bool("vet", false, "compare the vet tools")
		growth   = flag.Bool("growth", false, "show how the command's time grows with the number of packages")
	)
	flag.StringVar(&b.dir, "dir", ".", "the `folder` of the program to load")
	flag.IntVar(&b.runs, "runs", 5, "how often each is `run`")
	flag.Parse()
	if b.patterns = flag.Args(); len(b.patterns) == 0 {
		b.patterns = []string{"./..."}
	}
	run := b.command
	switch {
	case *loadOnly:
		run = b.loadOnly
	case *vet:
		run = b.vet
	case *growth:
		run = b.growth
	}
	err := b.inTemp(run)
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// A bench is what to measure.
type bench struct {
	dir      string
	runs     int
	patterns []string
	temp     string // a folder for what is built
}

func (b *bench) inTemp(run func() error) (err error) {
	if b.temp, err = os.MkdirTemp("", "rllint-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.temp)
	return run()
}

// build builds a program of this module. Programs built with different salts do
// the same and differ in their bytes.
func (b *bench) build(pkg string, salt int) (name string, err error) {
	name = filepath.Join(b.temp, fmt.Sprintf("%s-%d", filepath.Base(pkg), salt))
	flags := fmt.Sprintf("-ldflags=-X main.salt=%d", salt)
	if out, err := exec.Command("go", "build", flags, "-o", name, "github.com/rllint/rllint/"+pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build %s: %w\n%s", pkg, err, out)
	}
	return name, nil
}

// A program is what is measured.
type program struct {
	name     string
	args     []string
	findings bool // exit code 1 means findings, not failure
	wall     []time.Duration
	peak     []int64 // KB (on Linux) of the process or of the largest of those it started, whichever is more
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

// report prints the medians of programs, of which the first is what the last is compared with.
func report(title string, programs ...*program) {
	fmt.Printf("%-28s %8s %8s   medians of %d\n", title, "wall s", "peak MB", len(programs[0].wall))
	for _, p := range programs {
		fmt.Printf("%-28s %8.2f %8d\n", p.name, median(p.wall).Seconds(), median(p.peak)/1024)
	}
	if first, last := programs[0], programs[len(programs)-1]; first != last {
		fmt.Printf("%-28s %8.2f\n", "ratio", float64(median(last.wall))/float64(median(first.wall)))
	}
}

func median[T time.Duration | int64](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
