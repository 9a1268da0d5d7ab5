package compare

import (
	"flag"
	"testing"

	"github.com/spf13/pflag"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

func TestFlagRegistersWithBothPackages(t *testing.T) {
	standard := flag.NewFlagSet("standard", flag.ContinueOnError)
	posix := pflag.NewFlagSet("posix", pflag.ContinueOnError)
	for name, set := range map[string]interface {
		interface {
			IntVar(p *int, name string, value int, usage string)
		}
		Parse([]string) error
	}{"flag": standard, "pflag": posix} {
		rate, err := ratelimiter.RegisterFlag(set, 10)
		if err != nil {
			t.Fatal(err)
		}
		if *rate != 10 {
			t.Errorf("%s: starts at %d, want 10", name, *rate)
		}
		if err := set.Parse([]string{"--max-reconcile-rate", "25"}); err != nil || *rate != 25 {
			t.Errorf("%s: got %d, %v", name, *rate, err)
		}
	}
}
