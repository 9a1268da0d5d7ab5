// Package rl5002 reports: a rate for a client without effect, or with harm.
//
// # RL5002: a rate for a client without effect, or with harm
//
// The program has a setting for its client's requests a second, such as --kube-api-qps, and one of
// these is true:
//
//   - no client takes its rate from it;
//   - a client that the workers use is made from a rest.Config of its own, or before the rate is
//     set. It then has the library's 5 or 20 requests a second, whatever the setting says;
//   - its default overwrites a higher rate in a rest.Config from controller-runtime's GetConfig. A
//     0 there does not mean "as before": it means client-go's 5 requests a second (burst 10).
//
// # Why it matters
//
// Whoever sets the flag believes that it works. For months, cert-manager copied --kube-api-qps into
// options that nobody read, and its clients stayed at 5 requests a second. In
// external-secrets/external-secrets a new flag with a default of 0 made each installation four
// times slower than before.
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
// # What it does not find
//
// Clients beside the manager's that no reconciler has: main may need them to start. Settings
// without "qps" in their names that reach nothing. Settings that go to code which rllint cannot
// read, or that a library defines. A default of 0 over a config of client-go's own, which is at 5 already.
//
// For a client without the setting's rate, the finding is a note if no client that rllint follows has it.
package rl5002

import _ "embed"

//go:embed doc.go
var doc string
