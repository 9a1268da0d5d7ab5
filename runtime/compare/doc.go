// Package compare measures the limiters of package ratelimiter beside others:
// controller-runtime's defaults of several versions and crossplane-runtime's
// middleware, on the same loads in virtual time. It also draws what it measured.
//
// It is a module of its own, so that programs which use the limiters depend
// neither on what they are compared with nor on a plotting library.
package compare
