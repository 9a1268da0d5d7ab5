//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/tools/go/packages"
)

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

// growth measures the command, with empty caches, on the first 1, 10, 100, 300, 1,000, 3,000 and all of the packages
// that match, each after those it imports: main, which needs all others, comes last.
func (b *bench) growth() error {
	rllint, err := b.build("cmd/rllint", 0)
	if err != nil {
		return err
	}
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "-f", "{{if not .DepOnly}}{{.ImportPath}}{{end}}"}, b.patterns...)...)
	list.Dir, list.Stderr = b.dir, os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("cannot list packages: %w", err)
	}
	all := strings.Fields(string(out))
	var programs []*program
	for _, n := range []int{1, 10, 100, 300, 1000, 3000, len(all)} {
		if n > len(all) {
			continue
		}
		p := &program{name: fmt.Sprintf("%d packages", n), args: append([]string{rllint}, all[:n]...), findings: true, incomplete: b.incomplete}
		p.before = b.emptyCaches(p)
		for range b.runs {
			if err := p.run(b.dir, true); err != nil {
				return err
			}
		}
		programs = append(programs, p)
	}
	report("growth", programs...)
	return nil
}
