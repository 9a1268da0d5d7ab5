package ways_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// build returns the functions of a package, by their names.
func build(t *testing.T, source string) map[string]*ssa.Function {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", "package p\n"+source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("example.com/p", "p"),
		[]*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	funcs := make(map[string]*ssa.Function)
	for name, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			funcs[name] = fn
		}
	}
	return funcs
}

// A state is what a way has come by: the calls it made, and what phis are.
type state struct{ text string }

// A tracer follows a function and notes the calls on each way. Conditions that are in known are only followed on the side they say.
type tracer struct {
	forgets bool // what was called tells no ways apart
	known   map[string]bool
	ends    []string
	lost    bool
}

func (f *tracer) Exec(s *state, instr ssa.Instruction) []*state {
	if call, ok := instr.(*ssa.Call); ok {
		switch name := call.Call.Value.Name(); name {
		case "split":
			other := f.Clone(s)
			other.text += "else "
			return []*state{s, other}
		case "stop":
			f.lost = true
		default:
			s.text += name + " "
		}
	}
	return []*state{s}
}

func (f *tracer) Decide(s *state, cond ssa.Value) (then, otherwise *state) {
	if holds, known := f.known[cond.Name()]; known && holds {
		return s, nil
	} else if known {
		return nil, s
	}
	return f.Clone(s), s
}

func (f *tracer) Finish(s *state, ret *ssa.Return) {
	f.ends = append(f.ends, cmp.Or(strings.TrimSpace(s.text), "."))
}

func (f *tracer) Clone(s *state) *state { return &state{s.text} }

func (f *tracer) Choose(next, s *state, phi *ssa.Phi, v ssa.Value) {
	next.text += phi.Comment + "=" + v.Name() + " "
}

func (f *tracer) Key(s *state, at *ssa.BasicBlock) string {
	if f.forgets {
		return ""
	}
	return s.text
}

func (f *tracer) Lost() bool { return f.lost }

const calls = "func a()\nfunc b()\nfunc c()\nfunc split()\nfunc stop()\n"

func TestFollow(t *testing.T) {
	for _, test := range []struct {
		name, code string
		tracer     tracer
		most       int
		want       string // the ends, sorted, with bars between
		whole      bool
	}{
		{"one way", "a(); b()", tracer{}, 10, "a b", true},
		{"two branches", "if x { a() } else { b() }; c()", tracer{}, 10, "a c|b c", true},
		{"two branches, of which one cannot be", "if x { a() } else { b() }; c()", tracer{known: map[string]bool{"x": true}}, 10, "a c", true},
		{"the other cannot be", "if x { a() } else { b() }; c()", tracer{known: map[string]bool{"x": false}}, 10, "b c", true},
		{"two branches twice", "if x { a() }; if y { b() }", tracer{}, 10, ".|a|a b|b", true},
		{"a block is entered once with a key", "if x { a() }; if y { b() }", tracer{forgets: true}, 10, ".", true},
		{"a loop ends where nothing is new", "for x { a() }; b()", tracer{forgets: true}, 10, "b", true},
		{"an instruction that splits the way", "split(); a()", tracer{}, 10, "a|else a", true},
		{"more ways than are followed", "for x { a() }", tracer{}, 5, "", false},
		{"more ways at an instruction", "split(); split(); split(); a()", tracer{}, 5, "", false},
		{"as many ways as are followed", "split(); split(); a()", tracer{}, 4, "a|else a|else a|else else a", true},
		{"no more is to be followed", "stop(); if x { a() }", tracer{}, 10, "", true},
		{"what a phi is on each way", "n := 1; if x { n = 2 }; _ = n + int(z)", tracer{}, 10, "n=1:int|n=2:int", true},
		{"no end", "for { a(); if x { return } }", tracer{known: map[string]bool{"x": true}}, 10, "a", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			fn := build(t, calls+"func f(x, y bool, z int) {\n"+test.code+"\n}")["f"]
			f := &test.tracer
			whole := ways.Follow(fn, &state{}, f, test.most)
			slices.Sort(f.ends)
			if got := strings.Join(f.ends, "|"); whole != test.whole || test.whole && got != test.want {
				t.Errorf("got %q, all of them: %v; want %q, %v", got, whole, test.want, test.whole)
			}
		})
	}
}

// A merger is a tracer that keeps of two ways what they begin with alike.
type merger struct {
	tracer
	apart func(s *state) string
}

func (f *merger) Merge(a, b *state) *state {
	n := 0
	for n < len(a.text) && n < len(b.text) && a.text[n] == b.text[n] {
		n++
	}
	return &state{a.text[:n]}
}

func (f *merger) Apart(s *state) string { return f.apart(s) }

func TestFollowMerged(t *testing.T) {
	fn := build(t, calls+"func f(x bool) {\nfor x { a() }\nb()\n}")["f"]
	together := &merger{apart: func(*state) string { return "" }}
	if !ways.Follow(fn, &state{}, together, 3) || !slices.Contains(together.ends, "b") || len(together.ends) > 10 {
		t.Errorf("the ways are not merged beyond the bound: %q", together.ends)
	}
	kept := &merger{apart: func(s *state) string { return s.text }}
	if ways.Follow(fn, &state{}, kept, 3) {
		t.Errorf("ways that are kept apart have no bound: %q", kept.ends)
	}
}

// TestFollowJoined follows a block in which each instruction splits the way: what would be a thousand million states is as many as the
// merger tells apart.
func TestFollowJoined(t *testing.T) {
	fn := build(t, calls+"func f() {\n"+strings.Repeat("split()\n", 30)+"b()\n}")["f"]
	joined := &merger{apart: func(*state) string { return "" }}
	if !ways.Follow(fn, &state{}, joined, 100) || len(joined.ends) == 0 || len(joined.ends) > 20 {
		t.Errorf("the states of a block are not merged beyond the bound: %d ends", len(joined.ends))
	}
}

func TestLive(t *testing.T) {
	fn := build(t, `func g() (int, error)
func use(int)
func f(x bool) {
	n, err := g()
	if err != nil {
		return
	}
	for x {
		use(n)
	}
}`)["f"]
	live := ways.Live(fn, func(v ssa.Value) bool { _, made := v.(ssa.Instruction); return made }, nil)
	number := ways.Numbers(fn)
	for _, b := range fn.Blocks {
		names := make(map[string]bool)
		for v := range live[b] {
			names[v.Type().String()] = true
			if number[v] == 0 {
				t.Errorf("%s has no number", v)
			}
		}
		want := map[string]string{"entry": "", "if.then": "", "if.done": "int", "for.loop": "int", "for.body": "int", "for.done": ""}[b.Comment]
		if got := strings.Join(slices.Sorted(maps.Keys(names)), " "); got != want {
			t.Errorf("in %s %q is read later, want %q", b.Comment, got, want)
		}
	}
	also := ways.Live(fn, func(ssa.Value) bool { return false }, func(instr ssa.Instruction) ssa.Value {
		if call, ok := instr.(*ssa.Call); ok && len(call.Call.Args) == 1 {
			return fn.Params[0]
		}
		return nil
	})
	if !also[fn.Blocks[0]][fn.Params[0]] {
		t.Error("what an instruction reads beside its operands is not read")
	}
}

func TestParts(t *testing.T) {
	funcs := build(t, `
import "fmt"
type point struct{ x, y int }
func two() (int, error)
func f(p *point, e fmt.Stringer, list []any, call func()) error {
	_, err := two()
	fmt.Println("a", e, 1)
	fmt.Println(list...)
	fmt.Println()
	call()
	_ = e.String()
	p.y = 1
	return err
}`)
	fn := funcs["f"]
	var got []string
	for call := range ssacode.All[*ssa.Call](fn) {
		name := "a value"
		if to := ways.Called(&call.Call); to != nil {
			name = to.Name()
		}
		result := "nobody reads its last result"
		if n := call.Call.Signature().Results().Len(); n > 0 && ways.Result(call, n-1) != nil {
			result = ways.Result(call, n-1).Type().String()
		}
		got = append(got, fmt.Sprintf("%s %d %s", name, len(ways.Variadic(&call.Call)), result))
	}
	want := []string{"two 0 error", "Println 3 nobody reads its last result", "Println 0 nobody reads its last result",
		"Println 0 nobody reads its last result", "a value 0 nobody reads its last result", "String 0 string"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for addr := range ssacode.All[*ssa.FieldAddr](fn) {
		if field := ways.Field(addr.X.Type(), addr.Field); field == nil || field.Name() != "y" {
			t.Errorf("the field is %v", field)
		}
	}
	if ways.Field(types.Typ[types.Int], 0) != nil {
		t.Error("a number has a field")
	}
	if inputs := ways.Inputs(fn); len(inputs) != 4 || !slices.Contains(inputs, ssa.Value(fn.Params[3])) {
		t.Errorf("the inputs are %v", inputs)
	}
	numbers := ways.Numbers(fn)
	if n := slices.Sorted(maps.Values(numbers)); n[0] != 1 || n[len(n)-1] != len(n) {
		t.Errorf("the numbers are %v", n)
	}
}
