// Package rl5002 reports: a client rate that has no effect, or does harm.
//
// # RL5002: a client rate that has no effect, or does harm
//
// The program has a setting for its client's requests a second, such as --kube-api-qps, and one of these is true:
//
//   - No client takes its rate from the setting.
//   - A client that the workers use is made from another rest.Config, or before the rate is set. It has the
//     library's 5 or 20 requests a second, whatever the setting says.
//   - The setting's default overwrites a higher rate in a rest.Config from controller-runtime's GetConfig. A 0 there
//     does not mean "as before": it means client-go's 5 requests a second (burst 10).
//   - A flag for the burst is bound to the variable of the flag for the rate, as after a copied line.
//   - Main defines the flag with the package pflag, and calls only flag.Parse, which does not know it, or it defines it with the package
//     flag and calls nothing that may parse it.
//
// The rule also reports a QPS, Burst or RateLimiter that is set in a rest.Config after the manager or the client has been made of it, if
// the function makes the config and nothing else has it: each of them copies it. And it reports a QPS, Burst or RateLimiter that is set in
// a config of the function's own of which nothing is made, or in a copy of a config that the function was handed and nobody sees.
//
// # Why it matters
//
// People who set the flag believe that it works. For months, cert-manager copied --kube-api-qps into options that
// nobody read, and its clients stayed at 5 requests a second. In external-secrets/external-secrets a new flag with a
// default of 0 made each installation four times slower than before.
//
// # What to do
//
// Set the config before the client is made, and only if the setting has a value.
//
// Before:
//
//	qps := flag.Float64("client-qps", 0, "requests a second")
//	…
//	cfg := ctrl.GetConfigOrDie()
//	cfg.QPS = float32(*qps)
//
// After:
//
//	qps := flag.Float64("client-qps", 50, "requests a second")
//	…
//	cfg := ctrl.GetConfigOrDie()
//	if *qps > 0 {
//		cfg.QPS = float32(*qps)
//	}
//
// # When it is a note
//
// If a client does not have the setting's rate, the finding is a note unless another client that rllint follows has
// it.
//
// # What it does not find
//
//   - Clients beside the manager's that no reconciler has: main may need them to start.
//   - Settings without "qps" in their names that reach nothing.
//   - Settings that go to code which rllint cannot read, or that a library defines.
//   - A default of 0 over a config of client-go's own, which has 5 requests a second already.
package rl5002

import _ "embed"

//go:embed doc.go
var doc string
