// Package rl5002 reports: a rate for a client without effect, or with harm.
//
// # RL5002: a rate for a client without effect, or with harm
//
// The program has a setting for the requests a second of its client, such as --kube-api-qps, and
//
//   - nothing that makes a client takes its rate from it;
//   - or a client that the workers use is made of a rest.Config of its own, or before the rate is set, so that it has the library's
//     5 or 20 requests a second whatever the setting says;
//   - or its default is written into a rest.Config of controller-runtime's GetConfig that had more: 0 there is not "as before", but
//     client-go's 5 requests a second (burst 10).
//
// # Why it matters
//
// Who sets the flag believes in it: for months cert-manager's --kube-api-qps was copied into options that nobody read, and
// its clients stayed at 5 requests a second. In external-secrets/external-secrets the new flag with a default of 0 made each
// installation four times slower than before the flag was there.
//
// # What to do
//
// Set the config before the client is made, and only where the setting has a value.
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
// Clients beside the manager's that no reconciler has: main may need them to start. Settings without "qps" in their names that reach nothing, those that code has which rllint cannot read, and a default of 0 over a
// config of client-go's own, which is at 5 already.
package rl5002

import _ "embed"

//go:embed doc.go
var doc string
