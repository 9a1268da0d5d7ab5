package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
)

// An append of nothing is the slice itself, however often it is made. A buffer that is filled anew
// in each round has a slice more of one array each time: a store reaches them all twice, and an append notes each, which counts.
func TestAppendAgain(t *testing.T) {
	for name, test := range map[string]struct {
		each  string
		least int // of 1000 rounds
		most  int // times the work of half as many rounds, in tenths
	}{
		"nothing": {"l = append(l, l...)", 1000, 22},
		"buffer":  {"l = append(l[:0], i)", 1_500_000, 45},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && test.least > 1000 {
				t.Skip("its work takes a seventh of the package's time")
			}
			work := func(rounds int) int {
				p := compile(t, fmt.Sprintf(`package main

import "example.com/probe"

func main() {
	l := make([]int, 0, 4)
	for i := 0; i < %d; i++ {
		%s
	}
	probe.See(len(l))
}
`, rounds, test.each))
				in := interp.New(p, &recorder{seen: make(map[int][]string)})
				in.Run(p.Funcs["example.com/main.main"], nil)
				if in.Exhausted() {
					t.Fatalf("%d rounds are too many", rounds)
				}
				return in.Work()
			}
			once, twice := work(1000), work(2000)
			if 10*twice > test.most*once {
				t.Errorf("1000 rounds take %d, 2000 take %d", once, twice)
			}
			if once < test.least {
				t.Errorf("1000 rounds take %d, want %d at least", once, test.least)
			}
		})
	}
}

// What an append of nothing returns shares its elements with the slice.
func TestAppendNothing(t *testing.T) {
	p := compile(t, `package main

import "example.com/probe"

func main() {
	a := make([]int, 1, 4)
	b := append(a)
	c := append(b, []int{}...)
	c[0] = 7
	probe.See(a[0])
	probe.See(len(append(b, 8)))
	probe.See(len(c))
}
`)
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(p, r)
	in.Run(p.Funcs["example.com/main.main"], nil)
	var got []string
	for line := range 20 {
		got = append(got, r.seen[line]...)
	}
	if want := "7 2 1"; strings.Join(got, " ") != want {
		t.Errorf("saw %q, want %s", got, want)
	}
}
