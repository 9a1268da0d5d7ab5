package interp_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
)

// TestSteps runs programs of a shape that real ones have in two sizes: twice the size
// takes about twice the instructions, however the parts are nested or joined, and no part
// takes thousands. Memory may grow faster, since to set a field copies its struct, and a
// value with many alternatives is written once for each call that adds one.
func TestSteps(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i+1)).Replace(format))
		}
		return b.String()
	}
	shapes := map[string]func(n int) string{
		"branches": func(n int) string {
			return "func main() {\n\tv := 0\n" + repeat(n, "\tif probe.Read[bool]() { v = #; probe.Fill(v) } else { probe.See(v) }\n") +
				"\tprobe.See(v)\n}\n"
		},
		"nested branches": func(n int) string {
			return "func main() {\n" + repeat(n, "if probe.Read[bool]() { probe.See(#)\n") + repeat(n, "} else { probe.Fill(#) }\n") + "}\n"
		},
		"returns": func(n int) string {
			return "func main() { probe.See(choose()) }\nfunc choose() int {\n" + repeat(n, "\tif probe.Read[bool]() { return # }\n") +
				"\treturn -1\n}\n"
		},
		"switch": func(n int) string {
			return "func main() {\n\tv := 0\n\tswitch probe.Read[int]() {\n" + repeat(n, "\tcase #: v = #\n") + "\t}\n\tprobe.See(v)\n}\n"
		},
		"helpers": func(n int) string {
			return "func main() { f0(&options{}) }\ntype options struct{ N int }\n" +
				repeat(n, "func f#(o *options) { if probe.Read[bool]() { o.N = #; return }; f@(o) }\n") +
				fmt.Sprintf("func f%d(o *options) { probe.See(o.N) }\n", n)
		},
		"errors": func(n int) string {
			return "func main() { probe.See(run()) }\nfunc run() error {\n" + repeat(n, "\tif err := step(#); err != nil { return err }\n") +
				"\treturn nil\n}\n" +
				"func step(n int) error { if probe.Read[bool]() { return probe.Read[error]() }; probe.See(n); return nil }\n"
		},
		"loops that return": func(n int) string {
			return "func main() { run() }\nfunc run() error {\n" + repeat(n, "\tfor range probe.Read[[]int]() { if err := step(#); err != nil { "+
				"return err } }\n") + "\treturn nil\n}\n" +
				"func step(n int) error { if probe.Read[bool]() { return probe.Read[error]() }; probe.See(n); return nil }\n"
		},
		"elements that are known, and others": func(n int) string {
			return "func main() {\n\tall := map[string][]string{\"a\": {\"x\"}, \"b\": {\"y\"}}\n\tprobe.Fill(all)\n" + repeat(n, "\tprobe.See(copied(all))\n") + "}\n" + `
				func copied(all map[string][]string) map[string][]string {
					out := make(map[string][]string)
					for k, list := range all {
						for _, x := range list { out[k] = append(out[k], x) }
					}
					return out
				}
			`
		},
		"table": func(n int) string {
			return "func main() {\n\tfor _, f := range []func(int){" + repeat(n, "func(n int) { probe.See(n) }, ") + "} { f(1) }\n}\n"
		},
		"options": func(n int) string {
			return "type options struct{ N int }\nfunc main() {\n\to := options{}\n" + repeat(n, "\to = with(o, #)\n") +
				"\tprobe.See(o.N)\n}\nfunc with(o options, n int) options { if probe.Read[bool]() { o.N = n }; return o }\n"
		},
		"retries": func(n int) string {
			return "func main() {\n" + repeat(n, "\tretry#()\n") + "}\n" + `
				func wait() error { return nil }
			` + repeat(n, "func retry#() {\n\tfor again := true; again; again = probe.Read[bool]() {\n"+
				"\t\tif err := wait(); err != nil { return }\n\t\tif probe.Read[bool]() { probe.See(#); continue }\n\t\tprobe.Fill(#)\n\t}\n}\n")
		},
		"deep copies": func(n int) string {
			return "type fields struct {\n" + repeat(n, "\tF# *int\n") + "}\nfunc (in *fields) into(out *fields) {\n\t*out = *in\n" +
				repeat(n, "\tif in.F# != nil { in, out := &in.F#, &out.F#; *out = new(int); **out = **in }\n") + "}\n" + `
				type config struct { fields; List []fields }
				func (in *config) into(out *config) {
					*out = *in
					in.fields.into(&out.fields)
					if in.List != nil {
						in, out := &in.List, &out.List
						*out = make([]fields, len(*in))
						for i := range *in { (*in)[i].into(&(*out)[i]) }
					}
				}
				func main() {
					var second config
					first := probe.Read[*config]()
					if probe.Read[bool]() { first = &config{} }
					first.into(&second)
					probe.See(second.F1)
				}
				`
		},
		"closures": func(n int) string {
			return "func main() {\n\tf := func() int { return 0 }\n" +
				repeat(n, "\tf = func() func() int { g := f; return func() int { return g() + 1 } }()\n") + "\tprobe.See(f())\n}\n"
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			steps := func(n int) (int, uint64) {
				p := compile(t, "package main\n\nimport \"example.com/probe\"\n\n"+shape(n))
				in := interp.New(p, &recorder{seen: make(map[int][]string)})
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				in.Run(p.Funcs["example.com/main.main"], nil)
				runtime.ReadMemStats(&after)
				if in.Exhausted() {
					t.Fatalf("%d are too many", n)
				}
				return in.Steps(), after.TotalAlloc - before.TotalAlloc
			}
			small, smallBytes := steps(100)
			large, largeBytes := steps(200)
			t.Logf("%d and %d instructions, %d and %d bytes", small, large, smallBytes, largeBytes)
			if small < 100 || small > 100*5_000 || float64(large) > 2.5*float64(small) {
				t.Errorf("100 take %d instructions, 200 take %d", small, large)
			}
			if smallBytes > 50<<20 || largeBytes > 9*smallBytes {
				t.Errorf("100 take %d bytes, 200 take %d", smallBytes, largeBytes)
			}
		})
	}
}

// TestWork joins ways that each make objects: twice as many take about twice the work.
func TestWork(t *testing.T) {
	work := func(n int) int {
		var b strings.Builder
		b.WriteString("package main\n\nimport \"example.com/probe\"\n\ntype list struct { N int; Next *list }\n\nfunc main() { first := " +
			"&list{}; probe.See(pick(first).N); probe.See(first.N) }\n\nfunc pick(first *list) *list {\n")
		for i := range n {
			fmt.Fprintf(&b, "\tif probe.Read[bool]() { first.N = %d; l := &list{N: %d}; for i := range 20 { l = &list{i, l} }; return l }\n", i%5, i)
		}
		b.WriteString("\treturn first\n}\n")
		p := compile(t, b.String())
		in := interp.New(p, &recorder{seen: make(map[int][]string)})
		in.Run(p.Funcs["example.com/main.main"], nil)
		return in.Work()
	}
	small, large := work(50), work(100)
	t.Logf("%d and %d units of work", small, large)
	if large > 5*small/2 {
		t.Errorf("50 ways take %d units of work, 100 take %d", small, large)
	}
}

// TestSameCompared runs a loop whose condition compares the same in each round: some rounds show what it does.
func TestSameCompared(t *testing.T) {
	p := compile(t, `package main

import "example.com/probe"

type message struct{ kind int }

func main() { read(&message{kind: 1}) }

func read(m *message) {
	for {
		if probe.Read[error]() != nil {
			return
		}
		if m.kind == 2 {
			break
		}
		probe.See(m.kind)
	}
}
`)
	in := interp.New(p, &recorder{seen: make(map[int][]string)})
	in.Run(p.Funcs["example.com/main.main"], nil)
	if n := in.Steps(); n > 500 {
		t.Errorf("took %d instructions", n)
	}
}

// TestNoLongerCounted runs a loop whose condition is known at first and then no more: what ended it by itself does not end it now.
func TestNoLongerCounted(t *testing.T) {
	p := compile(t, `package main

import "example.com/probe"

func main() {
	for {
		read()
	}
}

func read() {
	var buf []byte
	var n int
	size := 16
	for n == len(buf) {
		buf = make([]byte, size)
		n = probe.Read[int]()
		size *= 2
	}
	probe.See(size)
}
`)
	in := interp.New(p, &recorder{seen: make(map[int][]string)})
	in.Run(p.Funcs["example.com/main.main"], nil)
	if n := in.Steps(); n > 500 {
		t.Errorf("took %d instructions", n)
	}
}

// TestManyBreaks runs loops that may be left in each of many rounds: twice as many take about twice the memory.
func TestManyBreaks(t *testing.T) {
	bytes := func(rounds int) uint64 {
		p := compile(t, fmt.Sprintf(`package main

import "example.com/probe"

func main() {
	for i := 0; i < %d; i++ {
		if probe.Read[bool]() {
			break
		}
		probe.Fill(i)
	}
}
`, rounds))
		in := interp.New(p, &recorder{seen: make(map[int][]string)})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		in.Run(p.Funcs["example.com/main.main"], nil)
		runtime.ReadMemStats(&after)
		if in.Exhausted() {
			t.Fatalf("%d rounds are too many", rounds)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := bytes(2000), bytes(4000)
	t.Logf("%d and %d bytes", small, large)
	if large > 5*small/2 {
		t.Errorf("2000 rounds take %d bytes, 4000 take %d", small, large)
	}
}

// TestDeepBranches runs a loop that may be left in more rounds than are followed one within another: it says so, and ends.
func TestDeepBranches(t *testing.T) {
	p := compile(t, `package main

import "example.com/probe"

func main() {
	for i := 0; i < 150_000; i++ {
		if probe.Read[bool]() {
			break
		}
		probe.See(i)
	}
}
`)
	in := interp.New(p, &recorder{seen: make(map[int][]string)})
	in.Run(p.Funcs["example.com/main.main"], nil)
	if b := in.Bounds(); len(b) != 1 || !strings.Contains(b[0].Why, "deep in each other") {
		t.Errorf("met %v", b)
	}
}
