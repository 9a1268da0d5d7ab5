// Package rates has the flags for the rate of a client that the programs of a module share.
package rates

import (
	"flag"

	"k8s.io/client-go/rest"
)

var clientQPS float64

// Init adds the flags.
func Init(flags *flag.FlagSet) {
	flags.Float64Var(&clientQPS, "client-qps", 100, "requests a second") // want RL5002:"flag client-qps sets the rate of no client of idleqps/without: none that is followed takes its QPS from it"
}

// Limit gives a config the rate.
func Limit(cfg *rest.Config) *rest.Config {
	cfg.QPS = float32(clientQPS)
	return cfg
}
