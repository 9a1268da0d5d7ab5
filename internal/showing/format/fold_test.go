package format

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
)

// unwrapped returns n findings that have one reason.
func unwrapped(n int) []findings.Finding {
	var list []findings.Finding
	for i := range n {
		name := fmt.Sprintf("v1.Kind%d", i)
		list = append(list, findings.Finding{
			Rule: "RL1002", Level: level.Warning, Message: "controller " + name +
				" never asks the limiter", Controllers: []string{"example.com/m " + name},
			Position: token.Position{Filename: fmt.Sprintf("/m/k%d.go", i), Line: i + 1, Column: 2},
		})
	}
	return list
}

func text(t *testing.T, list []findings.Finding, style Style) string {
	t.Helper()
	var out strings.Builder
	if err := Text(&out, Run{Dir: "/m", Findings: list, Style: style}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestFold checks that many findings with one reason are one block, below those about the whole program, and that no
// other finding is lost.
func TestFold(t *testing.T) {
	unused := findings.Finding{Rule: "RL1005", Level: level.Warning, Message: "nobody asks the limiter",
		Position: token.Position{Filename: "/m/main.go", Line: 9, Column: 1}}
	other := findings.Finding{Rule: "RL1002", Level: level.Warning, Message: "controller b asks another limiter",
		Position: token.Position{Filename: "/m/z.go", Line: 3, Column: 1}}
	got := text(t, append(unwrapped(100), unused, other), Style{})
	want := `main.go:9:1: nobody asks the limiter (RL1005)
k0.go:1:2: controller v1.Kind0 never asks the limiter (RL1002)
    the same at v1.Kind1 (k1.go:2), v1.Kind2 (k2.go:3), v1.Kind3 (k3.go:4) and 96 more; -all shows each
z.go:3:1: controller b asks another limiter (RL1002)
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if n := strings.Count(text(t, append(unwrapped(100), unused, other), Style{All: true}), "\n"); n != 102 {
		t.Errorf("%d lines with all, want 102", n)
	}
}

// TestNoFold checks that two findings with one reason are not folded, and that two reasons stay two.
func TestNoFold(t *testing.T) {
	if got := text(t, unwrapped(2), Style{}); strings.Contains(got, "the same") {
		t.Errorf("two findings are folded:\n%s", got)
	}
	list := unwrapped(2 * manyFindings)
	for i := range manyFindings {
		list[i].Level = level.Note
	}
	if n := strings.Count(text(t, list, Style{Notes: true}), "\n"); n != 4 {
		t.Errorf("%d lines, want 4 for two blocks", n)
	}
}

// TestFoldOfFew checks that each place of a small block has a line of its own, with its level, and that the places of a larger
// one have not.
func TestFoldOfFew(t *testing.T) {
	list := unwrapped(smallestFold)
	for i := range list {
		list[i].Level, list[i].Message, list[i].Controllers = level.Error, "the request is dropped", nil
	}
	const want = `k0.go:1:2: error: the request is dropped (RL1002)
k1.go:2:2: error: the same (RL1002)
k2.go:3:2: error: the same (RL1002)
k3.go:4:2: error: the same (RL1002)
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if n := strings.Count(text(t, unwrapped(smallestFold+1), Style{}), "\n"); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
}

// TestFoldOfBranches checks that findings which say the same of the same controllers are one block, even where they are two.
func TestFoldOfBranches(t *testing.T) {
	list := unwrapped(2)
	list[1].Message, list[1].Controllers = list[0].Message, list[0].Controllers
	const want = `k0.go:1:2: controller v1.Kind0 never asks the limiter (RL1002)
k1.go:2:2: the same for v1.Kind0 (RL1002)
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldOfPairs checks that two findings that point to each other are one block.
func TestFoldOfPairs(t *testing.T) {
	list := unwrapped(2)
	for i := range list {
		list[i].Message, list[i].Controllers = fmt.Sprintf("controller v1.Kind0 is set up twice (see k%d.go:%d)", 1-i, 2-i), list[0].Controllers
	}
	const want = `k0.go:1:2: controller v1.Kind0 is set up twice (see k1.go:2) (RL1002)
k1.go:2:2: the same for v1.Kind0 (RL1002)
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldOfEvents checks that two handlers which add their events as failures are one block.
func TestFoldOfEvents(t *testing.T) {
	var list []findings.Finding
	for i := range 2 {
		list = append(list, findings.Finding{Rule: "RL6005", Level: level.Warning, Message: "an event is added with AddRateLimited",
			Position: token.Position{Filename: "/m/q.go", Line: i + 1, Column: 2}})
	}
	const want = `q.go:1:2: an event is added with AddRateLimited (RL6005)
q.go:2:2: the same (RL6005)
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldOfWaits checks that the waits of one reconciler are one block, however each of them is reached, and those of another
// reconciler none of it.
func TestFoldOfWaits(t *testing.T) {
	var list []findings.Finding
	for i, reconciler := range []judge.Verdict{"a.Reconcile", "a.Reconcile", "b.Reconcile", "a.Reconcile"} {
		list = append(list, findings.Finding{
			Rule: "RL4003", Level: level.Warning, Message: fmt.Sprintf("Reconcile blocks here up to %dm", i+1), Form: reconciler,
			Position: token.Position{Filename: "/m/w.go", Line: i + 1, Column: 2},
		})
	}
	const want = `w.go:1:2: Reconcile blocks here up to 1m (RL4003)
    the same reconciler also waits at w.go:2, w.go:4; -all shows each
w.go:3:2: Reconcile blocks here up to 3m (RL4003)
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldOfRules checks that findings of one rule are one block, whatever they say, where people would read more than twenty
// lines otherwise, and only there.
func TestFoldOfRules(t *testing.T) {
	var list []findings.Finding
	for i := range manyFindings + 1 {
		list = append(list, findings.Finding{
			Rule: "RL6001", Level: level.Error, Message: fmt.Sprintf("the way that ends at line %d",
				i), Position: token.Position{Filename: "/m/q.go", Line: i + 1, Column: 2},
		})
	}
	const want = `q.go:1:2: error: the way that ends at line 0 (RL6001)
    the same rule says more at q.go:2, q.go:3, q.go:4 and 17 more; -all shows each
`
	if got := text(t, list, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if n := strings.Count(text(t, list[:manyFindings], Style{}), "\n"); n != manyFindings {
		t.Errorf("%d lines, want %d", n, manyFindings)
	}
}

// TestConsequences checks that what follows from a finding about the whole program stands under it, however few findings
// there are, and that findings about other controllers stay where they are.
func TestConsequences(t *testing.T) {
	limiter := findings.Finding{
		Rule: "RL1005", Level: level.Warning, Message: "this limiter limits nothing", Form: judge.Unasked,
		Position:    token.Position{Filename: "/m/main.go", Line: 9, Column: 1},
		Controllers: []string{"example.com/m v1.Kind0", "example.com/m v1.Kind1", "example.com/m v1.Kind2", "example.com/m v1.Kind3"},
	}
	workers := findings.Finding{
		Rule: "RL1003", Level: level.Warning, Message: "controller v1.Kind0 runs one worker", Form: judge.Unset,
		Position:    token.Position{Filename: "/m/main.go", Line: 12, Column: 1},
		Controllers: []string{"example.com/m v1.Kind0"},
	}
	queue := findings.Finding{
		Rule: "RL1001", Level: level.Warning, Message: "controller v1.Kind0 has no queue limiter", Position: token.Position{Filename: "/m/k0.go",
			Line: 1, Column: 2},
		Controllers: []string{"example.com/m v1.Kind0"},
	}
	list := append(unwrapped(5), limiter, queue, workers)
	const want = `main.go:9:1: this limiter limits nothing (RL1005)
    4 controllers do not ask it: v1.Kind0 (k0.go:1), v1.Kind1 (k1.go:2), v1.Kind2 (k2.go:3) and 1 more; -all shows each (RL1002)
`
	got := text(t, list, Style{})
	if !strings.Contains(got, want) || !strings.Contains(got, "k4.go:5:2: controller v1.Kind4 never asks the limiter (RL1002)\n") {
		t.Errorf("got\n%s, which lacks\n%s", got, want)
	}
	if !strings.Contains(got, "main.go:12:1: controller v1.Kind0 runs one worker (RL1003)\n    1 controller has no queue limiter either: "+
		"v1.Kind0 (k0.go:1); -all shows each (RL1001)\n") {
		t.Errorf("what lacks both is not one block:\n%s", got)
	}
	if n := strings.Count(text(t, list, Style{All: true}), "\n"); n != len(list) {
		t.Errorf("%d lines with all, want %d", n, len(list))
	}
	// A note counts with the others that follow, and no note shows by itself.
	list[0].Level, list[4].Level = level.Note, level.Note
	if got := text(t, list, Style{}); !strings.Contains(got, want) || strings.Contains(got, "v1.Kind4 never asks") {
		t.Errorf("with notes, got\n%s, which lacks\n%s or has the note about v1.Kind4", got, want)
	}
}

// TestSteps checks that the calls that lead to a wait are one line each where there are few findings, and with all.
func TestSteps(t *testing.T) {
	wait := findings.Finding{
		Rule: "RL4003", Level: level.Warning, Message: "Reconcile blocks here; reached by r.Reconcile → r.wait",
		Position: token.Position{Filename: "/m/wait.go", Line: 9, Column: 1},
		Related:  []findings.Related{{Position: token.Position{Filename: "/m/r.go", Line: 4, Column: 2}, Message: "r.Reconcile calls r.wait"}},
	}
	const step = "    r.go:4: r.Reconcile calls r.wait\n"
	if got := text(t, []findings.Finding{wait}, Style{}); got != "wait.go:9:1: Reconcile blocks here; reached by r.Reconcile (RL4003)\n"+step {
		t.Errorf("got\n%s", got)
	}
	list := append(unwrapped(manyFindings), wait)
	if got := text(t, list, Style{}); strings.Contains(got, step) || !strings.Contains(got, "r.Reconcile → r.wait") {
		t.Errorf("steps among many findings:\n%s", got)
	}
	if got := text(t, list, Style{All: true}); !strings.Contains(got, step) {
		t.Errorf("no steps with all:\n%s", got)
	}
	var out strings.Builder
	if err := SARIF(&out, Run{Dir: "/m", Root: "/m", Findings: list}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"codeFlows"`); n != 1 || !strings.Contains(out.String(), "r.Reconcile calls r.wait") {
		t.Errorf("%d flows in SARIF, want one:\n%s", n, out.String())
	}
}

// TestFoldClients checks that the programs of which one function makes the client are one block, and another client is not in it.
func TestFoldClients(t *testing.T) {
	client := func(main, controllers, made string) findings.Finding {
		return findings.Finding{
			Rule: "RL5001", Level: level.Warning, Message: controllers + " and a slow client", Form: judge.Verdict(made),
			Position: token.Position{Filename: "/m/" + main + "/main.go", Line: 7, Column: 2},
		}
	}
	got := text(t, []findings.Finding{client("a", "5 controllers", "/m/make.go:3:1"), client("b", "6 controllers", "/m/make.go:3:1"),
		client("c", "7 controllers", "/m/c.go:1:1")}, Style{})
	want := `a/main.go:7:2: 5 controllers and a slow client (RL5001)
    the same code makes the clients of other programs, at b/main.go:7; -all shows each
c/main.go:7:2: 7 controllers and a slow client (RL5001)
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldDelays checks that delays of different lengths which errors drop are one block, as long as the retry is the same.
func TestFoldDelays(t *testing.T) {
	drops := func(line int, field, retry string) findings.Finding {
		return findings.Finding{
			Rule: "RL4001", Level: level.Warning, Path: fmt.Sprintf("example.com/m/%d", line), Position: token.Position{Filename: "/m/r.go",
				Line: line, Column: 2},
			Message: "returning an error drops RequeueAfter" + field + ": the retry comes after " + retry +
				"; return nil with the RequeueAfter, or the error with an empty Result",
		}
	}
	got := text(t, []findings.Finding{
		drops(1, " (1m)", "5 ms"), drops(2, "", "5 ms"), drops(3, " (10s)", "5 ms"), drops(4, " (1m)", "1 s"),
	}, Style{})
	want := `r.go:1:2: returning an error drops RequeueAfter (1m): the retry comes after 5 ms; return nil with the RequeueAfter, or the error with an empty Result (RL4001)
    the same, some with another delay, at r.go:2, r.go:3; -all shows each
r.go:4:2: returning an error drops RequeueAfter (1m): the retry comes after 1 s; return nil with the RequeueAfter, or the error with an empty Result (RL4001)
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFoldLostErrors checks that errors which one package loses in one way are one block, whatever calls they come from.
func TestFoldLostErrors(t *testing.T) {
	loses := func(line int, path, call, how string) findings.Finding {
		return findings.Finding{
			Rule: "RL4007", Level: level.Warning, Path: path, Position: token.Position{Filename: "/m/r.go", Line: line, Column: 2},
			Message: "the error of " + call + " is lost: " + how,
		}
	}
	got := text(t, []findings.Finding{
		loses(1, "m", "r.Update", "the request is done"), loses(2, "m", "r.Create", "the request is done"), loses(3, "m", "r.Delete",
			"the caller goes on"),
		loses(4, "m", "r.Status().Update", "the request is done"), loses(5, "other", "r.Update", "the request is done"),
	}, Style{})
	want := `r.go:1:2: the error of r.Update is lost: the request is done (RL4007)
    the same, of other calls, at r.go:2, r.go:4; -all shows each
r.go:3:2: the error of r.Delete is lost: the caller goes on (RL4007)
r.go:5:2: the error of r.Update is lost: the request is done (RL4007)
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
