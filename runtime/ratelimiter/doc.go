// Package ratelimiter limits the reconciles of programs that are built on
// controller-runtime by one value, the max-reconcile-rate.
//
// New turns the value into Limits. Complete builds each controller under the
// limits, so that all of them together stay within the rate and share it fairly.
// It gives the controller as many workers, and a queue that hands out a request
// only together with its token and retries failures after 1 s to 60 s.
// LimitRESTConfig limits the client. Providers built on crossplane-runtime can
// get the global limit from NewGlobalRateLimiter instead, by one field.
//
// Requests wait for their turn in the queue, or else in the worker. They are not
// sent back to the queue with a delay, so neither the limit nor the back-off of
// failing objects depends on what else happens to the request. The guide,
// docs/runtime.md in the repository, has the wiring, the measurements and what
// changes for users of crossplane-runtime's package of the same name.
package ratelimiter
