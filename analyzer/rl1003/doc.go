// Package rl1003 reports: MaxConcurrentReconciles unrelated to max-reconcile-rate.
package rl1003
