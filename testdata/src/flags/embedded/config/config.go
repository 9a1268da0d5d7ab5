// Package config declares the fields of the program's configuration, and nothing else.
package config

// A Configuration is embedded by what has the flags.
type Configuration struct {
	QPS             float32
	Burst           int
	ConcurrentSyncs int
}
