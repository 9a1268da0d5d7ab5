//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// states measures the command with nothing in any cache, with the types of all packages in rllint's, after one file
// was edited, and with nothing changed; and others where they have the same to do. All run in turn, so that a busy
// moment hits them alike.
func (b *bench) states(edit string, peers bool) error {
	rllint, err := b.build()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command := func(name string, flags ...string) *program { return b.command(rllint, name, flags...) }
	fresh := command("nothing compiled, empty cache")
	fresh.before = b.emptyCaches(fresh)
	analysed := b.settingsChanged(rllint)
	again := command("nothing changed")
	own := []*program{fresh, analysed, again}
	load := b.loading(self)
	vet := &program{name: "go vet, nothing changed", args: append([]string{"go", "vet"}, b.patterns...), findings: true}
	others := []*program{load, vet}
	if edit != "" {
		edited := command("a file edited")
		edited.before = b.editing(edit)
		own = append(own, edited)
		// One check that looks at syntax alone, all of go vet's own, and rllint as its tool.
		for _, flags := range [][]string{{"-directive"}, nil, {"-vettool=" + rllint}} {
			args := append(append([]string{"go", "vet"}, flags...), b.patterns...)
			name := strings.Join(append([]string{"go vet"}, flags...), " ")
			others = append(others, &program{name: strings.Replace(name, rllint, "rllint", 1) + ", a file edited", args: args, findings: true,
				before: b.editing(edit)})
		}
	}
	if !peers {
		others = nil
	}
	// The first runs fill the caches.
	for i := range b.runs + 1 {
		for _, p := range append(others, own...) {
			if i == 0 && p == fresh {
				continue
			}
			if err := p.run(b.dir, i > 0); err != nil {
				return err
			}
		}
	}
	report("rllint", own...)
	if peers {
		report("others", others...)
		fmt.Println("rllint with settings changed, to go/packages without analysis:")
		compare(analysed, load)
	}
	return nil
}

// command runs rllint with a cache of its own, which fills.
func (b *bench) command(rllint, name string, flags ...string) *program {
	args := append([]string{rllint}, flags...)
	return &program{name: name, args: append(args, b.patterns...), env: []string{"RLLINT_CACHE=" + filepath.Join(b.temp, "filled")},
		findings: true}
}

// settingsChanged runs rllint with a setting that means nothing and is another in each run: everything is analysed, types
// are in the cache.
func (b *bench) settingsChanged(rllint string) *program {
	p := b.command(rllint, "settings changed")
	runs := 0
	p.before = func() (func(), error) {
		runs++
		p.args = append([]string{rllint, fmt.Sprintf("-rate-names=run%d", runs)}, b.patterns...)
		return func() {}, nil
	}
	return p
}

// loading is what rllint is compared with: self loads the packages and ends.
func (b *bench) loading(self string) *program {
	return &program{name: "go/packages, no analysis", args: append([]string{self, "-load-only", "-dir", "."}, b.patterns...)}
}

// gate measures the command with everything to be analysed and loading alone, in turn, and fails if the command takes more
// than most times the CPU time: a ratio of one run holds on any machine.
func (b *bench) gate(most float64) error {
	rllint, err := b.build()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	analysed, load := b.settingsChanged(rllint), b.loading(self)
	for i := range b.runs + 1 { // the first fills the caches
		for _, p := range []*program{load, analysed} {
			if err := p.run(b.dir, i > 0); err != nil {
				return err
			}
		}
	}
	report("rllint and loading alone", analysed, load)
	compare(analysed, load)
	if ratio := cpuRatio(analysed, load); ratio > most {
		return fmt.Errorf("rllint takes %.2f times the CPU time of loading alone, more than %.2f: something got slow", ratio, most)
	}
	return nil
}

// emptyCaches gives a program caches of rllint and of the go command that nobody has used.
func (b *bench) emptyCaches(p *program) func() (func(), error) {
	return func() (func(), error) {
		dir, err := os.MkdirTemp(b.temp, "empty")
		if err != nil {
			return nil, err
		}
		p.env = []string{"RLLINT_CACHE=" + filepath.Join(dir, "rllint"), "GOCACHE=" + filepath.Join(dir, "go")}
		return func() { os.RemoveAll(dir) }, nil
	}
}

// editing adds a comment to a file, another one each time, so that nobody finds compiled what another has edited, and takes it away again.
func (b *bench) editing(name string) func() (func(), error) {
	return func() (func(), error) {
		name := filepath.Join(b.dir, name)
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		b.edits++
		edited := fmt.Appendf(bytes.Clone(content), "\n// edit %d of process %d\n", b.edits, os.Getpid())
		restore := func() {
			if err := os.WriteFile(name, content, 0o644); err != nil {
				fmt.Fprintf(os.Stderr, "bench: cannot put %s back: %v\n", name, err)
			}
		}
		return restore, os.WriteFile(name, edited, 0o644)
	}
}
