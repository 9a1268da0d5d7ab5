package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// What takes little work each time takes much in all: it is followed until that is enough.
func TestAgainInAll(t *testing.T) {
	const calls = 400
	src := `package main

import "example.com/probe"

func serve(workers int) {
	var list []int
	for i := range 100 {
		list = append(list, i)
	}
	probe.See(workers)
}

func main() {
` + strings.Repeat("\tserve(1)\n", calls) + "\tserve(2)\n}\n"
	f := &finder{recorder{seen: make(map[int][]string)}}
	in := interp.New(throughFacts(t, compile(t, src)), f)
	in.Leads = func(symbol.Name) bool { return true }
	in.Run(in.Root.Funcs["example.com/main.main"], nil)
	got := f.seen[10]
	if n := len(got); n < 5 || n > calls/2 || got[n-1] != "2" {
		t.Errorf("saw %d of %d calls, the last %s", n, calls+1, got[max(n-1, 0):])
	}
}

// A finder has found whatever it sees for the first time.
type finder struct{ recorder }

func (f *finder) Found() int {
	all := make(map[string]bool)
	for line, values := range f.seen {
		for _, v := range values {
			all[fmt.Sprint(line, v)] = true
		}
	}
	return len(all)
}

// What leads to nothing new takes no more than its share of all work, whatever it is given.
func TestAgainWhateverGiven(t *testing.T) {
	const calls = 400
	var each strings.Builder
	for i := range calls {
		fmt.Fprintf(&each, "\tserve(%d)\n", i)
	}
	src := `package main

import "example.com/probe"

func serve(workers int) {
	var list []int
	for i := range 1000 {
		list = append(list, i+workers)
	}
	probe.See(1)
}

func main() {
` + each.String() + "}\n"
	f := &finder{recorder{seen: make(map[int][]string)}}
	in := interp.New(throughFacts(t, compile(t, src)), f)
	in.Leads = func(symbol.Name) bool { return true }
	in.Run(in.Root.Funcs["example.com/main.main"], nil)
	if n := len(f.seen[10]); n < 5 || n > calls/2 {
		t.Errorf("saw %d of %d calls", n, calls)
	}
}

// What takes much work and only repeats others is followed a few times. What is given something else is followed for longer, and so is
// what takes little work.
func TestAgain(t *testing.T) {
	const src = `package main

import "example.com/probe"

var last int

func serve(workers int) {
	last = compute()
	probe.See(workers)
}

func little(workers int) { probe.See(workers) }

func compute() int {
	var list []func() int
	for i := range 1000 {
		list = append(list, func() int { return i })
	}
	return list[0]()
}

func main() {
	serve(1)
	serve(1)
	serve(1)
	serve(1)
	serve(1)
	serve(1)
	serve(2)
	little(3)
	little(3)
	little(3)
	little(3)
	little(3)
	little(3)
}
`
	p := throughFacts(t, compile(t, src))
	f := &finder{recorder{seen: make(map[int][]string)}}
	in := interp.New(p, f)
	in.Leads = func(sym symbol.Name) bool { return sym.Last() != "compute" }
	in.Run(p.Funcs["example.com/main.main"], nil)
	if got, want := f.seen[9], []string{"1", "1", "1", "1", "2"}; !slices.Equal(got, want) {
		t.Errorf("what takes much work saw %v, want %v", got, want)
	}
	if got, want := f.seen[12], []string{"3", "3", "3", "3", "3", "3"}; !slices.Equal(got, want) {
		t.Errorf("what takes little work saw %v, want %v", got, want)
	}
	if len(in.Bounds()) > 0 {
		t.Errorf("met %v", in.Bounds())
	}
}
