//go:build unix

// Bench measures rllint in the states that a program and its caches can be in, beside others that do
// the same or less.
//
// With -peers the others are a program that loads the same packages with go/packages, from source with
// types and their dependencies from export data, and does nothing with them, and go vet. They need the program
// compiled. With -most, the command's CPU time is held to a multiple of that of loading alone.
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
		b        bench
		loadOnly = flag.Bool("load-only", false, "load the packages and end: what rllint is compared with")
		edit     = flag.String("edit", "", "also measure the run after a comment was added to this `file`, which is put back")
		peers    = flag.Bool("peers", true, "measure the others too")
		most     = flag.Float64("most", 0, "only compare rllint with loading alone, and "+
			"fail if it takes more than this many `times` the CPU time")
	)
	flag.StringVar(&b.dir, "dir", ".", "the `folder` of the program to load")
	flag.IntVar(&b.runs, "runs", 5, "how often each is `run`")
	flag.Parse()
	if b.patterns = flag.Args(); len(b.patterns) == 0 {
		b.patterns = []string{"./..."}
	}
	run := func() error { return b.states(*edit, *peers) }
	switch {
	case *loadOnly:
		run = b.loadOnly
	case *most > 0:
		run = func() error { return b.gate(*most) }
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
	edits    int    // made so far
}

func (b *bench) inTemp(run func() error) (err error) {
	if b.temp, err = os.MkdirTemp("", "rllint-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.temp)
	return run()
}

// build builds rllint.
func (b *bench) build() (name string, err error) {
	name = filepath.Join(b.temp, "rllint")
	if out, err := exec.Command("go", "build", "-o", name, "github.com/rllint/rllint/cmd/rllint").CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build rllint: %w\n%s", err, out)
	}
	return name, nil
}

// loadOnly loads the packages as any analysis in one process must.
func (b *bench) loadOnly() error {
	list, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: b.dir}, b.patterns...)
	if err != nil {
		return fmt.Errorf("cannot load packages: %w", err)
	}
	if len(list) == 0 {
		return errors.New("no packages match")
	}
	return nil
}

// A program is what is measured.
type program struct {
	name     string
	args     []string
	env      []string               // besides the environment
	before   func() (func(), error) // what is to be done before a run, and what after it; may be nil
	findings bool                   // exit code 1 means findings, not failure
	wall     []time.Duration
	cpu      []time.Duration // of the process and of those it started
	peak     []int64         // KB (on Linux) of the process or of the largest of those it started, whichever is more
}

func (p *program) run(dir string, measured bool) error {
	// It may change the arguments and the environment.
	if p.before != nil {
		after, err := p.before()
		if err != nil {
			return err
		}
		defer after()
	}
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), p.env...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && (!p.findings || !errors.As(err, &exit) || exit.ExitCode() > 1) {
		return fmt.Errorf("%s: %w\n%s", p.name, err, out)
	}
	if measured {
		p.wall = append(p.wall, wall)
		p.cpu = append(p.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		p.peak = append(p.peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	return nil
}

// report prints the medians of programs.
func report(title string, programs ...*program) {
	fmt.Printf("%-34s %8s %8s %8s   medians of %d\n", title, "wall s", "CPU s", "peak MB", len(programs[0].wall))
	for _, p := range programs {
		fmt.Printf("%-34s %8.2f %8.2f %8d\n", p.name, median(p.wall).Seconds(), median(p.cpu).Seconds(), median(p.peak)/1024)
	}
}

// compare prints by what factor a program takes longer than another.
func compare(p, other *program) {
	fmt.Printf("%-34s %8.2f %8.2f\n", "ratio", float64(median(p.wall))/float64(median(other.wall)), cpuRatio(p, other))
}

func cpuRatio(p, other *program) float64 {
	return float64(median(p.cpu)) / float64(median(other.cpu))
}

func median[T time.Duration | int64](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
