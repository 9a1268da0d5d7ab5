package compare

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/yaml"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

const monitoring = "../../docs/monitoring"

// expressions returns the PromQL of the dashboard and of the alerts.
func expressions(t *testing.T) (dashboard, alerts []string) {
	t.Helper()
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(read(t, filepath.Join(monitoring, "dashboard.json")), &board); err != nil {
		t.Fatal(err)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			dashboard = append(dashboard, target.Expr)
		}
	}
	var rules struct {
		Groups []struct{ Rules []struct{ Expr string } }
	}
	if err := yaml.Unmarshal(read(t, filepath.Join(monitoring, "alerts.yaml")), &rules); err != nil {
		t.Fatal(err)
	}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			alerts = append(alerts, rule.Expr)
		}
	}
	if len(dashboard) < 10 || len(alerts) < 5 {
		t.Fatalf("%d and %d expressions", len(dashboard), len(alerts))
	}
	return dashboard, alerts
}

// Every metric of the dashboard and the alerts is one that there is, and every metric
// of the limiters is in the guide and on the dashboard.
func TestMonitoringKnowsTheMetrics(t *testing.T) {
	limits, err := ratelimiter.New(1)
	if err != nil {
		t.Fatal(err)
	}
	if wait := limits.GlobalRateLimiter(nil).When("monitored.io/object"); wait != 0 {
		t.Fatalf("the first was delayed by %v", wait)
	}
	described := string(read(t, "../shared/metrics.go"))
	for _, m := range regexp.MustCompile(`desc\("(\w+)"`).FindAllStringSubmatch(described, -1) {
		described += " reconcile_shared_budget_" + m[1]
	}
	families, err := metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series := map[string]int{} // by the name of their controller or limiter
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if strings.HasPrefix(family.GetName(), "reconcile_limiter_") {
				series[m.GetLabel()[0].GetValue()]++
				if h := m.GetHistogram(); h != nil {
					series[m.GetLabel()[0].GetValue()] += len(h.GetBucket()) + 2 // the bucket of all, sum and count; one of them is counted
				}
			}
		}
	}
	if series["monitored"] != 22 || series["global"] != 5 {
		t.Errorf("%d series of a controller and %d of a limiter, the guide says 22 and 5", series["monitored"], series["global"])
	}
	dashboard, alerts := expressions(t)
	shown := strings.Join(dashboard, "\n")
	guide := string(read(t, "../../docs/runtime.md"))
	for _, family := range families {
		name := family.GetName()
		described += " " + name
		if !strings.HasPrefix(name, "reconcile_limiter_") {
			continue
		}
		if !strings.Contains(shown, name) {
			t.Errorf("the dashboard does not show %s", name)
		}
		if !strings.Contains(guide, "`"+name+"`") {
			t.Errorf("the guide does not tell of %s", name)
		}
	}
	described += " controller_runtime_reconcile_time_seconds workqueue_depth "
	suffix := regexp.MustCompile(`_(bucket|sum|count)$`)
	for _, expression := range append(dashboard, alerts...) {
		for _, name := range regexp.MustCompile(`\b(reconcile|controller_runtime|workqueue)_\w+`).FindAllString(expression, -1) {
			if !strings.Contains(described+" ", " "+suffix.ReplaceAllString(name, "")+" ") {
				t.Errorf("there is no metric %s, of %s", name, expression)
			}
		}
	}
}

// Prometheus understands the dashboard and the alerts, and those alerts fire that
// should.
func TestPromtoolAcceptsMonitoring(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool, which comes with Prometheus, is not installed")
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run("check", "rules", filepath.Join(monitoring, "alerts.yaml"))
	run("test", "rules", filepath.Join(monitoring, "alerts_test.yaml"))

	type rule struct {
		Record string `json:"record"`
		Expr   string `json:"expr"`
	}
	type group struct {
		Name  string `json:"name"`
		Rules []rule `json:"rules"`
	}
	dashboard, _ := expressions(t)
	g := group{Name: "dashboard"}
	for i, expression := range dashboard {
		expression = strings.NewReplacer("$__rate_interval", "5m", "$job", ".*").Replace(expression)
		g.Rules = append(g.Rules, rule{"panel:" + strings.Repeat("x", i+1), expression})
	}
	rules, err := yaml.Marshal(map[string][]group{"groups": {g}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dashboard.yaml")
	if err := os.WriteFile(file, rules, 0o600); err != nil {
		t.Fatal(err)
	}
	run("check", "rules", file)
}
