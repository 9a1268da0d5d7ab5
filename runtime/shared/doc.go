// Package shared keeps one limit for many processes: provider families, replicas
// and clusters that share one cloud account, for example.
//
// The limit is a token bucket in Redis or Valkey. A Budget is one process's
// access to it, and a source of tokens for a Limiter of package ratelimiter. It
// takes tokens from the store in small leases, so that most reconciles need no
// round trip. In every window of length w all processes together let at most
// burst + rate*w through. The guide, docs/runtime-shared.md in the repository,
// says why this holds, and what happens when a process or the store is gone.
package shared
