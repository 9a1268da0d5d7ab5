// Package workers has the number of workers, as packages of settings do.
package workers

var number = 1

// Set sets the number.
func Set(n int) { number = n }

// Number returns what was set last.
func Number() int { return number }
