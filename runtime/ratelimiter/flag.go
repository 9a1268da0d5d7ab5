package ratelimiter

import (
	"errors"
	"fmt"
)

// flagName is the name of the flag that RegisterFlag registers.
const flagName = "max-reconcile-rate"

// A flagSet is a *flag.FlagSet, such as flag.CommandLine, or a *pflag.FlagSet,
// such as cobra's Flags().
type flagSet interface {
	IntVar(p *int, name string, value int, usage string)
}

// RegisterFlag registers --max-reconcile-rate and returns where its value will be once
// the flags are parsed. Give that value to New, which checks it. A usual default is 10.
// It is an error if flags is nil or already has a flag of that name.
func RegisterFlag(flags flagSet, defaultRate int) (maxReconcileRate *int, err error) {
	if isNil(flags) {
		return nil, errors.New("cannot register --" + flagName + ": the flag set is nil")
	}
	defer func() {
		if refused := recover(); refused != nil { // as flag sets do
			maxReconcileRate, err = nil, fmt.Errorf("cannot register --%s: %v", flagName, refused)
		}
	}()
	maxReconcileRate = new(int)
	flags.IntVar(maxReconcileRate, flagName, defaultRate,
		"The most reconciles a second, over all controllers together.")
	return maxReconcileRate, nil
}
