// Package rl1001 reports: controller without the queue limiter of the others.
//
// # RL1001: controller without the queue limiter of the others
//
// A program makes one kind of queue limiter for its controllers, but this controller does not get it:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		Complete(r)
//
// Its Options.RateLimiter is nil on a path that the program can take. Or it has its own limiter, made with a
// constructor of client-go's workqueue or x/time/rate. RateLimiter decides how long a failing object waits before
// the next try.
//
// A limiter that is passed to the set-up function is fine. So is one from the function that makes all limiters of
// the program or of a library.
//
// # Why it matters
//
// When an API that every object depends on goes down, every reconcile fails. With the shared limiter of most
// programs, each object then backs off from 1 s to 60 s. Without it, controller-runtime's default applies, which
// starts at 5 ms. Each object then makes about seven retries in the first second, so 10,000 objects make 70,000 to
// 80,000. Up to controller-runtime v0.22, each controller has a bucket of 10 a second (burst 100) that holds them
// back. From v0.23 on, the priority queue is the default and the bucket is gone. Nothing then limits the retries
// of all objects together, just when the API can bear them least.
//
// # What to do
//
// Give the controller the options that the other controllers use. In a Crossplane provider, whose options make
// those of controller-runtime:
//
// Before:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		Complete(r)
//
// After:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		WithOptions(o.ForControllerRuntime()).
//		Complete(r)
//
// A later call of WithOptions replaces an earlier one, so pass all options in one call.
//
// In a kubebuilder project, main makes the limits with rllint's own package ratelimiter, and passes them to each
// SetupWithManager ([docs/runtime.md]):
//
//	return ratelimiter.Complete(
//		ctrl.NewControllerManagedBy(mgr).
//			For(&v1.Bucket{}),
//		r, limits)
//
// # What it does not find
//
// Numbers that cannot work in a shared limiter (RL3001), and a limiter that controllers share by mistake (RL2001).
// The rule reports nothing if callers outside the analysed packages decide.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1001

import _ "embed"

//go:embed doc.go
var doc string
