package ratelimiter

import "errors"

const (
	// FlagName is the name of the flag that RegisterFlag registers.
	FlagName = "max-reconcile-rate"

	// DefaultMaxReconcileRate is a usual value of that flag.
	DefaultMaxReconcileRate = 10
)

// A FlagSet is a *flag.FlagSet, such as flag.CommandLine, or a *pflag.FlagSet,
// such as cobra's Flags().
type FlagSet interface {
	IntVar(p *int, name string, value int, usage string)
}

// RegisterFlag registers --max-reconcile-rate and returns where its value will
// be once the flags are parsed, to be given to New, which checks it. It is an
// error if flags is nil.
func RegisterFlag(flags FlagSet, defaultRate int) (*int, error) {
	if isNil(flags) {
		return nil, errors.New("cannot register --" + FlagName + ": the flag set is nil")
	}
	maxReconcileRate := new(int)
	flags.IntVar(maxReconcileRate, FlagName, defaultRate,
		"The most reconciles a second, over all controllers together.")
	return maxReconcileRate, nil
}
