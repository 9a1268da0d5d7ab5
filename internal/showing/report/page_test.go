package report

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// withRate adds a flag to the program of an inventory.
func withRate(doc inventory.Document) inventory.Document {
	doc.Program = []inventory.Program{{Main: "example.com/m",
		Rates: []inventory.Rate{{Input: "flag max-reconcile-rate", Default: "10", At: "main.go:9"}}}}
	return doc
}

// polled is a program whose controllers poll every minute.
func polled(n int) inventory.Document {
	doc := starved(n)
	for i := range doc.Controllers {
		doc.Controllers[i].Limits = append(doc.Controllers[i].Limits, limit("poll", "flag", "interval", "1m0s", "jitter", "no"))
	}
	return doc
}

// fewSteps leaves so many steps of each slider, among them the one that the page begins with: all take hundreds of runs of the model.
func fewSteps(list []axis, n int) []axis {
	for i, a := range list {
		from := min(a.Start, len(a.values)-n)
		list[i].values, list[i].Steps, list[i].Start = a.values[from:from+n], a.Steps[from:from+n], a.Start-from
	}
	return list
}

// oneStep makes pages whose sliders stay where they begin.
func oneStep(p Program) []axis { return fewSteps(p.axes(), 1) }

func limited() Report { return Make(Input{Title: "m", Inventory: withRate(polled(3))}) }

// limitedView is what limitedPage shows.
var limitedView = sync.OnceValues(func() (view, error) { return limited().view(oneStep) })

var limitedPage = sync.OnceValue(func() string {
	v, err := limitedView()
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	if err := page.Execute(&b, v); err != nil {
		panic(err)
	}
	return b.String()
})

// TestUnused checks that the page says of a rate which no controller uses that it limits nothing.
func TestUnused(t *testing.T) {
	p := Make(Input{Title: "m", Inventory: withRate(starved(31))}).Programs[0]
	if got, want := p.Parts[3].Value, "10/s from --max-reconcile-rate, used by no controller"; got != want || p.Parts[3].State != Missing {
		t.Errorf("%s: %s, want %s", p.Parts[3].State, got, want)
	}
	if want := " The global limiter (10/s from --max-reconcile-rate) is used by no controller."; !strings.HasPrefix(p.Narrowest,
		"The client limits it: 5 requests a second for each kind of object, which is about 2.5 ") || !strings.HasSuffix(p.Narrowest, want) {
		t.Errorf("got  %s\nwant %s", p.Narrowest, want)
	}
	doc := withRate(starved(3))
	doc.Controllers[1].Limits[3] = limit("middleware", "wrapped")
	part := Make(Input{Title: "m", Inventory: doc}).Programs[0].Parts[3]
	if part.Value != "10/s from --max-reconcile-rate, used by 1 of 3 controllers" || part.Allows != "allows them 10 reconciles a second" || part.Limits != "limits 1 of 3 controllers" {
		t.Errorf("%s, %s", part.Value, part.Allows)
	}
}

// TestPrice checks that one rate costs what its narrowest part allows: the rate, its workers or its client.
func TestPrice(t *testing.T) {
	for _, c := range []struct {
		load simulate.Load
		want string
	}{
		{simulate.Load{Objects: 10_000, Reconcile: 0.1, Requests: 2},
			"with one rate 16 min 10 s. The reason for both in this program: the client, which allows no more than 2.5 reconciles a second. To finish within five minutes, one " +
				"rate has to be about 34 a second."},
		{simulate.Load{Objects: 10_000, Reconcile: 10, Requests: 2},
			"it takes more than an hour until the last object is reconciled, as with one rate. The longest wait of a new object meanwhile is more than an hour, as " +
				"with one rate. The reason for both in this program: the client, which allows no more than 2.5 reconciles a second. To finish within five minutes, one rate has to be about 335 a second."},
		{simulate.Load{Objects: 10_000, Reconcile: 0.1, Requests: 20}, "To finish within five minutes, one rate has to be about 134 a second."},
		{simulate.Load{Objects: 100, Reconcile: 0.1, Requests: 2}, "with one rate 10 s. The longest"},
	} {
		p := Make(Input{Title: "m", Inventory: withRate(starved(1))}).Programs[0]
		p.Load = c.load
		if got := p.Scenarios()[1].Sentence; !strings.Contains(got, c.want) {
			t.Errorf("%+v:\n%s\nlacks %s", c.load, got, c.want)
		}
	}
}

// TestNarrowestAt checks that what is narrowest follows the load.
func TestNarrowestAt(t *testing.T) {
	doc := starved(1)
	doc.Controllers[0].Limits[1] = limit("client", "rate", "qps", "50", "burst", "100")
	p := Make(Input{Title: "m", Inventory: doc}).Programs[0]
	for _, c := range []struct {
		load   simulate.Load
		part   string
		allows string
	}{
		{simulate.Load{Reconcile: 0.1, Requests: 2}, "client", "allows 25 reconciles a second"},
		{simulate.Load{Reconcile: 10, Requests: 2}, "workers", "allows 4 reconciles a second"},
		{simulate.Load{Reconcile: 1, Requests: 0}, "workers", "allows 40 reconciles a second"},
	} {
		n := p.narrowestAt(c.load)
		if n.Part < 0 || p.Parts[n.Part].Name != c.part || n.Allows[n.Part] != c.allows {
			t.Errorf("%+v: %+v, want %s %s", c.load, n, c.part, c.allows)
		}
	}
}

// TestVerdict checks that the page begins with how much was found, and with the worst of it.
func TestVerdict(t *testing.T) {
	in := Input{Title: "m", Inventory: starved(2), Fixes: 1, RuleTitles: map[string]string{"RL1005": "rate that limits nothing"}}
	in.Findings = []findings.Finding{
		{Rule: "RL1002", Level: level.Warning, Message: "asks nothing", Controllers: []string{"example.com/m/internal c0"}},
		{Rule: "RL1004", Level: level.Warning, Message: "the client", URL: "https://example.com/RL1004"},
		{Rule: "RL1005", Level: level.Warning, Message: "limits nothing"},
		{Rule: "RL4007", Level: level.Note, Message: "is lost"},
	}
	r := Make(in)
	if r.Verdict.Count != "3 warnings, 1 note" || r.Verdict.Worst == nil || r.Verdict.Worst.Rule != "RL1004" || r.Findings[0].Rule != "RL1005" {
		t.Errorf("%+v", r.Verdict)
	}
	var page, md bytes.Buffer
	if err := r.writeHTML(&page, oneStep); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&md); err != nil {
		t.Fatal(err)
	}
	if want := "About the client: RL1004 , the client (`rllint explain RL1004`, [online](https://example.com/RL1004)).\n\n**What to do:** " +
		"Fix what was found. `rllint -diff` shows changes for 1 of the 4 findings, and `rllint -fix` makes them; the others say what to change. Too slow? "; !strings.Contains(
		md.String(), want) {
		t.Errorf("no %s in\n%s", want, md.String())
	}
	for _, want := range []string{`About the client: <a href="#f2">RL1004</a>, the client`, `<code>rllint explain RL1004</code>, <a`, `<li>Fix what was found.</li><li><code>rllint -diff</code> shows`, `<li id="f1">warning: limits nothing`,
		"RL1005, rate that limits nothing: 1 finding", `<a href="#f3">RL1002</a>`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestBegin checks that the finding which the page begins with is about the part that its first sentence is about.
func TestBegin(t *testing.T) {
	in := Input{Title: "m", Inventory: starved(2), Findings: []findings.Finding{{Rule: "RL4003", Level: level.Error}, {Rule: "RL1002"}}}
	for rule, begins := range map[string]string{"RL1004": "About the client", "RL5001": "About the client",
		"RL1000": "About the whole program", "RL1003": "None is about the client. The worst"} {
		r := Make(Input{Title: "m", Inventory: in.Inventory, Findings: append(in.Findings, findings.Finding{Rule: rule, Level: level.Note})})
		if strings.HasPrefix(begins, "None") {
			rule = "RL4003"
		}
		if v := r.Verdict; v.Begin != begins || v.Worst.Rule != rule {
			t.Errorf("%s: %s: %s", rule, v.Begin, v.Worst.Rule)
		}
	}
}

// TestTodo checks that the report says what to do: first what polls need, then what puts all controllers behind one rate, and its price.
func TestTodo(t *testing.T) {
	doc := starved(1)
	doc.Controllers[0].Limits[1].Detail = "flag kube-api-qps"
	some := withRate(polled(2))
	some.Controllers[0].Limits[3] = limit("middleware", "wrapped")
	for _, c := range []struct {
		in   Input
		want string
	}{
		{Input{Inventory: doc, Findings: []findings.Finding{{Rule: "RL1000", Level: level.Note}}},
			"Nothing has to be fixed. Too slow? For a restart within five minutes raise --kube-api-qps to 68; an outage then causes 34 calls a second instead of 2.5. Does the service that reconciles call have a quota? `rllint adopt` puts the " +
				"controller behind one rate."},
		{Input{Inventory: withRate(starved(2)), Fixes: 1, Findings: []findings.Finding{{Rule: "RL1005", Level: level.Warning}, {Rule: "RL1004"}}},
			"Put all 2 controllers behind the global limiter (10/s from --max-reconcile-rate). `rllint -diff` shows changes for 1 of the " +
				"2 findings, and `rllint -fix` makes them; the others say what to change."},
		{Input{Inventory: some}, "Put c1 behind --max-reconcile-rate too. With 10,000 objects, as many for each controller, polls then need 167 a second, " +
			"more than 10: poll every 25 min instead of every 1 min (main.go:7), which leaves a third for all else."},
	} {
		r := Make(c.in)
		if r.Verdict.Todo != c.want {
			t.Errorf("got  %s\nwant %s", r.Verdict.Todo, c.want)
		}
	}
}

// TestEffect checks that the report says what it changes to do what it says.
func TestEffect(t *testing.T) {
	some := withRate(starved(2))
	some.Controllers[0].Limits[3] = limit("middleware", "wrapped")
	for _, c := range []struct {
		doc  inventory.Document
		want string
	}{
		{starved(1), "What one rate changes, at 10 a second: a new object waits up to 5.9 s instead of 29 s, and all objects are healthy 39 s after"},
		{withRate(starved(1)), "What that changes: "},
		{some, "What that changes: "},
	} {
		p := Make(Input{Inventory: c.doc}).Programs[0]
		p.Load = simulate.Load{Objects: 100, Reconcile: 0.1, Requests: 2, Failing: 1}
		now, then := p.gridOf(oneStep(p)).start(0)
		if got := now.Effect + then.Effect; !strings.HasPrefix(got, c.want) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	near, far := simulate.Result{Bin: 600, Reconciles: []float64{10}, Recovered: 700}, simulate.Result{Bin: 600, Reconciles: []float64{10.4}, Recovered: 1200}
	if got, want := effect("What that changes", near, far), "What that changes: not much in an outage. The price: all objects are healthy 10 min "+
		"after its end instead of 1 min 40 s after its end."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestReasons checks that what takes minutes has its reason beside it, and that the last controller of a restart is named.
func TestReasons(t *testing.T) {
	doc := starved(2)
	doc.Controllers[1].Limits[0] = limit("concurrency", "unset", "value", "1")
	slow := polling("slow", "first come", "none")
	slow.Limits[3] = limit("limiter", "shared", "parameters", "back-off 1s to 5m0s")
	for _, c := range []struct {
		doc      inventory.Document
		load     simulate.Load
		scenario int
		want     string
	}{
		{starved(1), simulate.Load{Objects: 1000, Reconcile: 0.1, Requests: 2, Failing: 1}, 0,
			" The reason for the recovery and the wait in this program: the client, which allows no more than 2.5 reconciles a second."},
		{inventory.Document{Controllers: []inventory.Controller{slow}}, simulate.Load{Objects: 10, Reconcile: 0.01, Failing: 1}, 0,
			"The reason for the recovery in this program: the back-off, which tries again after 1 s, and then later and later, up to 5 min. The longest"},
		{inventory.Document{Controllers: []inventory.Controller{slow}}, simulate.Load{Objects: 1000, Reconcile: 1, Failing: 1}, 1,
			" The reason for both in this program: the workers, which do no more than 1 reconciles a second."},
		{doc, simulate.Load{Objects: 100, Reconcile: 1, Failing: 1}, 1, " The last to finish: c1."},
	} {
		p := Make(Input{Title: "m", Inventory: c.doc}).Programs[0]
		p.Load = c.load
		if got := p.Scenarios()[c.scenario].Sentence; !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s\nlacks %s", c.load, got, c.want)
		}
	}
}

// TestWithoutScript checks that all that the page says of the load it begins with stands in its HTML.
func TestWithoutScript(t *testing.T) {
	text, _, _ := strings.Cut(limitedPage(), `<div id="grid"`)
	p := limited().Programs[0]
	wanted := []string{strings.ReplaceAll(p.Narrowest, "--max-reconcile-rate", "<code>--max-reconcile-rate</code>")}
	v, err := limitedView()
	if err != nil {
		t.Fatal(err)
	}
	wanted = append(wanted, v.Outage, strings.ReplaceAll(v.Effect, "`rllint adopt`", "<code>rllint adopt</code>"))
	for i, s := range v.Scenarios {
		wanted = append(wanted, s.Meaning)
		if sentence := p.Scenarios()[i].Sentence; !strings.HasSuffix(sentence, s.Meaning) || s.Failing && !strings.HasPrefix(sentence, v.Outage) {
			t.Errorf("the page says %s %s, and the JSON %s", v.Outage, s.Meaning, sentence)
		}
	}
	for _, s := range p.Scenarios() {
		wanted = append(wanted, s.Title)
		for _, row := range s.Rows {
			wanted = append(wanted, fmt.Sprintf(`<th scope="row">%s</th><td class="cell">%s</td><td class="cell">%s</td>`, row.Name, row.Now,
				row.Then))
		}
	}
	for _, want := range wanted {
		if !strings.Contains(text, strings.ReplaceAll(want, "'", "&#39;")) {
			t.Errorf("no %s", want)
		}
	}
	charts := 0
	for _, s := range p.scenarios() {
		charts += len(s.charts)
	}
	if n := strings.Count(text, `class="chart"`); n != charts {
		t.Errorf("%d charts, want %d", n, charts)
	}
	if strings.Contains(text, ` d=""`) {
		t.Error("a line is empty")
	}
}

// TestGrid checks that the sliders begin with what the page says, and that each combination of steps has its results.
func TestGrid(t *testing.T) {
	if testing.Short() {
		t.Skip("it simulates each combination of settings, which takes most of the package's time")
	}
	p := Make(Input{Title: "m", Inventory: withRate(polled(2))}).Programs[0]
	g := p.gridOf(fewSteps(p.axes(), 2))
	for i, s := range p.Scenarios() {
		now, then := g.start(i)
		for j, row := range s.Rows {
			if now.Cells[j] != row.Now || then.Cells[j] != row.Then || strings.TrimSpace(then.Verdict+now.Verdict+" "+then.Meaning) != s.Sentence {
				t.Errorf("%s, %s: %s and %s, want %s and %s", s.Name, row.Name, now.Cells[j], then.Cells[j], row.Now, row.Then)
			}
		}
		for _, x := range append(g.Scenarios[i].Now, g.Scenarios[i].Then...) {
			if len(x.Cells) != len(s.Rows) || len(x.Lines) != len(scenarios[i].charts) {
				t.Fatalf("%s: a step without results: %+v", s.Name, x)
			}
		}
	}
}

// TestLine checks that a line keeps peaks beside small values, and has gaps where nothing is known.
func TestLine(t *testing.T) {
	s := numbers(1606)
	if s.top != 10_000 || s.place(10) < 0.2 || s.place(1606) > 0.9 {
		t.Errorf("top %v, 10 at %v, 1606 at %v", s.top, s.place(10), s.place(1606))
	}
	l := line([]sample{{0, 10, 10}, {10, 20, 1606}, {15, 15, 3}}, 60, s)
	if len(l) != 2*points || strings.HasSuffix(l, "AA") {
		t.Fatal(l)
	}
	if d := path(l, 60, 120, false); strings.Count(d, "M") != 1 || !strings.HasPrefix(d, "M55.4 ") {
		t.Error(d)
	}
	if d := path(line([]sample{{0, 0, 1}, {30, 30, 2}}, 60, s), 60, 60, true); strings.Count(d, "h0") != 2 || strings.Contains(d, "L") {
		t.Error(d)
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[float64]string{
		-1: "more than an hour", 0.005: "5 ms", 0.9996: "1 s", 1.5: "1.5 s", 59.6: "1 min", 60: "1 min", 90: "1 min 30 s", 1000: "16 min 40 s",
		3600: "1 h", 10_000: "2 h 47 min",
	} {
		if got := duration(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
}

// TestPieces checks where lines may break: after the folders of a path, and within no name, flag or rate.
func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"pkg/apis/kind-a.go:7":           "pkg/|apis/|[kind-a.go:7]",
		"50 requests/s, burst 100":       "50 |[requests/s,]| burst 100",
		"10/s from --max-reconcile-rate": "[10/s]| from |[--max-reconcile-rate]",
		"watches and polls":              "watches and polls",
	} {
		var list []string
		for _, p := range pieces(text) {
			if p.Whole {
				p.Text = "[" + p.Text + "]"
			}
			list = append(list, p.Text)
		}
		if got := strings.Join(list, "|"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
