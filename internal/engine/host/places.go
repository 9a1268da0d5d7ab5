package host

import (
	"hash/maphash"
	"maps"

	"github.com/rllint/rllint/internal/engine/value"
)

// Marks before a path, and the field that stands for all that have no path of their own.
const (
	present   = "+" // it is there
	absent    = "-" // it is not known to be there
	filled    = "~" // code that is not read fills it with what users set
	allFields = "*"
)

// Places are what the variables of many functions have in common: the paths to their fields, and what is there. A program may set
// up a thousand controllers by functions that are handed the same options.
type places struct {
	variable *place          // the path of a variable itself
	scratch  map[string]bool // what is there of the variable that is looked at
	seed     maphash.Seed
	shared   map[uint64][]map[string]bool // what is there of any, by hash; never changed
}

// A place is a path to a field, with each mark before it.
type place struct {
	path                    string
	present, absent, filled string
	fields                  map[string]*place
}

func newPlaces() *places {
	return &places{variable: newPlace(""), scratch: make(map[string]bool), seed: maphash.MakeSeed(),
		shared: make(map[uint64][]map[string]bool)}
}

func newPlace(path string) *place {
	return &place{path: path, present: present + path, absent: absent + path, filled: filled + path, fields: make(map[string]*place)}
}

func (p *place) field(name string) *place {
	f := p.fields[name]
	if f == nil {
		f = newPlace(p.path + "." + name)
		p.fields[name] = f
	}
	return f
}

// share returns the one map that has the same names.
func (p *places) share(names map[string]bool) map[string]bool {
	sum := uint64(len(names))
	for name := range names {
		sum += maphash.String(p.seed, name)
	}
	for _, have := range p.shared[sum] {
		if maps.Equal(have, names) {
			return have
		}
	}
	names = maps.Clone(names)
	p.shared[sum] = append(p.shared[sum], names)
	return names
}

// builderType is that of the objects that builders are.
const builderType = "builder"

// Present holds, for each function that was in progress when a controller or a manager was made, what was
// there each time: which of its variables, and which fields of these, were known to be neither nil nor zero.
//
// A function is named as [FuncAt] has it. What it was given for a parameter has the parameter's name, any other variable,
// also a parameter whose address is taken, or the result of a call the name of [VarAt]. What is known of each are the paths to its fields,
// with a mark before them.
type Present map[string]map[string]map[string]bool

// A sighting is what was looked at in one call in progress. A function may make thousands of controllers, so that at each
// only those of its variables are looked at again that may have changed since.
type sighting struct {
	noted  map[int]bool // registers that were looked at
	later  int          // those in Node.Written before are noted
	memory *value.Memory
	leads  map[*value.Object]map[int]bool // registers whose variables were looked up in an object, since memory was as it is
}

// A root is a variable, or the result of a call, that has its value in a register.
type root struct {
	name     string
	variable bool // the register has its address
}
