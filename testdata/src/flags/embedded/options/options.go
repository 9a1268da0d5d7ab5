// Package options has the flags that fill a configuration.
package options

import (
	"flag"

	"rllint.test/flags/embedded/config"
)

// A Server embeds the configuration.
type Server struct {
	config.Configuration
}

// NewServer returns the default: the client has no limit of its own.
func NewServer() *Server {
	return &Server{config.Configuration{ConcurrentSyncs: 5}}
}

// AddFlags has a flag for the workers alone.
func (s *Server) AddFlags(flags *flag.FlagSet) {
	flags.IntVar(&s.ConcurrentSyncs, "concurrent-syncs", 5, "")
}
