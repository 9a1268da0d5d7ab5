// Package behind imports nothing that controllers are made of: it asks the API server by a package that does.
package behind

import (
	"log"

	"rllint.test/losterrors/elsewhere"
)

// A Putter is what [elsewhere.Service] does for others.
type Putter interface {
	Put(name string) (bool, error)
}

// Keep is run by a pass of another package.
func Keep(s *elsewhere.Service, names []string) error {
	for _, name := range names {
		_, _ = s.Put(name) // want RL4007:"the error of s.Put is thrown away"
	}
	return KeepBy(s, "last")
}

// KeepBy does the same through an interface, and tells of the error.
func KeepBy(p Putter, name string) error {
	if _, err := p.Put(name); err != nil { // want RL4007:"the error of p.Put is lost"
		log.Print(err)
	}
	return nil
}
