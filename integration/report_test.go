package integration

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser starts Chromium without a window and returns a tab, and what its console says, what is thrown in it and what it fetches.
func browser(t *testing.T) (tab context.Context, complaints func() []string) {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		t.Skip("there is no Chromium to open the report in: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 1600))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	tab, cancel = chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	tab, cancel = context.WithTimeout(tab, 3*time.Minute) // a browser that hangs fails the test
	t.Cleanup(cancel)
	var mu sync.Mutex
	var list []string
	chromedp.ListenTarget(tab, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			list = append(list, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			list = append(list, e.Entry.Text)
		case *runtime.EventConsoleAPICalled:
			list = append(list, fmt.Sprint(e.Args))
		case *network.EventRequestWillBeSent:
			if address := e.Request.URL; !strings.HasPrefix(address, "file:") && !strings.HasPrefix(address, "blob:") {
				list = append(list, "fetches "+address)
			}
		}
	})
	return tab, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return list
	}
}

// ready is true once the page follows its sliders.
const ready = `!document.getElementById("load").hidden`

// open shows a page and waits until it follows its sliders.
func open(t *testing.T, tab context.Context, page string) {
	t.Helper()
	address := (&url.URL{Scheme: "file", Path: page}).String()
	if err := chromedp.Run(tab, log.Enable(), network.Enable(), chromedp.Navigate(address), chromedp.Poll(ready, nil)); err != nil {
		t.Fatal(err)
	}
}

// ask evaluates an expression in the page.
func ask[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	var out T
	if err := chromedp.Run(tab, chromedp.Evaluate(expression, &out)); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// example is the folder of the example provider.
func example(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../testdata/src/provider")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// reportOf writes the page of the example provider, with links of a pattern.
func reportOf(t *testing.T) string {
	t.Helper()
	page := filepath.Join(t.TempDir(), "report.html")
	mustRun(t, example(t), append(os.Environ(), "GOWORK=off"), program(t, "../cmd/rllint"), "report",
		"-link=https://example.com/{path}#L{line}", "-o", page, "./...")
	return page
}

// move sets a slider to a step.
func move(t *testing.T, tab context.Context, key string, step int) {
	t.Helper()
	ask[bool](t, tab, fmt.Sprintf(`(() => { const r = document.querySelector('[data-key=%s]'); r.value = %d; r.dispatchEvent(new Event("input")); })(); true`, key, step))
}

// TestReportPage opens the page of the example provider as a reader would.
func TestReportPage(t *testing.T) {
	tab, complaints := browser(t)
	open(t, tab, reportOf(t))

	for expression, want := range map[string]int{
		`document.querySelectorAll(".flow li").length`:                                                                          6,
		`document.querySelectorAll(".flow .narrowest").length`:                                                                  2,
		`document.querySelectorAll("#table tbody").length`:                                                                      4,
		`document.querySelectorAll(".scenario .chart").length`:                                                                  14,
		`[...document.querySelectorAll(".chart .now, .chart .then")].filter((p) => !/\d.*\d/.test(p.getAttribute("d"))).length`: 0,
		`[...document.querySelectorAll(".chart .now")].filter((p) => { const b = p.getBBox(); return b.x < 54 || b.y < 10 || b.x + b.width > 322.1 || b.y + b.height > 146.1; }).length`: 0,
	} {
		if got := ask[int](t, tab, expression); got != want {
			t.Errorf("%s: %d, want %d", expression, got, want)
		}
	}
	// The page and the Markdown say the same.
	md := mustRun(t, example(t), append(os.Environ(), "GOWORK=off"), program(t, "../cmd/rllint"), "report", "-format=md", "./...")
	for _, sentence := range ask[[]string](t, tab, `[...document.querySelectorAll(".meaning, #lead")].map((p) => p.textContent)`) {
		if len(sentence) < 40 || !strings.Contains(md, sentence) {
			t.Errorf("the page says %q, and the Markdown\n%s", sentence, md)
		}
	}

	// All follows the sliders: the headline and the marked part too.
	state := `[document.getElementById("lead").textContent, [...document.querySelectorAll(".flow .narrowest .name")].map((p) => p.textContent).join(),
		...[...document.querySelectorAll("#outage, #todo, #effect, .meaning, .numbers, .chart path")].map((e) => e.textContent + e.getAttribute("d"))].join("|")`
	before := ask[string](t, tab, state)
	move(t, tab, "reconcile", 2)
	if part := ask[string](t, tab, `[...document.querySelectorAll(".flow .narrowest .name")].map((p) => p.textContent).join()`); part != "workers: reconciles at a time,middleware: global limiter" {
		t.Errorf("with reconciles of 10 s the narrowest part is %s", part)
	}
	if lead := ask[string](t, tab, `document.getElementById("lead").textContent`); !strings.Contains(lead, "about 2.3 reconciles a second") {
		t.Errorf("with reconciles of 10 s: %s", lead)
	}
	move(t, tab, "reconcile", 0)
	if after := ask[string](t, tab, state); after != before {
		t.Errorf("back where it began, the page says\n%.600s\nand not\n%.600s", after, before)
	}
	for _, key := range []string{"objects", "requests", "failing", "rate"} {
		from := ask[int](t, tab, fmt.Sprintf(`Number(document.querySelector('[data-key=%s]').value)`, key))
		move(t, tab, key, map[int]int{0: 1}[from])
		if ask[string](t, tab, state) == before {
			t.Errorf("the slider for %s changes nothing", key)
		}
		move(t, tab, key, from)
	}
	// How long a step takes its thread.
	step := ask[float64](t, tab, `(() => { const r = document.querySelector('[data-key=objects]'); const start = performance.now();
		for (let i = 0; i < 20; i++) { r.value = i % 4; r.dispatchEvent(new Event("input")); document.body.offsetHeight; }
		return (performance.now() - start) / 20; })()`)
	t.Logf("a step of a slider takes %.1f ms", step)
	if step > 50 {
		t.Errorf("a step of a slider takes %.1f ms", step)
	}
	move(t, tab, "objects", 2)

	// A quota that is typed is compared with.
	ask[bool](t, tab, `(() => { const q = document.getElementById("quota"); q.value = 600; q.dispatchEvent(new Event("input")); })(); true`)
	if says := ask[string](t, tab, `document.getElementById("quota-means").textContent`); !strings.Contains(says,
		" 2.5 times that, and with one rate 1 times") {
		t.Errorf("the quota: %q", says)
	}

	// Values are there by pointing and by keys.
	readout := `document.querySelector(".readout").textContent`
	ask[bool](t, tab, `(() => { const c = document.querySelector(".chart"), b = c.getBoundingClientRect(); c.dispatchEvent(new PointerEvent("pointermove", { clientX: b.left + b.width * 0.3, clientY: b.top + 5 })); })(); true`)
	if says := ask[string](t, tab, readout); !strings.Contains(says, "min: this program 2") {
		t.Errorf("pointing at a chart says %q", says)
	}
	if err := chromedp.Run(tab, chromedp.Focus(".chart"), chromedp.KeyEvent(kb.End)); err != nil {
		t.Fatal(err)
	}
	if says := ask[string](t, tab, `document.querySelector(".chart").getAttribute("aria-valuetext")`); !strings.Contains(says,
		"at 39.6 min: this program –") {
		t.Errorf("the key End says %q", says)
	}

	// The table sorts, filters and opens.
	first := `document.querySelector("#table tbody td").textContent`
	ask[bool](t, tab, `document.querySelector("#table th button").click(); true`)
	a := ask[string](t, tab, first)
	ask[bool](t, tab, `document.querySelector("#table th button").click(); true`)
	if b := ask[string](t, tab, first); a >= b {
		t.Errorf("sorted one way %q is first, the other way %q", a, b)
	}
	ask[bool](t, tab, `(() => { const s = document.getElementById("search"); s.value = "queue.go"; s.dispatchEvent(new Event("input")); })(); true`)
	if shown := ask[string](t, tab, `document.getElementById("shown").textContent`); shown != "1 of 4 controllers" {
		t.Errorf("after a search: %q", shown)
	}
	links := strings.Join(ask[[]string](t, tab, `[...document.querySelectorAll("#table tbody:not([hidden]) a")].map((a) => a.href)`), "\n")
	if !strings.Contains(links, "https://example.com/internal/controller/queue/queue.go#L28") {
		t.Errorf("the row leads to\n%s", links)
	}
	// A link to a finding opens it.
	ask[bool](t, tab, `document.querySelectorAll(".group").forEach((g) => { g.open = false; }); document.querySelector("#verdict a").click(); true`)
	if err := chromedp.Run(tab, chromedp.Poll(`document.getElementById(location.hash.slice(1)).closest("details").open`, nil)); err != nil {
		t.Error(err)
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// TestReportWithoutScript opens the page as a viewer that blocks scripts does.
func TestReportWithoutScript(t *testing.T) {
	tab, complaints := browser(t)
	address := (&url.URL{Scheme: "file", Path: reportOf(t)}).String()
	if err := chromedp.Run(tab, network.Enable(), emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	text := ask[string](t, tab, `document.body.innerText + document.getElementById("table").textContent`) // which is drawn when it is near
	for _, want := range []string{"Two limits: 10 reconciles a second", "About the middleware: RL1002", "All objects healthy", "10,000 objects",
		"v1alpha1.ProviderConfig", "need JavaScript"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(text, "One rate for all controllers") {
		t.Error("there are sliders that do nothing")
	}
	if n := ask[int](t, tab, `[...document.querySelectorAll(".chart")].filter((c) => c.getBoundingClientRect().height > 50).length`); n != 14 {
		t.Errorf("%d charts", n)
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// update makes the picture of docs/report.md again.
var update = flag.Bool("update", false, "make docs/images/report.png again")

// TestReportPicture checks that the picture of the page in the documentation is of the present page: it names what it shows in
// the text beside it, docs/images/report.txt.
func TestReportPicture(t *testing.T) {
	tab, _ := browser(t)
	open(t, tab, reportOf(t))
	// The commit and the version are others each time.
	ask[bool](t, tab, `document.getElementById("subtitle").textContent = "example.org/provider-store/cmd/provider: 4 controllers"; true`)
	text := ask[string](t, tab, `document.querySelector("main").innerText.split("\nRestart: ")[0]`) + "\n"
	const picture, shown = "../docs/images/report.png", "../docs/images/report.txt"
	if *update {
		var png []byte
		if err := chromedp.Run(tab, emulation.SetDeviceMetricsOverride(1100, 1240, 1, false), chromedp.CaptureScreenshot(&png)); err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{picture: png, shown: []byte(text)} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, err := os.ReadFile(shown)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("the page says\n%s\nand its picture\n%s\ngo test -run ReportPicture -update makes it again", text, want)
	}
}

// axe is a checker of pages, of which the version here is known to find nothing that is not so.
const axe = "axe-core@4.14.1"

// TestReportAccessible runs axe on the page: with and without its script, on desktops and phones, light and dark.
func TestReportAccessible(t *testing.T) {
	tab, _ := browser(t)
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("there is no npm to get axe with")
	}
	dir := t.TempDir()
	mustRun(t, dir, os.Environ(), npm, "install", "--ignore-scripts", "--no-save", "--prefix", dir, axe)
	checker, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	page := reportOf(t)
	plain := withoutScript(t, page)
	for _, file := range []string{page, plain} {
		for _, width := range []int64{1280, 390, 342} {
			for _, scheme := range []string{"light", "dark"} {
				name := fmt.Sprintf("%s %d %s", filepath.Base(file), width, scheme)
				address := (&url.URL{Scheme: "file", Path: file}).String()
				if err := chromedp.Run(tab, emulation.SetDeviceMetricsOverride(width, 900, 1, width < 1000),
					emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
					chromedp.Navigate(address)); err != nil {
					t.Fatal(err)
				}
				if file == page {
					if err := chromedp.Run(tab, chromedp.Poll(ready, nil)); err != nil {
						t.Fatal(err)
					}
				}
				ask[bool](t, tab, `document.querySelectorAll("details").forEach((d) => { d.open = true; }); true`)
				ask[bool](t, tab, string(checker)+"; true")
				var found string
				if err := chromedp.Run(tab, chromedp.Evaluate(
					`axe.run().then((r) => JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).slice(0, 3).join(" "))))`,
					&found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })); err != nil {
					t.Fatal(err)
				}
				if found != "[]" {
					t.Errorf("%s: %s", name, found)
				}
				if wide := ask[[]string](t, tab, cut); len(wide) > 0 {
					t.Errorf("%s: cut at the edge: %q", name, wide)
				}
			}
		}
	}
}

// cut names what reaches beyond the window.
const cut = `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !e.closest("svg, [hidden]") && getComputedStyle(e.closest("thead") || e).position !== "absolute")
	.map((e) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 40)).slice(0, 5)`

// withoutScript writes a page again, without its script.
func withoutScript(t *testing.T, page string) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(data), "<script>")
	if !found {
		t.Fatal("the page has no script")
	}
	plain := filepath.Join(filepath.Dir(page), "plain.html")
	if err := os.WriteFile(plain, []byte(before+"</body></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	return plain
}
