// Package e2e runs the limiters in real managers against a real API server: with
// informers, leader election and all else that simulations leave out. The tests
// need the servers that the Makefile builds: make -C runtime e2e.
package e2e
