package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
)

// loop runs a loop in main, and what comes after it.
func loop(t *testing.T, body string) (*interp.Interp, *recorder) {
	p := compile(t, "package main\n\nimport \"example.com/probe\"\n\nfunc main() {\n\trun()\n\tprobe.See(\"after\")\n}\n\nfunc run() {\n"+body+
		"\n}\n")
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(p, r)
	in.Run(p.Funcs["example.com/main.main"], nil)
	if got := r.seen[7]; len(got) != 1 {
		t.Errorf("after the loop: %v", got)
	}
	return in, r
}

// TestNumbersThatEndNoLoop runs loops in which a number is compared that comes no closer to what would end them: how often they go
// round what is not known decides, so that a few rounds are all there is to follow.
func TestNumbersThatEndNoLoop(t *testing.T) {
	const unknown = "probe.Read[bool]()"
	for name, head := range map[string]string{
		"passed":                 "for i := 0; ; i++ { if x && x && i > 3 { return }",
		"passed and left":        "for i := 0; ; i++ { if x && x && i > 3 { break }",
		"passed or left":         "for i := 0; ; i++ { if x || x || i > 3 { break }",
		"passed to go on":        "for i := 0; ; i++ { if x && x && i > 3 { continue }; if x { return }",
		"behind":                 "for i := 0; ; i++ { if x && x && i < 0 { return }",
		"behind, in the head":    "for i := 0; i >= 0; i++ { if x && x && x { return }",
		"away from":              "for i := 10; i < 20; i-- { if x { return }",
		"behind, as a guard":     "for i := 0; x && x && i > -1; i++ {",
		"behind, first in guard": "for i := 0; i > -1 && x && x; i++ {",
	} {
		t.Run(name, func(t *testing.T) {
			in, r := loop(t, strings.ReplaceAll(head, "x", unknown)+"\nprobe.See(i) }")
			if b := in.Bounds(); len(b) > 0 || in.Steps() > 1000 {
				t.Errorf("took %d instructions, and met %v", in.Steps(), b)
			}
			if len(r.seen[12]) == 0 {
				t.Error("no round was followed")
			}
		})
	}
}

// TestNumbersThatEndLoops runs loops that end by a number, whatever else may end them: each round is followed.
func TestNumbersThatEndLoops(t *testing.T) {
	const unknown = "probe.Read[bool]()"
	for name, head := range map[string]string{
		"up":             "for i := 0; i < 100; i++ {",
		"down":           "for i := 99; i >= 0; i-- {",
		"to one side":    "for i := 0; i < 100; i++ { if x { continue }; if x { return }",
		"in a guard":     "for i := 0; x && i < 100 && x; i++ {",
		"in the end":     "for i := 0; ; i++ { if x || i > 99 { return }",
		"in a condition": "for i := 0; ; i++ { if x && x { return }; if i == 100 { break }",
		"by either":      "for i := 0; i < 100; i++ { if i == 200 || x && i == 5 { break }",
		"past a number":  "for i := 0; i < 100; i++ { if x && i == 5 { return }",
		"around a loop":  "for i := 0; i < 100; i++ { for j := 0; x && j < i; j++ { if x { return } }",
	} {
		t.Run(name, func(t *testing.T) {
			_, r := loop(t, strings.ReplaceAll(head, "x", unknown)+"\nprobe.See(i) }")
			for i := range 100 {
				if !strings.Contains(" "+strings.Join(r.seen[12], " ")+" ", fmt.Sprintf(" %d ", i)) {
					t.Fatalf("round %d is not among %v", i, r.seen[12])
				}
			}
		})
	}
}

// TestLongWays runs a loop of many rounds whose ways part and meet again: they are followed one after another, not one within
// another.
func TestLongWays(t *testing.T) {
	if testing.Short() {
		t.Skip("its rounds take a fifth of the package's time")
	}
	in, _ := loop(t, "for i := 0; ; i++ { if probe.Read[bool]() && probe.Read[bool]() && i > 150_000 { return }\nprobe.Fill(i) }")
	if b := in.Bounds(); len(b) > 0 {
		t.Errorf("met %v", b)
	}
}
