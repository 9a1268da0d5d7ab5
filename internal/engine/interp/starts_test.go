package interp_test

import (
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
)

// Of a goroutine that a loop starts again and again some rounds are followed, unless something has changed that it can reach.
func TestSpawnedInRounds(t *testing.T) {
	const src = `package main

import "example.com/probe"

type inner struct{ n int }

type outer struct{ in *inner }

func changed(o *outer) { probe.See(o.in.n) }

func same(n int) { probe.See(n) }

func main() {
	o := &outer{&inner{}}
	for i := 0; i < 8; i++ {
		o.in.n = i
		go changed(o)
	}
	for i := 0; i < 8; i++ {
		go same(3)
	}
}
`
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(throughFacts(t, compile(t, src)), r)
	in.Run(in.Root.Funcs["example.com/main.main"], nil)
	if got, want := r.seen[9], []string{"0", "1", "2", "3", "4", "5", "6", "7"}; !slices.Equal(got, want) {
		t.Errorf("saw %v where something changes, want %v", got, want)
	}
	if got, want := r.seen[11], []string{"3", "3", "3", "3"}; !slices.Equal(got, want) {
		t.Errorf("saw %v where nothing does, want %v", got, want)
	}
}
