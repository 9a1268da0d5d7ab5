// Package clients limits clients: by a function that is given the rate, and by a method of the limits.
package clients

import "k8s.io/client-go/rest"

// Limit returns a copy of the config that allows five requests for each reconcile.
func Limit(maxReconcileRate int, cfg *rest.Config) *rest.Config {
	out := rest.CopyConfig(cfg)
	out.QPS = float32(maxReconcileRate * 5)
	out.Burst = maxReconcileRate * 10
	return out
}

// WithTimeout limits nothing, though it looks as if it did.
func WithTimeout(cfg *rest.Config, seconds int) *rest.Config {
	out := rest.CopyConfig(cfg)
	out.QPS, out.Burst = 50, 100+seconds
	return out
}

// Limits are those of a program.
type Limits struct{ rate int }

// New returns the limits for a rate.
func New(rate int) *Limits { return &Limits{rate} }

// Client returns a copy of the config that is under the limits.
func (l *Limits) Client(cfg *rest.Config) *rest.Config {
	if cfg == nil || l == nil {
		return nil
	}
	return Limit(l.rate, cfg)
}
