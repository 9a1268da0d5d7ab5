// Package config declares how a client connects.
package config

// A Connection limits a client.
type Connection struct {
	QPS   float32
	Burst int32
}
