package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/inventory"
)

// limit makes an attribute with fields by name.
func limit(key, verdict string, fields ...string) inventory.Limit {
	l := inventory.Limit{Key: key, Verdict: verdict, At: "main.go:7"}
	for i := 0; i+1 < len(fields); i += 2 {
		l.Fields = append(l.Fields, inventory.Field{Name: fields[i], Value: fields[i+1]})
	}
	return l
}

// controller returns one that is limited as controller-runtime does by default.
func controller(name string, limits ...inventory.Limit) inventory.Controller {
	c := inventory.Controller{File: "internal/" + name + ".go", Line: 3, Package: "example.com/m/internal", Name: name, For: "v1.Kind",
		Main: "example.com/m", Version: "v0.20.0"}
	c.Limits = append(limits, limit("limiter", "unset", "parameters", "back-off 5ms to 16m40s, bucket 10/s burst 100"),
		limit("middleware", "missing"),
		limit("queue", "first come"))
	return c
}

func starved(n int) inventory.Document {
	doc := inventory.Document{Schema: inventory.Schema}
	for i := range n {
		doc.Controllers = append(doc.Controllers, controller(fmt.Sprintf("c%d", i),
			limit("concurrency", "flag", "flag", "workers", "default", "40"), limit("client", "default", "qps", "5", "burst", "10")))
	}
	return doc
}

func TestNarrowest(t *testing.T) {
	r := Make(Input{Title: "m", Inventory: starved(1)})
	if len(r.Programs) != 1 {
		t.Fatalf("%d programs", len(r.Programs))
	}
	p := r.Programs[0]
	const want = "The client limits it: 5 requests a second for each kind of object, which is about 2.5 reconciles a second if each makes 2 requests. " +
		"That is for objects of one kind, the slowest case."
	if p.Narrowest != want {
		t.Errorf("got  %s\nwant %s", p.Narrowest, want)
	}
	var got []string
	for _, part := range p.Parts {
		got = append(got, fmt.Sprintf("%s %s %s %v", part.Name, part.State, part.Value, part.Narrowest))
	}
	wantParts := []string{
		"events present watches false",
		"limiter present back-off 5 ms to 16 min 40 s, and 10/s in each queue false",
		"workers present 40 in all false",
		"middleware missing none false",
		"client present 5 requests/s, burst 10 true",
		"API server present its own limits false",
	}
	if strings.Join(got, "\n") != strings.Join(wantParts, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(wantParts, "\n"))
	}
}

// TestNumbers checks which numbers the simulation takes, and what it says where it takes one that is not known.
func TestNumbers(t *testing.T) {
	limited := controller("limited", limit("concurrency", "rate", "flag", "max-reconcile-rate", "default", "10"),
		limit("client", "rate", "qps", "50", "burst", "100"))
	limited.Limits[2] = limit("limiter", "shared", "parameters", "back-off 1s to 1m0s")
	limited.Limits[3] = limit("middleware", "wrapped")
	open := controller("open", limit("concurrency", "unknown"), limit("client", "rate", "qps", "50", "burst", "100"))
	open.Limits[2] = limit("limiter", "unset", "parameters", "back-off 5ms to 16m40s, no bucket")
	open.Limits[4] = limit("queue", "priority")
	doc := inventory.Document{Controllers: []inventory.Controller{limited, open},
		Program: []inventory.Program{{Main: "example.com/m",
			Rates: []inventory.Rate{{Input: "flag max-reconcile-rate", Default: "10", At: "main.go:9"}}}}}
	p := Make(Input{Title: "m", Inventory: doc}).Programs[0]
	data, err := json.Marshal(p.Model)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"groups":[{"name":"limited","controllers":1,"workers":10,"base":1,"longest":60,"bucket":null,"wrapped":true,"priority":false,"poll":0,"jitter":0},` +
		`{"name":"open","controllers":1,"workers":1,"base":0.005,"longest":1000,"bucket":null,"wrapped":false,"priority":true,"poll":0,"jitter":0}],` +
		`"global":{"rate":10,"burst":100,"start":100,"requeues":false,"atQueue":false},"client":{"rate":50,"burst":100,"start":100}}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
	if len(p.Assumed) != 2 || !strings.Contains(p.Assumed[1], "The workers part is not known in whole") {
		t.Errorf("assumed: %q", p.Assumed)
	}
	if want := "Two limits: 10 reconciles a second (--max-reconcile-rate) for 1 of 2 controllers (limited), and the client's 50 requests a second for each kind of object (its QPS), about " +
		"25 reconciles if each makes 2 requests."; p.Narrowest != want {
		t.Errorf("narrowest: %s", p.Narrowest)
	}
}

// TestFlags checks that workers name each flag that sets them, and not that of the first controller for all.
func TestFlags(t *testing.T) {
	doc := starved(4)
	for i, flag := range []string{"a-workers", "a-workers", "b-workers", "WORKERS"} {
		doc.Controllers[i].Limits[0] = limit("concurrency", "flag", "flag", flag, "default", []string{"40", "5"}[i/3])
		doc.Controllers[i].Limits[0].Detail = []string{"flag " + flag, "variable WORKERS"}[i/3]
	}
	part := Make(Input{Title: "m", Inventory: doc}).Programs[0].Parts[2]
	if got, want := strings.Join(part.Detail, "; "), "3 controllers: 40 each by default (--a-workers and 1 other flag); 1 controller: 5 "+
		"each by default (WORKERS)"; got != want || part.Value != "125 in all" {
		t.Errorf("%s: %s, want %s", part.Value, got, want)
	}
}

// TestQueueUnknown checks that a queue whose kind is not known is said to be so, and simulated as the version's default.
func TestQueueUnknown(t *testing.T) {
	for version, bucket := range map[string]bool{"v0.20.0": true, "v0.23.0": false} {
		doc := starved(2)
		c := &doc.Controllers[0]
		c.Version, c.Limits[2], c.Limits[4] = version, limit("limiter", "unset", "parameters", "back-off 5ms to 16m40s"), limit("queue",
			"unknown")
		p := Make(Input{Title: "m", Inventory: inventory.Document{Controllers: doc.Controllers[:1]}}).Programs[0]
		if part := p.Parts[1]; part.State != Unknown || !strings.Contains(strings.Join(part.Detail, " "), "1 controller: the queue may also "+
			"limit "+
			"all its retries") {
			t.Errorf("%+v", part)
		}
		if g := p.Model.Groups[0]; g.Bucket != nil != bucket || g.Priority == bucket || g.Base != 0.005 {
			t.Errorf("%s: %+v", version, g)
		}
	}
}

// TestManner checks that middleware which sends requests back is simulated so.
func TestManner(t *testing.T) {
	for _, c := range []struct {
		manners []string
		back    bool
		says    string
	}{
		{[]string{"waits", "waits"}, false, "waits for one"},
		{[]string{"sends back"}, true, "goes back to its queue"},
		{[]string{"sends back", "sends back", "waits"}, true, "In 2 controllers what has no token goes back"},
		{[]string{"sends back", "waits", ""}, false, "In 1 controller what"},
	} {
		doc := starved(len(c.manners))
		for i, manner := range c.manners {
			doc.Controllers[i].Limits[3] = limit("middleware", "wrapped", "manner", manner)
		}
		p := Make(Input{Title: "m", Inventory: doc}).Programs[0]
		if p.Model.Global.Requeues != c.back || p.Recommended.Global.Requeues {
			t.Errorf("%q: sent back %v, recommended %v", c.manners, p.Model.Global.Requeues, p.Recommended.Global.Requeues)
		}
		if text := strings.Join(p.Parts[3].Detail, " "); !strings.Contains(text, c.says) {
			t.Errorf("%q: %s", c.manners, text)
		}
	}
}

// TestGlobalUnknown checks what is said where nothing is known to ask a limit, and not all is known.
func TestGlobalUnknown(t *testing.T) {
	for _, c := range []struct {
		verdicts    []string
		value, says string
	}{
		{[]string{"missing", "missing"}, "none", "No limit spans the controllers."},
		{[]string{"missing", "unknown", "missing"}, "none known", "2 of 3 use no limit that spans them; of 1 controller it is not known."},
		{[]string{"unknown", "unknown"}, "not known", "Whether a limit spans the controllers is not known."},
	} {
		doc := starved(len(c.verdicts))
		for i, verdict := range c.verdicts {
			doc.Controllers[i].Limits[3] = limit("middleware", verdict)
		}
		part := Make(Input{Title: "m", Inventory: doc}).Programs[0].Parts[3]
		if text := strings.Join(part.Detail, " "); part.Value != c.value || text != c.says {
			t.Errorf("%q: %s, %s", c.verdicts, part.Value, text)
		}
	}
}

const hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>`|*_[a](javascript:alert(3))\u2028{{script}}"

// TestHostile checks that names, paths and messages with markup or scripts are text.
func TestHostile(t *testing.T) {
	c := controller(hostile, limit("concurrency", "const", "value", hostile), limit("client", "unknown"))
	c.File, c.Main, c.For = hostile, hostile, hostile
	in := Input{
		Title: hostile, Version: "v1", Inventory: inventory.Document{Controllers: []inventory.Controller{c}}, Problems: []string{hostile},
		Links: Links{Root: "/m", Pattern: "https://example.com/{path}#L{line}"},
		Changes: &inventory.Changes{Against: hostile, New: []inventory.Change{{Name: hostile, At: hostile}},
			Updates: []inventory.Update{{Before: "v0.22.0", After: "v0.25.0", Effects: []string{hostile}}}},
		Findings: []findings.Finding{{Rule: "RL1002", Level: level.Warning, Message: hostile,
			Position:    token.Position{Filename: "/m/" + hostile, Line: 1},
			Controllers: []string{c.Package + " " + hostile}}},
	}
	r := Make(in)
	var page, md bytes.Buffer
	if err := r.writeHTML(&page, oneStep); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.String(), "<script"); n != 1 {
		t.Errorf("%d scripts in the page, want 1", n)
	}
	if strings.Contains(page.String(), "<img") {
		t.Error("markup of a name is markup of the page")
	}
	if !strings.Contains(page.String(), "controller-runtime was v0.22.0, is v0.25.0. &lt;/script&gt;") {
		t.Error("no word of the update of controller-runtime")
	}
	if len(r.Controllers[0].Findings) != 1 {
		t.Errorf("the finding is not at its controller: %+v", r.Controllers)
	}
	for _, place := range []Place{r.Controllers[0].At, r.Controllers[0].Findings[0].At} {
		if strings.ContainsAny(place.Link, "<>\"` ") || !strings.HasPrefix(place.Link, "https://example.com/") {
			t.Errorf("link %q", place.Link)
		}
	}
	if err := r.WriteMarkdown(&md); err != nil {
		t.Fatal(err)
	}
	if bad := regexp.MustCompile(`<script|<img|[^\\]\[a\]`).FindString(md.String()); bad != "" {
		t.Errorf("%q in the Markdown:\n%s", bad, md.String())
	}
}

// TestPolicy checks that the policy of the page allows its own script and style and nothing else.
func TestPolicy(t *testing.T) {
	page := limitedPage()
	m := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if m != nil {
		m[1] = html.UnescapeString(m[1])
	}
	if m == nil || !strings.HasPrefix(m[1], "default-src 'none'; ") || strings.Contains(m[1], "unsafe") || strings.Contains(m[1], "http") {
		t.Fatalf("the policy is %q", m)
	}
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(page)
	if script == nil || !strings.Contains(m[1], hash(script[1])) {
		t.Error("the policy does not name the script")
	}
	if bad := regexp.MustCompile(`(src|href)="?(https?:)?//`).FindString(page); bad != "" {
		t.Errorf("the page fetches something: %s", bad)
	}
}

// TestSize checks how large pages are with three findings of each controller and links to a repository.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for controllers, most := range map[int]int{50: 300_000, 500: 1_000_000} {
		in := Input{Title: "m", Inventory: starved(controllers), Links: Links{Root: "/", Pattern: "https://example.com/" +
			strings.Repeat("x", 70) + "/{path}#L{line}"}}
		for _, c := range in.Inventory.Controllers {
			for _, rule := range []string{"RL1001", "RL1002", "RL1003"} {
				in.Findings = append(in.Findings, findings.Finding{Rule: rule, Level: level.Warning, Controllers: []string{c.Package + " " + c.Name},
					Message: "controller " + c.Name + " does not do it", Position: token.Position{Filename: c.File, Line: 90}})
			}
		}
		var page bytes.Buffer
		if err := Make(in).WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d controllers: %d bytes", controllers, page.Len())
		if page.Len() > most {
			t.Errorf("%d controllers make a page of %d bytes, more than %d", controllers, page.Len(), most)
		}
	}
}

// TestAlike checks that a long page tells once what it says of many controllers, and leaves nothing out.
func TestAlike(t *testing.T) {
	in := Input{Title: "m", Inventory: starved(manyRows)}
	odd := &in.Inventory.Controllers[1]
	odd.Limits[0].At = odd.File + ":12"
	for _, c := range in.Inventory.Controllers {
		in.Findings = append(in.Findings, findings.Finding{Rule: "RL1001", Level: level.Warning, Controllers: []string{c.Package + " " + c.Name},
			Message: "controller " + c.Name + " retries at once", Position: token.Position{Filename: c.File, Line: 4}})
	}
	v, err := Make(in).view(oneStep)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Alike) != len(odd.Limits) || len(v.Rows[0].Limits) != 0 || len(v.Rows[1].Limits) != 1 || v.Rows[1].Limits[0].At.Text != "line 12" {
		t.Errorf("alike %+v, rows %+v, %+v", v.Alike, v.Rows[0].Limits, v.Rows[1].Limits)
	}
	if g := v.Findings[0]; len(g.List) != 1 || len(g.List[0].More) != manyRows-1 || g.Count != "20 findings" || !g.Open ||
		g.List[0].More[0].About() != "c1" {
		t.Errorf("%+v", g)
	}
}

// TestJSON checks that tools get what people get: the sentence of each scenario, and the numbers of its charts.
func TestJSON(t *testing.T) {
	r := Make(Input{Title: "example.com/m", Inventory: starved(2)})
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Title    string
		Programs []struct {
			Narrowest string
			Scenarios []Scenario
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Title != r.Title || len(doc.Programs) != 1 || doc.Programs[0].Narrowest != r.Programs[0].Narrowest ||
		len(doc.Programs[0].Scenarios) != 3 {
		t.Fatalf("got %s", b.String())
	}
	for i, want := range r.Programs[0].Scenarios() {
		if got := doc.Programs[0].Scenarios[i]; got.Sentence != want.Sentence || got.Now.Total != want.Now.Total || len(got.Then.Requests) == 0 {
			t.Errorf("%s: %s", got.Name, got.Sentence)
		}
	}
}

func TestMarkdown(t *testing.T) {
	r := Make(Input{Title: "example.com/m", Inventory: starved(1), Links: Links{Root: "/m", Pattern: "https://example.com/{path}#L{line}"}})
	var b bytes.Buffer
	if err := r.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# What limits example.com/m\n\nNo finding.\n\n**What to do:** Nothing has to be fixed. ",
		"| client | 5 requests/s, burst 10 (limits all controllers) | [main.go:7](https://example.com/main.go#L7) |\n",
		"**Restart: all objects are queued at once.** After a restart it takes more than an hour until the last object is reconciled, with " +
			"one rate 16 min 40 s. The longest wait of a new object meanwhile is more than an hour, with one rate 16 min 10 s. The reason for both in this " +
			"program: the client, which allows no more than 2.5 reconciles a second. To finish within five minutes, one rate " +
			"has to be about 34 a second.\n",
		"| All objects reconciled | not within an hour | after 16 min 40 s |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestBackOffs checks that the page and the Markdown name each back-off of the queues, and what is not known of them.
func TestBackOffs(t *testing.T) {
	for _, c := range []struct {
		limiter, queue inventory.Limit
		value          string
		detail         []string
	}{
		{limit("limiter", "shared", "parameters", "back-off 1s to 1m0s"), limit("queue", "priority"),
			"back-off 5 ms to 16 min 40 s, and 10/s in each queue, for 3 of 4 controllers", []string{"1 controller: back-off 1 s to 1 min"}},
		{limit("limiter", "unset", "parameters", "back-off 5ms to 16m40s, bucket 10/s burst 100"), limit("queue", "unknown"),
			"back-off 5 ms to 16 min 40 s, and 10/s in each queue",
			[]string{"1 controller: the queue may also limit all its retries to 10 a second, which depends on a setting that is not known"}},
	} {
		doc := starved(4)
		doc.Controllers[3].Limits[2], doc.Controllers[3].Limits[4] = c.limiter, c.queue
		r := Make(Input{Title: "m", Inventory: doc})
		part := r.Programs[0].Parts[1]
		if part.Value != c.value || !slices.Equal(part.Detail[:len(part.Detail)-1], c.detail) {
			t.Errorf("%s, %q\nwant %s, %q", part.Value, part.Detail, c.value, c.detail)
		}
		var md strings.Builder
		if err := r.WriteMarkdown(&md); err != nil {
			t.Fatal(err)
		}
		if want := "| limiter | " + c.value + "; " + strings.Join(c.detail, "; ") + " |"; !strings.Contains(md.String(), want) {
			t.Errorf("no %s in\n%s", want, md.String())
		}
	}
}

func TestEmpty(t *testing.T) {
	r := Make(Input{Title: "m"})
	for _, write := range []func() error{
		func() error { return r.WriteHTML(new(bytes.Buffer)) },
		func() error { return r.WriteMarkdown(new(bytes.Buffer)) },
		func() error { return r.WriteJSON(new(bytes.Buffer)) },
	} {
		if err := write(); err != nil {
			t.Error(err)
		}
	}
}
