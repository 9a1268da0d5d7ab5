// Package eventlog writes to a log, and makes an event of each line.
package eventlog

import (
	"context"
	"fmt"
)

// An Event is of an object.
type Event struct{ object any }

// Of is the event of an object.
func Of(object any) Event { return Event{object} }

// Errorf writes a line, and returns an error that says the same.
func (e Event) Errorf(_ context.Context, format string, args ...any) error {
	fmt.Printf(format+"\n", args...)
	return fmt.Errorf(format, args...)
}
