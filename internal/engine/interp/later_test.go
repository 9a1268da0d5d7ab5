package interp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// A keeper keeps the functions that probe.Fill is handed, and calls them where the program calls probe.Exit.
type keeper struct {
	*recorder
	kept []func(in *interp.Interp, aside bool)
}

func (k *keeper) Call(c *interp.Call) (value.Value, bool) {
	switch {
	case c.Sym.Last() == "Fill":
		later, fn := c.Later(), c.Args[0]
		k.kept = append(k.kept, func(in *interp.Interp, aside bool) {
			if run := func() { c.Invoke(value.Dynamic(fn)) }; aside {
				later.RunAside(in, run)
			} else {
				later.Run(in, run)
			}
		})
		return nil, true
	case c.Sym.Last() == "Exit":
		k.run(c.Interp, false)
	}
	return k.recorder.Call(c)
}

func (k *keeper) run(in *interp.Interp, aside bool) bool {
	kept := k.kept
	k.kept = nil
	for _, run := range kept {
		run(in, aside)
	}
	return len(kept) > 0
}

func (k *keeper) Finish(in *interp.Interp) bool {
	in.Extend()
	return k.run(in, true)
}

// TestLater runs a function that is handed over at one place and called at another: with the state of the second, or with that
// of the first if the run does not come to the second, even because its work is spent.
func TestLater(t *testing.T) {
	const start = "package main\n\nimport \"example.com/probe\"\n\nfunc main() {\n\tn := 1\n\tprobe.Fill(func() { probe.See(n) })\n\tn = 2\n\t"
	for _, test := range []struct{ name, rest, want string }{
		{"called", "probe.Exit()", "2"},
		{"not called", "n = 3", "1"},
		{"cut", "for probe.Read[bool]() { n += " + strings.Repeat("probe.Read[int]() + ", 20_000) + "1 }", "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := compile(t, start+test.rest+"\n}\n")
			k := &keeper{recorder: &recorder{seen: make(map[int][]string)}}
			in := interp.New(p, k)
			in.Allow(1, 1000)
			in.Run(p.Funcs["example.com/main.main"], nil)
			if cut := len(in.Bounds()) > 0; cut != (test.name == "cut") {
				t.Errorf("bounds: %v", in.Bounds())
			}
			if got := k.seen[7]; !slices.Equal(got, []string{test.want}) {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}
