package known

import "testing"

// A name in rate-names has the spellings that max-reconcile-rate has.
func TestRateName(t *testing.T) {
	s := &Settings{RateNames: nameSet{"reconcile-budget": true}}
	for _, name := range []string{"reconcile-budget", "RECONCILE_BUDGET", "reconcileBudget", "reconcile_budget", "ReconcileBudget", "APP_RECONCILE_BUDGET"} {
		if !s.RateName(name) {
			t.Errorf("%s is not taken for the rate", name)
		}
	}
	for _, name := range []string{"reconcile", "budget", "reconcile-budgets", ""} {
		if s.RateName(name) {
			t.Errorf("%s is taken for the rate", name)
		}
	}
	if (*Settings)(nil).RateName("reconcile-budget") {
		t.Error("without settings it is taken for the rate")
	}
}
