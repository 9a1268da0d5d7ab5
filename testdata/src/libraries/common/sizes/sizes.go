// Package sizes has numbers that all programs of a company share. It imports nothing.
package sizes

// A Size is how large a program is.
type Size struct{ Workers int }

// Small returns the size of a small program.
func Small() Size { return Size{Workers: 4} }
