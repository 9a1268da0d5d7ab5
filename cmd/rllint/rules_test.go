package main

import (
	"flag"
	"testing"
)

// Who asks for all rules gets what RL4001 says of errors that may be nil too, and may do without.
func TestAllRulesAreWhole(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{"-rules=operator"}, false},
		{[]string{"-rules=all"}, true},
		{[]string{"-rules=all", "-possible-errors=false"}, false},
		{[]string{"-possible-errors"}, true},
	} {
		flags := flag.NewFlagSet("rllint", flag.ContinueOnError)
		possible := flags.Bool("possible-errors", false, "")
		rules := newRuleFlags(flags)
		if err := flags.Parse(test.args); err != nil {
			t.Fatal(err)
		}
		if err := rules.complete(); err != nil || *possible != test.want {
			t.Errorf("%q: possible errors %t, want %t (%v)", test.args, *possible, test.want, err)
		}
	}
}
