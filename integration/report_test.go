package integration

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser starts Chromium without a window and returns a tab, and what its console says and what is thrown in it.
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
		}
	})
	return tab, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return list
	}
}

// drawn is true once the charts are there.
const drawn = `document.querySelectorAll("#scenarios svg").length === 12`

// open shows a page and waits until it is drawn.
func open(t *testing.T, tab context.Context, page string) {
	t.Helper()
	address := (&url.URL{Scheme: "file", Path: page}).String()
	if err := chromedp.Run(tab, log.Enable(), chromedp.Navigate(address), chromedp.Poll(drawn, nil)); err != nil {
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

// reportOf writes the page of the example provider, with links of a pattern.
func reportOf(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../testdata/src/provider")
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	mustRun(t, dir, append(os.Environ(), "GOWORK=off"), program(t, "../cmd/rllint"), "report", "-link=https://example.com/{path}#L{line}", "-o", page, "./...")
	return page
}

// TestReportPage opens the page of the example provider as a reader would.
func TestReportPage(t *testing.T) {
	tab, complaints := browser(t)
	page := reportOf(t)
	open(t, tab, page)

	if title := ask[string](t, tab, `document.getElementById("title").textContent`); title != "example.org/provider-store" {
		t.Errorf("title %q", title)
	}
	if n := ask[int](t, tab, `document.querySelectorAll("#flow li").length`); n != 6 {
		t.Errorf("%d parts on the way", n)
	}
	if n := ask[int](t, tab, `document.querySelectorAll("#flow .narrowest").length`); n != 1 {
		t.Errorf("%d narrowest parts", n)
	}
	if n := ask[int](t, tab, `document.querySelectorAll("#table tbody tr").length`); n != 4 {
		t.Errorf("%d controllers", n)
	}

	// The charts are not empty, and the sentences are those of the Markdown.
	dir, err := filepath.Abs("../testdata/src/provider")
	if err != nil {
		t.Fatal(err)
	}
	md := mustRun(t, dir, append(os.Environ(), "GOWORK=off"), program(t, "../cmd/rllint"), "report", "-format=md", "./...")
	for i, sentence := range ask[[]string](t, tab, `[...document.querySelectorAll("#scenarios .scenario > p")].map((p) => p.textContent)`) {
		if len(sentence) < 40 || !strings.Contains(md, sentence) {
			t.Errorf("scenario %d: the page says %q, and the Markdown\n%s", i, sentence, md)
		}
	}
	if empty := ask[int](t, tab, `[...document.querySelectorAll("#scenarios path.now, #scenarios path.then")].filter((p) => !/L.*L/.test(p.getAttribute("d"))).length`); empty > 0 {
		t.Errorf("%d lines of charts are empty", empty)
	}
	if outside := ask[int](t, tab, `[...document.querySelectorAll("#scenarios path.now")].filter((p) => { const b = p.getBBox(); return b.x < 0 || b.y < 0 || b.x + b.width > 321 || b.y + b.height > 151; }).length`); outside > 0 {
		t.Errorf("%d lines lie outside of their charts", outside)
	}

	// A slider changes the charts.
	before := ask[string](t, tab, `document.querySelector("#scenarios path.now").getAttribute("d")`)
	changed := fmt.Sprintf(`(() => { const r = document.querySelector('[data-key=objects]'); r.value = 2; r.dispatchEvent(new Event("input")); })(); true`)
	ask[bool](t, tab, changed)
	if err := chromedp.Run(tab, chromedp.Poll(fmt.Sprintf(`document.querySelector("#scenarios path.now").getAttribute("d") !== %q`, before), nil)); err != nil {
		t.Errorf("the slider changes nothing: %v", err)
	}

	// The table sorts, filters and opens.
	first := `document.querySelector("#table tbody tr td").textContent`
	ask[bool](t, tab, `document.querySelector("#table th button").click(); true`)
	a := ask[string](t, tab, first)
	ask[bool](t, tab, `document.querySelector("#table th button").click(); true`)
	if b := ask[string](t, tab, first); a >= b {
		t.Errorf("sorted one way %q is first, the other way %q", a, b)
	}
	ask[bool](t, tab, `(() => { const s = document.getElementById("search"); s.value = "queue"; s.dispatchEvent(new Event("input")); })(); true`)
	if shown := ask[string](t, tab, `document.getElementById("shown").textContent`); shown != "1 of 4 controllers" {
		t.Errorf("after a search: %q", shown)
	}
	ask[bool](t, tab, `document.querySelector("#table tbody button").click(); true`)
	links := ask[[]string](t, tab, `[...document.querySelectorAll(".details a")].map((a) => a.href)`)
	if text := strings.Join(links, "\n"); !strings.Contains(text, "https://example.com/internal/controller/queue/queue.go#L28") {
		t.Errorf("the row opens to links\n%s", text)
	}

	// What a screen reader is told.
	if unnamed := ask[int](t, tab, `[...document.querySelectorAll("svg, input, select")].filter((e) => !e.getAttribute("aria-label") && !e.closest("label")).length`); unnamed > 0 {
		t.Errorf("%d pictures and inputs have no name", unnamed)
	}
	for _, scheme := range []string{"light", "dark"} {
		if err := chromedp.Run(tab, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		if low := ask[[]string](t, tab, contrasts); len(low) > 0 {
			t.Errorf("%s: contrast below 4.5: %v", scheme, low)
		}
		if wide := ask[bool](t, tab, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
			t.Errorf("%s: the page is wider than the window", scheme)
		}
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// contrasts returns the colours of text whose contrast with the page is below that of WCAG 2.1, level AA.
const contrasts = `(() => {
	const style = getComputedStyle(document.body);
	const light = (color) => {
		const [r, g, b] = color.match(/\d+/g).slice(0, 3).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const back = light(style.backgroundColor);
	const low = [];
	for (const e of document.querySelectorAll("h1, h2, h3, p, a, td, th, label, output, span, li, figcaption, button")) {
		const text = light(getComputedStyle(e).color);
		const contrast = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
		if (contrast < 4.5) low.push(e.tagName + "." + e.className + " " + contrast.toFixed(2));
	}
	return [...new Set(low)];
})()`

// TestReportLarge opens a page of 2,058 controllers: the example provider's, repeated.
func TestReportLarge(t *testing.T) {
	tab, complaints := browser(t)
	data, err := os.ReadFile(reportOf(t))
	if err != nil {
		t.Fatal(err)
	}
	embedded := regexp.MustCompile(`(?s)(id="data">)(.*?)(</script>)`)
	var content map[string]any
	if err := json.Unmarshal(embedded.FindSubmatch(data)[2], &content); err != nil {
		t.Fatal(err)
	}
	few := content["controllers"].([]any)
	var many []any
	for len(many) < 2058 {
		many = append(many, few[len(many)%len(few)])
	}
	content["controllers"] = many
	larger, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "large.html")
	if err := os.WriteFile(page, embedded.ReplaceAllFunc(data, func([]byte) []byte { return []byte(`id="data">` + string(larger) + `</script>`) }), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, tab, page)
	if n := ask[int](t, tab, `document.querySelectorAll("#table tbody tr").length`); n != 2058 {
		t.Errorf("%d rows", n)
	}
	t.Logf("first picture after %.0f ms", ask[float64](t, tab, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1`))
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// TestReportHostile opens a page whose names are scripts.
func TestReportHostile(t *testing.T) {
	tab, complaints := browser(t)
	data, err := os.ReadFile(reportOf(t))
	if err != nil {
		t.Fatal(err)
	}
	hostile, err := json.Marshal(`</script><img src=x onerror="document.title='run'"><script>document.title='run'</script>`)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "hostile.html")
	changed := strings.ReplaceAll(string(data), `"name":"v1alpha1.Queue"`, `"name":`+string(hostile))
	if changed == string(data) {
		t.Fatal("there is no name to change")
	}
	if err := os.WriteFile(page, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, tab, page)
	if title := ask[string](t, tab, `document.title`); title == "run" {
		t.Error("a name ran as a script")
	}
	if n := ask[int](t, tab, `document.querySelectorAll("img").length`); n > 0 {
		t.Error("a name became markup")
	}
	if said := complaints(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}
