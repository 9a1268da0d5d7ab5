package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/report"
)

// TestReportLarge opens a page of 500 controllers, each with three or four findings and with places of its own that limit it.
func TestReportLarge(t *testing.T) {
	tab, complaints := browser(t)
	const main = "example.com/provider/cmd/provider"
	in := report.Input{Title: "example.com/provider", Links: report.Links{Root: "/", Pattern: "https://example.com/" + strings.Repeat("x", 70) +
		"/{path}#L{line}"}, Inventory: inventory.Document{Program: []inventory.Program{{Main: main,
		Rates: []inventory.Rate{{Input: "flag max-reconcile-rate", Default: "10", At: "cmd/provider/main.go:55"}}}}}}
	for i := range 500 {
		name, file := fmt.Sprintf("managed/kind%d.group.example.org", i), fmt.Sprintf("internal/controller/group/kind%d/reconciler.go", i)
		limit := func(key, verdict, detail, at string, fields ...inventory.Field) inventory.Limit {
			return inventory.Limit{Key: key, Verdict: verdict, Detail: detail, At: at, Fields: fields}
		}
		in.Inventory.Controllers = append(in.Inventory.Controllers, inventory.Controller{Name: name, File: file, Line: 90, For: "v1alpha1.Kind",
			Package: "example.com/provider", Main: main, Version: "v0.23.1", Limits: inventory.Limits{
				limit("limiter", "unset", "Options.RateLimiter is nil", file+":87", inventory.Field{Name: "parameters", Value: "back-off 5ms to 16m40s"}),
				limit("queue", "priority", "default of controller-runtime v0.23.1", ""),
				limit("middleware", "missing", "managed.Reconciler", file+":90"),
				limit("concurrency", "const", "the constant 5", file+":88", inventory.Field{Name: "value", Value: "5"}),
				limit("poll", "flag", "flag poll, without jitter", "cmd/provider/main.go:43", inventory.Field{Name: "interval", Value: "10m0s"}),
				limit("client", "unlimited", "config.GetConfig of controller-runtime v0.23.1 sets no limit", "cmd/provider/main.go:63")}})
		for _, rule := range []string{"RL1001", "RL1002", "RL1003", "RL4001"} {
			f := findings.Finding{Rule: rule, Level: level.Warning, Controllers: []string{"example.com/provider " + name},
				Position: token.Position{Filename: file, Line: 90}, Message: "controller " + name + strings.Repeat(" does not do what it is to do", 7)}
			if rule == "RL4001" { // some have one that is said in other words each time
				f.Message += fmt.Sprint(" in its line ", i)
			}
			if rule != "RL4001" || i%5 == 0 {
				in.Findings = append(in.Findings, f)
			}
		}
	}
	page := filepath.Join(t.TempDir(), "large.html")
	var written bytes.Buffer
	if err := report.Make(in).WriteHTML(&written); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, written.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Logf("the page has %d bytes", written.Len())
	if written.Len() > 1_000_000 {
		t.Error("that is too much")
	}
	empty := filepath.Join(t.TempDir(), "empty.html")
	if err := os.WriteFile(empty, []byte("<!doctype html><title>empty</title><p>nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := func(file string) float64 {
		best := math.Inf(1)
		for range 5 { // what else the machine does is not the page's
			var at float64
			if err := chromedp.Run(tab, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()), chromedp.Evaluate(
				`new Promise((seen) => new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach((p) => seen(p.startTime)))
					.observe({ type: "paint", buffered: true }))`,
				&at, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })); err != nil {
				t.Fatal(err)
			}
			best = math.Min(best, at)
		}
		return best
	}
	none, best := first(empty), first(page)
	open(t, tab, page)
	if n := ask[int](t, tab, `document.querySelectorAll("#table tbody").length`); n != 500 {
		t.Errorf("%d rows", n)
	}
	t.Logf("first picture after %.0f ms, that of an empty page after %.0f ms", best, none)
	if best > 500 { // 100 where nothing else runs, or with chrt -r 1
		t.Errorf("the first picture takes %.0f ms", best)
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// TestReportHostile opens a page of a program whose names are markup and scripts.
func TestReportHostile(t *testing.T) {
	tab, complaints := browser(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(example(t))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "internal/controller/config/config.go")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	hostile, err := json.Marshal(`</script><img src=x onerror="document.title='run'"><script>document.title='run'</script>`)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(source), "Named(name)", "Named("+string(hostile)+")")
	if changed == string(source) {
		t.Fatal("there is no name to change")
	}
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "hostile.html")
	mustRun(t, dir, append(os.Environ(), "GOWORK=off"), program(t, "../cmd/rllint"), "report", "-o", page, "./...")
	open(t, tab, page)
	if title := ask[string](t, tab, `document.title`); title == "run" {
		t.Error("a name ran as a script")
	}
	if n := ask[int](t, tab, `document.querySelectorAll("img").length`); n > 0 {
		t.Error("a name became markup")
	}
	if text := ask[string](t, tab, `document.getElementById("table").textContent`); !strings.Contains(text, "onerror") {
		t.Error("the name is not shown")
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}
