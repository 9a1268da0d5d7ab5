// Bench times rllint on a module against a program that only loads the same
// packages with their syntax and types and does nothing with them.
//
//	go run ./internal/bench -dir /path/to/module [-runs 5] [packages]
//
// It prints medians over the runs, which alternate so that a machine whose speed
// drifts treats both alike. Fill the build cache first (go build the packages):
// compiling dependencies would drown everything else.
package main

import (
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

// loadOnly is the argument with which this program runs itself as the baseline.
const loadOnly = "load-only"

func main() {
	if len(os.Args) > 1 && os.Args[1] == loadOnly {
		exit(load(os.Args[2:]))
		return
	}
	dir := flag.String("dir", ".", "the module to run on")
	runs := flag.Int("runs", 5, "runs of each program, at least 1")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	exit(bench(*dir, max(*runs, 1), patterns))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

// load loads the packages as a linter must, and nothing more.
func load(patterns []string) error {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedExportFile | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule
	_, err := packages.Load(&packages.Config{Mode: mode}, patterns...)
	return err
}

// A cost is what one run of a program took.
type cost struct {
	wall   time.Duration
	memory int64 // peak resident set, in bytes
}

func bench(dir string, runs int, patterns []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "rllint-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	rllint := filepath.Join(tmp, "rllint")
	if out, err := exec.Command("go", "build", "-o", rllint, "./cmd/rllint").CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build rllint: %w\n%s", err, out)
	}
	var base, full []cost
	for range runs + 1 { // the first is not counted
		b, err := run(dir, self, append([]string{loadOnly}, patterns...))
		if err != nil {
			return err
		}
		f, err := run(dir, rllint, patterns)
		if err != nil {
			return err
		}
		base, full = append(base, b), append(full, f)
	}
	b, f := median(base[1:]), median(full[1:])
	fmt.Printf("load only  %6.2f s  %5d MB\n", b.wall.Seconds(), b.memory>>20)
	fmt.Printf("rllint     %6.2f s  %5d MB\n", f.wall.Seconds(), f.memory>>20)
	fmt.Printf("ratio      %6.2f\n", f.wall.Seconds()/b.wall.Seconds())
	return nil
}

// run runs a program once. That it finds something is no error.
func run(dir, program string, args []string) (cost, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "PWD="+dir)
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) {
		return cost{}, fmt.Errorf("%s in %s: %w", program, dir, err)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return cost{wall: wall}, nil
	}
	return cost{wall: wall, memory: usage.Maxrss << 10}, nil
}

func median(costs []cost) cost {
	walls, memory := make([]time.Duration, 0, len(costs)), make([]int64, 0, len(costs))
	for _, c := range costs {
		walls, memory = append(walls, c.wall), append(memory, c.memory)
	}
	slices.Sort(walls)
	slices.Sort(memory)
	return cost{wall: walls[len(walls)/2], memory: memory[len(memory)/2]}
}
