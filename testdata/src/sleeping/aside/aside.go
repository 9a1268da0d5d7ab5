// Package aside calls what it is handed.
package aside

// Try returns the error of what it is handed.
func Try(do func() error) error { return do() }

// Later keeps what it is handed.
func Later(do func() error) { kept = append(kept, do) }

var kept []func() error
