// Package settings hands the program's settings on in a context, each group through one interface.
package settings

import (
	"context"
	"flag"
)

// A Group is a group of settings.
type Group interface {
	AddFlags(*flag.FlagSet)
	ToContext(context.Context) context.Context
}

// Groups are all of them.
var Groups = []Group{&Options{}}

type key struct{}

// Options are about the API server.
type Options struct {
	QPS, Burst            int
	DisableLeaderElection bool
}

func (o *Options) AddFlags(fs *flag.FlagSet) {
	fs.IntVar(&o.QPS, "kube-client-qps", 200, "requests a second")
	fs.IntVar(&o.Burst, "kube-client-burst", 300, "requests at once")
	fs.BoolVar(&o.DisableLeaderElection, "disable-leader-election", false, "for one replica")
}

func (o *Options) ToContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, o)
}

// FromContext returns the options.
func FromContext(ctx context.Context) *Options {
	o, ok := ctx.Value(key{}).(*Options)
	if !ok {
		panic("no options in this context")
	}
	return o
}
