package shared

import (
	"context"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
)

// waiter takes tokens of a Budget as a Limiter does, and blocks for them.
type waiter struct {
	budget *Budget
	tokens chan struct{}
}

func newWaiter(b *Budget) *waiter {
	w := &waiter{b, make(chan struct{}, 1)}
	b.Notify(func() {
		select {
		case w.tokens <- struct{}{}:
		default:
		}
	})
	return w
}

func (w *waiter) take(n int) {
	for ; n > 0; n-- {
		for !w.budget.Take(n) {
			<-w.tokens
		}
	}
}

// miniClient returns a client of a store in this process.
func miniClient(t testing.TB) (*miniredis.Miniredis, *redis.Client) {
	mini := miniredis.RunT(t)
	return mini, clientOf(t, mini.Addr())
}

func clientOf(t testing.TB, addr string) *redis.Client {
	client := redis.NewClient(&redis.Options{Addr: addr, Protocol: 2, DisableIdentity: true, MaxRetries: -1, DialerRetries: 1})
	t.Cleanup(func() { client.Close() })
	return client
}

func newBudget(t testing.TB, client redis.UniversalClient, opts ...Option) *Budget {
	t.Helper()
	b, err := New(client, "budget", 1000, 10000, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close(context.Background()) })
	return b
}

func TestBudgetTakesTokensFromTheStore(t *testing.T) {
	_, client := miniClient(t)
	a, b := newBudget(t, client), newBudget(t, client)
	var all sync.WaitGroup
	for _, budget := range []*Budget{a, b} {
		all.Add(1)
		go func() {
			defer all.Done()
			newWaiter(budget).take(300)
		}()
	}
	all.Wait()
	metric(t, a, `reconcile_shared_budget_tokens_total budget="budget" from="store" 300`)
	metric(t, a, `reconcile_shared_budget_store_away budget="budget" 0`)
}

// metric fails the test unless the budget has the metric: name, labels, value.
func metric(t *testing.T, b *Budget, want string) {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(b); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range families {
		for _, m := range f.Metric {
			line := f.GetName()
			for _, l := range m.Label {
				line += " " + l.GetName() + `="` + l.GetValue() + `"`
			}
			value := m.GetCounter().GetValue() + m.GetGauge().GetValue()
			all = append(all, line+" "+formatValue(value))
		}
	}
	for _, line := range all {
		if line == want {
			return
		}
	}
	t.Errorf("no metric %s among\n%s", want, strings.Join(all, "\n"))
}

func formatValue(v float64) string {
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func TestCloseGivesTokensBack(t *testing.T) {
	mini, client := miniClient(t)
	b := newBudget(t, client)
	newWaiter(b).take(1)
	if err := b.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	fields, err := mini.HKeys("budget")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		if strings.HasPrefix(f, "p:") {
			t.Errorf("the store still knows of %s", f)
		}
	}
	if b.Take(1) {
		t.Error("a closed budget gave a token")
	}
	if err := b.Close(context.Background()); err != nil {
		t.Errorf("closing again: %v", err)
	}
}

func TestCloseSaysWhenTheStoreCannotBeTold(t *testing.T) {
	mini, client := miniClient(t)
	b := newBudget(t, client)
	newWaiter(b).take(1)
	mini.Close()
	if err := b.Close(context.Background()); err == nil || !strings.Contains(err.Error(), "without giving tokens back") {
		t.Errorf("got %v", err)
	}
}

// logged is a place for log lines.
type logged struct {
	lines chan string
}

func (l *logged) Write(line []byte) (int, error) {
	l.lines <- string(line)
	return len(line), nil
}

func TestStoreThatIsAwayIsLoggedAndMeasured(t *testing.T) {
	mini, client := miniClient(t)
	log := &logged{lines: make(chan string, 100)}
	// With a small burst tokens do not stay long in leases, and the store is soon away.
	b, err := New(client, "budget", 100, 160, WithFallback(0.5), WithLogger(slog.New(slog.NewTextHandler(log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	w := newWaiter(b)
	w.take(1)
	expect := func(text string) {
		t.Helper()
		for line := range log.lines {
			if strings.Contains(line, text) {
				return
			}
		}
	}
	expect("run ID") // which miniredis does not have
	mini.Close()
	w.take(30) // more than the leases hold, so some are the fallback's
	expect("away: this process goes on with its fallback")
	metric(t, b, `reconcile_shared_budget_store_away budget="budget" 1`)
	if err := mini.Restart(); err != nil {
		t.Fatal(err)
	}
	w.take(30)
	expect("is back")
	metric(t, b, `reconcile_shared_budget_store_away budget="budget" 0`)
}

func TestKeyThatHoldsSomethingElseIsNotTouched(t *testing.T) {
	mini, client := miniClient(t)
	for _, prepare := range []func(){
		func() { mini.Set("budget", "text") },
		func() { mini.Del("budget"); mini.HSet("budget", "name", "value") },
	} {
		prepare()
		_, err := bucket{client, "budget"}.do(context.Background(), call{id: "a", number: 1, settings: mustSettings(t, 10, 100, 0)})
		if err == nil || !strings.Contains(err.Error(), "choose another key") {
			t.Errorf("got %v", err)
		}
	}
}

func TestBadInputIsAnError(t *testing.T) {
	_, client := miniClient(t)
	var none *redis.Client
	for name, make := range map[string]func() (*Budget, error){
		"the client of the store is nil": func() (*Budget, error) { return New(nil, "k", 10, 100) },
		"client of the store is nil":     func() (*Budget, error) { return New(none, "k", 10, 100) },
		"needs a key":                    func() (*Budget, error) { return New(client, "", 10, 100) },
		"not valid UTF-8":                func() (*Budget, error) { return New(client, "\xff", 10, 100) },
		"rate 0 is outside":              func() (*Budget, error) { return New(client, "k", 0, 100) },
		"rate NaN is outside":            func() (*Budget, error) { return New(client, "k", math.NaN(), 100) },
		"rate 2e+06 is outside":          func() (*Budget, error) { return New(client, "k", 2e6, 100) },
		"burst 1 is outside":             func() (*Budget, error) { return New(client, "k", 10, 1) },
		"choose at least 41":             func() (*Budget, error) { return New(client, "k", 1000, 20) },
		"an option is nil":               func() (*Budget, error) { return New(client, "k", 10, 100, nil) },
		"lease of 0 tokens is outside":   func() (*Budget, error) { return New(client, "k", 10, 100, WithMaxLease(0)) },
		"fallback 0 is outside":          func() (*Budget, error) { return New(client, "k", 10, 100, WithFallback(0)) },
		"fallback 1.5 is outside":        func() (*Budget, error) { return New(client, "k", 10, 100, WithFallback(1.5)) },
		"a burst of at least 130":        func() (*Budget, error) { return New(client, "k", 10, 100, WithFallback(0.01)) },
		"the logger is nil":              func() (*Budget, error) { return New(client, "k", 10, 100, WithLogger(nil)) },
	} {
		if b, err := make(); b != nil || err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	b := newBudget(t, client)
	if err := b.SetLimit(-1, 100); err == nil {
		t.Error("a negative rate was accepted")
	}
	if err := b.SetLimit(2000, 10000); err != nil {
		t.Error(err)
	}
}

// The burst that an error names is one that is accepted.
func TestErrorNamesABurstThatWorks(t *testing.T) {
	for _, rate := range []float64{100, 1000, 33333.3} {
		least := 2
		for ; ; least++ {
			if _, err := newSettings(rate, least, 0); err == nil {
				break
			}
		}
		_, err := newSettings(rate, 2, 0)
		if want := "choose at least"; err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("got %v", err)
		}
		fields := strings.Fields(err.Error())
		if got := fields[len(fields)-1]; got != formatValue(float64(least)) {
			t.Errorf("rate %v: the error says %s, %d is the least that works", rate, got, least)
		}
	}
}

// A budget that New did not make has no tokens, and says so by errors.
func TestZeroBudgetReturnsErrors(t *testing.T) {
	var none *Budget
	for name, b := range map[string]*Budget{"nil": none, "empty": {}} {
		if b.Take(1) {
			t.Errorf("%s: gave a token", name)
		}
		b.GiveBack()
		b.Notify(func() {})
		if b.SetLimit(1, 10) == nil || b.Close(context.Background()) == nil {
			t.Errorf("%s: no error", name)
		}
		if err := prometheus.NewRegistry().Register(b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two limiters of a process that take from one budget both get tokens.
func TestBudgetOfTwoLimiters(t *testing.T) {
	_, client := miniClient(t)
	b := newBudget(t, client)
	var all sync.WaitGroup
	for _, w := range []*waiter{newWaiter(b), newWaiter(b)} {
		all.Add(1)
		go func() {
			defer all.Done()
			w.take(200)
		}()
	}
	all.Wait()
	metric(t, b, `reconcile_shared_budget_tokens_total budget="budget" from="store" 400`)
}
