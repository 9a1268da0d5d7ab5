package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// What leads to nothing gets a part of all work for all its calls.
func TestShareOfAllCalls(t *testing.T) {
	const calls = 2000
	src := `package main

import "example.com/probe"

func compute(n int) int {
	var list []int
	for i := range 100 {
		list = append(list, i)
	}
	return n
}

func main() {
` + strings.Repeat("\tprobe.See(compute(1))\n", calls) + "}\n"
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(throughFacts(t, compile(t, src)), r)
	in.Leads = func(sym symbol.Name) bool { return sym.Last() == "main" }
	in.Run(in.Root.Funcs["example.com/main.main"], nil)
	known := 0
	for _, got := range r.seen {
		if got[0] == "1" {
			known++
		}
	}
	if known < 10 || known > calls/2 || !in.CutShort() {
		t.Errorf("%d of %d results are known", known, calls)
	}
}

// Many functions that lead to nothing take half of the work at most, but for a little: what comes after them is followed.
func TestShareOfAllFunctions(t *testing.T) {
	const functions = 100
	compute := "	var list []func() int\n	for i := range N {\n		list = append(list, func() int { return i })\n	}\n	return 1\n}\n"
	src := "package main\n\nimport \"example.com/probe\"\n\nfunc last() int {\n" + strings.Replace(compute, "N", "20", 1)
	calls := ""
	for i := range functions {
		src += fmt.Sprintf("func f%d() int {\n", i) + strings.Replace(compute, "N", "20000", 1)
		calls += fmt.Sprintf("	f%d()\n", i)
	}
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(throughFacts(t, compile(t, src+"func main() {\n"+calls+"	probe.See(last())\n}\n")), r)
	in.Allow(1, 16)
	in.Leads = func(sym symbol.Name) bool { return sym.Last() == "main" }
	in.Run(in.Root.Funcs["example.com/main.main"], nil)
	for _, got := range r.seen {
		if got[0] != "1" {
			t.Errorf("after %d functions that take all of their work, what another computes is %s", functions, got)
		}
	}
	if len(r.seen) != 1 || !in.CutShort() {
		t.Errorf("saw %v, cut short: %v", r.seen, in.CutShort())
	}
}

// A function that leads to nothing may be the first to use a package's variables. If their initialisers take more than it may, what
// they did not come to is not known: it is not zero.
func TestInitialisersCutShort(t *testing.T) {
	const src = `package main

import "example.com/probe"

var first = compute()

var last = 7

func compute() int {
	var list []func() int
	for i := range 5000 {
		list = append(list, func() int { return i })
	}
	return list[0]()
}

func aside() int { return first }

func main() {
	aside()
	probe.See(last)
}
`
	p := throughFacts(t, compile(t, src))
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(p, r)
	in.Leads = func(sym symbol.Name) bool { return sym.Last() == "main" }
	in.Run(p.Funcs["example.com/main.main"], nil)
	if !in.CutShort() {
		t.Fatal("the initialisers were followed to their end")
	}
	for line, got := range r.seen {
		if len(got) != 1 || !strings.Contains(got[0], "?") {
			t.Errorf("line %d: got %q, which is known", line, got)
		}
	}
	if len(r.seen) != 1 {
		t.Errorf("%d values seen, want one", len(r.seen))
	}
}

// A run aside that is put off has its share of what work is left when it begins, and not of what was left when it was forked.
func TestRenew(t *testing.T) {
	src := `package main

import "example.com/probe"

func rest() {
	var list []int
	for i := range 20_000 {
		list = append(list, i)
	}
}

func last() { probe.See(1) }

func main() {}
`
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(throughFacts(t, compile(t, src)), r)
	in.Allow(1, 16)
	aside := in.Fork(r, 1000)
	in.Run(in.Root.Funcs["example.com/main.rest"], nil)
	if !aside.Exhausted() {
		t.Fatal("the run that goes on takes less than a share")
	}
	aside.Renew()
	aside.Run(in.Root.Funcs["example.com/main.last"], nil)
	if aside.Exhausted() || len(r.seen) != 1 {
		t.Errorf("exhausted: %v, seen: %v", aside.Exhausted(), r.seen)
	}
}
