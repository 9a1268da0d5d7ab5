package report

import (
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// polling is a controller with one worker and without a limit of the client.
func polling(name, queue string, fields ...string) inventory.Controller {
	c := controller(name, limit("concurrency", "unset", "value", "1"), limit("client", "unlimited"), limit("poll", fields[0], fields[1:]...))
	c.Limits[len(c.Limits)-1] = limit("queue", queue)
	return c
}

func programOf(list ...inventory.Controller) Program {
	return Make(Input{Title: "m", Inventory: inventory.Document{Controllers: list}}).Programs[0]
}

// TestOverpolled checks that polls which need more than there is are told with what limits the program.
func TestOverpolled(t *testing.T) {
	of := func(queue string) Program {
		return programOf(polling("users", queue, "const", "interval", "10m0s", "jitter", "no"))
	}
	for _, c := range []struct {
		p    Program
		load simulate.Load
		want string
	}{
		{of("first come"), simulate.Load{Objects: 1000, Reconcile: 0.95},
			" With 1,000 objects, polls alone need more than the workers of users: 1,000 objects of one controller, at 950 ms each, " +
				"take 1 worker 15 min 50 s, and are to be polled every 10 min: a new object waits 5 min 50 s or more."},
		{of("priority"), simulate.Load{Objects: 1000, Reconcile: 0.95},
			" With 1,000 objects, polls alone need more than the workers of users: 1,000 objects of one controller, at 950 ms each, " +
				"take 1 worker 15 min 50 s, and are to be polled every 10 min."},
		// Users of such a program measured a median of 14.0 to 14.7 min with 900 objects, and of 18.1 to 18.75 min with 1,065.
		{of("first come"), simulate.Load{Objects: 900, Reconcile: 1.6},
			" With 900 objects, polls alone need more than the workers of users: 900 objects of one controller, at 1.6 s each, " +
				"take 1 worker 24 min, and are to be polled every 10 min: a new object waits 14 min or more."},
		{of("first come"), simulate.Load{Objects: 1065, Reconcile: 1.6},
			" With 1,065 objects, polls alone need more than the workers of users: 1,065 objects of one controller, at 1.6 s each, " +
				"take 1 worker 28 min 24 s, and are to be polled every 10 min: a new object waits 18 min 24 s or more."},
		{of("first come"), simulate.Load{Objects: 600, Reconcile: 0.95}, "Only its workers limit it: 1 at a time, about 1.05 reconciles a second if each takes 950 ms."},
		{Make(Input{Title: "m", Inventory: polled(1)}).Programs[0], simulate.Load{Objects: 1000, Reconcile: 0.1, Requests: 2},
			" With 1,000 objects, polls alone need 33 requests a second, more than the client's 5: they come late."},
	} {
		if got := c.p.narrowestAt(c.load).Lead; !strings.HasSuffix(got, c.want) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	p := programOf(polling("users", "priority", "flag", "interval", "1m0s"))
	p.Model.Global, p.Model.Groups[0].Wrapped = &simulate.Global{Bucket: simulate.Bucket{Rate: 10, Burst: 100, Start: 100}}, true
	if got, want := p.narrowestAt(simulate.Load{Objects: 1200,
		Reconcile: 0.01}).Lead, " With 1,200 objects, polls alone need 20 reconciles a second, more than 10: they come late."; !strings.HasSuffix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPolls checks which delays are taken for polls, and that the steady state is shown where there are some.
func TestPolls(t *testing.T) {
	for _, c := range []struct {
		fields       []string
		detail       string
		poll, jitter float64
	}{
		{[]string{"flag", "interval", "1m0s", "jitter", "no"}, "flag poll", 60, 0},
		{[]string{"flag", "interval", "10s", "jitter", "yes"}, "flag poll", 10, 0.1},
		{[]string{"const", "interval", "5s or 10m0s", "jitter", "no"}, "a constant", 600, 0},
		{[]string{"const", "interval", "5s", "jitter", "no"}, "a constant", 0, 0},
		{[]string{"const", "interval", "5s or 24h0m0s", "jitter", "no"}, "a constant", 0, 0},
		{[]string{"flag", "interval", "10m0s", "jitter", "yes"}, "SyncPeriod of the manager's cache is flag sync", 0, 0},
		{[]string{"none"}, "nothing asks for a request again", 0, 0},
		{[]string{"unknown"}, "what time.Time.Sub returns", 0, 0},
	} {
		one := polling("one", "first come", c.fields...)
		one.Limits[2].Detail = c.detail
		p := programOf(one)
		if g := p.Model.Groups[0]; g.Poll != c.poll || g.Jitter != c.jitter || p.Recommended.Groups[0].Poll != c.poll {
			t.Errorf("%q: every %v s, jitter %v", c.fields, g.Poll, g.Jitter)
		}
		var steady *Scenario
		for _, s := range p.Scenarios() {
			if s.Name == "steady" {
				steady = &s
			}
		}
		if (steady != nil) != (c.poll > 0) {
			t.Errorf("%q: the steady state is shown: %v", c.fields, steady != nil)
		}
		if says := strings.Contains(strings.Join(p.Assumed, " "), "The steady state is left out: no controller is known to poll"); says == (c.poll > 0) {
			t.Errorf("%q: it says why there is no steady state: %v", c.fields, says)
		}
		if assumed := strings.Join(p.Assumed, " "); strings.Contains(assumed,
			"Of 1 controller a constant delay") != (c.fields[0] == "const" && c.poll > 0) {
			t.Errorf("%q: %s", c.fields, assumed)
		}
	}
	p := programOf(polling("a", "first come", "flag", "interval", "1m0s", "jitter", "no"),
		polling("b", "first come", "flag", "interval", "1m0s", "jitter", "yes"))
	if got, want := strings.Join(p.Parts[0].Detail[1:], "; "), "1 controller: polls every 1 min, without jitter; 1 controller: polls every "+
		"1 min, with jitter"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSteady checks the rows of the steady state against what can be worked out by hand: 300 objects a minute, of which one worker does ten
// a second. Now and then there is a new object too.
func TestSteady(t *testing.T) {
	p := programOf(polling("a", "first come", "flag", "interval", "1m0s", "jitter", "no"))
	p.Load = simulate.Load{Objects: 300, Reconcile: 0.1, Requests: 2}
	list := p.Scenarios()
	s := list[len(list)-1]
	for i, want := range []Row{
		{"Each second, on average", "5.03 reconciles, 10 requests", "5.03 reconciles, 10 requests"},
		{"In the busiest second", "10 reconciles, 20 requests", ""},
		{"The same with up to a tenth of jitter", "", ""},
		{"Workers that the polls need, at most", "50 % of a controller's", "5 % of a controller's"},
	} {
		if got := s.Rows[i]; got.Name != want.Name || want.Now != "" && got.Now != want.Now || want.Then != "" && got.Then != want.Then {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}
