package known

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// A name in rate-names has the spellings that max-reconcile-rate has.
func TestRateName(t *testing.T) {
	s := &Settings{RateNames: nameSet{"reconcile-budget": true}}
	for _, name := range []string{"reconcile-budget", "RECONCILE_BUDGET", "reconcileBudget", "reconcile_budget", "ReconcileBudget",
		"APP_RECONCILE_BUDGET"} {
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

// The names in settings are written as in Go: only the package that declares one tells where its path ends.
func TestNamesInSettings(t *testing.T) {
	var s Settings
	const list = "example.com/lib.New,gopkg.in/quota.v2.Config.Rate"
	if err := s.Limiters.Set(" gopkg.in/quota.v2.Config.Rate, ,example.com/lib.New"); err != nil {
		t.Fatal(err)
	}
	if got := s.Limiters.String(); got != list {
		t.Errorf("the flag is %q, want %q", got, list)
	}
	for name, want := range map[symbol.Name]bool{
		symbol.Join("example.com/lib", "New"):              true,
		symbol.Join("gopkg.in/quota.v2", "Config.Rate"):    true,
		symbol.Join("gopkg.in/quota", "v2.Config.Rate"):    true,
		symbol.Join("gopkg.in/quota.v2", "Config"):         false,
		symbol.Join("gopkg.in/quota.v2.Config.Rate", "It"): false,
	} {
		if got := s.Limiter(name); got != want {
			t.Errorf("%s is in the setting: %t", name, got)
		}
	}
	for path, want := range map[string]bool{"gopkg.in/quota.v2": true, "example.com/lib": true, "example.com": false,
		"gopkg.in/quota.v3": false} {
		if got := s.Names(path); got != want {
			t.Errorf("something of %s is named: %t", path, got)
		}
	}
}

// A table's package may have a dot in its last element.
func TestDottedPrimitive(t *testing.T) {
	const path = "gopkg.in/alecthomas/kingpin.v2"
	for declared, want := range map[string]Kind{"Flag": FlagClause, "Application.Flag": FlagClause, "parserMixin.Int": FlagClauseMethod,
		"Parse": None, "Flag.Flag": None} {
		if got := Func(symbol.Join(path, declared)); got != want {
			t.Errorf("%s is %d, want %d", declared, got, want)
		}
	}
	if !Parses(symbol.Join(path, "Parse")) || !Later(symbol.Join(path, "CommandClause.Action")) {
		t.Error("the library does not parse, or calls at once")
	}
}

// The versions of a library name their types of numbers differently.
func TestNumbersOfVersions(t *testing.T) {
	for _, sym := range []symbol.Name{"github.com/urfave/cli/v2.Context.Float64", "github.com/urfave/cli/v3.Command.Float",
		"github.com/spf13/pflag.FlagSet.GetFloat32"} {
		if got := Func(sym); got != FlagValue {
			t.Errorf("%s is %d, want that of a flag's value", sym, got)
		}
	}
}
