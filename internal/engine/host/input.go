package host

import "github.com/rllint/rllint/internal/engine/value"

// An Input is a value that comes from outside the program by a name: a flag or an
// environment variable.
type Input struct {
	kind string // "flag", "setting" or "environment variable"
	Name string
	At   value.Place
	// Default is what a flag is where it is not given, nil where that is not known.
	Default value.Value

	Beside *Input // the flag that sets the same variable and was defined before, nil for none

	first *Input // the first reading of the same variable, nil for that itself
}

func (i *Input) String() string { return i.kind + " " + i.Name }

// Written is the input as those write it who set it: --max-reconcile-rate, or the name of a variable.
func (i *Input) Written() string {
	if i.kind == "flag" {
		return "--" + i.Name
	}
	return i.Name
}

// First returns the input that stands for all of its name: a variable may be read in several places.
func (i *Input) First() *Input {
	if i.first != nil {
		return i.first
	}
	return i
}

// SameAs reports whether v is the same flag or variable. Where it is read does not count.
func (i *Input) SameAs(v value.Value) bool {
	other, ok := v.(*Input)
	return ok && i.First() == other.First()
}
