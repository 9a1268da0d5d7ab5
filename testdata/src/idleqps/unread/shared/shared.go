// Package shared has the flags of several commands.
package shared

import (
	"github.com/spf13/pflag"

	"rllint.test/idleqps/unread/config"
)

// Options are filled by flags.
type Options struct {
	Connection config.Connection
}

// NewOptions returns the defaults.
func NewOptions() (*Options, error) { return &Options{}, nil }

// AddFlags binds the flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.Float32Var(&o.Connection.QPS, "kube-api-qps", o.Connection.QPS, "")
}
