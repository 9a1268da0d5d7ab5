// Package options has the flags of all programs of a company.
package options

import "github.com/spf13/pflag"

// Controllers are the settings of controllers.
type Controllers struct {
	Workers int
	Resync  int
}

// Options are the settings of a program.
type Options struct {
	Controllers Controllers
	Metrics     string
}

// Default returns the settings before flags are read.
func Default() Options { return Options{Controllers: Controllers{Workers: 2}} }

// AddFlags binds flags to the settings.
func (o *Options) AddFlags(flags *pflag.FlagSet) {
	flags.IntVar(&o.Controllers.Workers, "controller-workers", o.Controllers.Workers, "objects reconciled at once")
	flags.StringVar(&o.Metrics, "metrics", ":8080", "address of metrics")
}
