package host

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// middlewareType is that of what functions return that settings name.
const middlewareType = "middleware"

// A Host tells the interpreter what the primitives mean, and records the controllers,
// managers and limiters that are made.
type Host struct {
	Controllers []*Controller
	Managers    []*Manager
	Limiters    []*Limiter
	Queues      []*Queue
	Clients     []*Client      // made by hand, beside those of managers
	Watches     []*Watch       // whose filter holds back updates that change only what objects are there for
	Partial     bool           // the run met code that does not type-check
	Run         *interp.Interp // what it ran in
	Whole       bool           // the run is that of a program, so that what its code may use is to be noted
	Version     string         // that of controller-runtime, "" where it is not known
	leading     bool           // what runs now is what the program does as the leader
	Sweeping    bool           // what runs now is only what code that cannot be followed may call
	Present     Present

	// Creates reports whether a function can create a controller. Calls of these need not be followed twice
	// if all that they are given is decided by callers that are not known.
	Creates func(sym symbol.Name) bool
	// Clashed says that controllers which calls that were not followed again would have made are like others: what
	// is wrong with that only a run tells that follows all calls.
	Clashed bool
	// Apart holds functions of other packages that need not be followed where callers decide all that they are given, with the keys
	// of the controllers that they make, and Skipped those whose calls were not followed for that.
	Apart   map[symbol.Name][]string
	Skipped []symbol.Name

	settings   *known.Settings
	recorders  []Recorder
	inputs     map[string]*Input
	limiters   map[*value.Object]*Limiter
	queues     map[*value.Object]*Queue
	distinct   map[queueKey]bool
	runnables  []*runnable            // that managers were handed
	ended      []interp.GivenCall     // goroutines whose way ended where they take items from a queue, like ones once
	working    bool                   // these run, further than to there
	finishing  bool                   // runnables run that no manager was seen to start
	anyManager value.Ptr              // stands for those of which nothing is known
	registry   []*value.Object        // what is registered on the way that is followed, each object a part of it
	used       map[*Limiter]bool      // what may be asked by anything
	left       map[*Input]bool        // what code has that is not followed
	gone       map[value.Value]bool   // in a run aside, what code that is not followed was handed before
	watched    map[any]bool           // the limiters and inputs that rules ask about, and that are neither used nor left so far
	overlooked bool                   // code that is not followed has more than was looked at
	once       *value.Object          // the sync.Once whose function runs, nil if none does
	wraps      map[*code.Func]bool    // functions that can call a reconciler, and those that cannot
	asking     map[*code.Package]bool // main packages with code that calls a limiter's method, and those without

	delaying map[*code.Package][]*code.Func // of main packages, the methods that add to queues after a delay that a limiter may say

	stated map[code.Pos]bool // where numbers of workers are stated that would follow from the rate otherwise

	presets   map[*value.Basic]bool   // what libraries put into rest.Configs
	clientOf  map[value.Place]*Client // by the calls that made them
	informers map[value.Place]bool    // calls that make informers

	controllerOf map[value.Value]*Controller // what calls returned that made them

	keys  map[*Controller][]string  // with which controllers are registered
	seen  map[*value.Node]*sighting // of calls in progress, what is in Present
	roots map[*code.Func]map[int][]root

	places *places
}

// StatedWorkers reports whether a number of workers is stated at a position, where it would follow from the rate otherwise.
func (h *Host) StatedWorkers(at code.Pos) bool { return h.stated[at] }

// New returns a host for one run.
func New(s *known.Settings, recorders []Recorder) *Host {
	return &Host{settings: s, recorders: recorders, inputs: make(map[string]*Input),
		limiters: make(map[*value.Object]*Limiter), queues: make(map[*value.Object]*Queue), distinct: make(map[queueKey]bool),
		used: make(map[*Limiter]bool), left: make(map[*Input]bool), watched: make(map[any]bool), wraps: make(map[*code.Func]bool),
		asking: make(map[*code.Package]bool), delaying: make(map[*code.Package][]*code.Func), keys: make(map[*Controller][]string),
		controllerOf: make(map[value.Value]*Controller),
		Present:      make(Present), stated: make(map[code.Pos]bool), presets: make(map[*value.Basic]bool),
		clientOf: make(map[value.Place]*Client), informers: make(map[value.Place]bool), seen: make(map[*value.Node]*sighting),
		roots: make(map[*code.Func]map[int][]root), places: newPlaces()}
}

// Inputs returns the inputs that were defined or read, by name.
func (h *Host) Inputs() []*Input {
	var list []*Input
	for _, key := range slices.Sorted(maps.Keys(h.inputs)) {
		list = append(list, h.inputs[key])
	}
	return list
}

// input returns the one value of that name: a flag defined in a loop or on two
// ways is one flag.
func (h *Host) input(kind, name string, at value.Place) *Input {
	key := kind + " " + name
	if i := h.inputs[key]; i != nil {
		return i
	}
	i := &Input{kind: kind, Name: name, At: at}
	h.inputs[key] = i
	if known.IsRateName(name) || known.IsClientRateName(name) || known.IsPollName(name) || h.settings != nil && h.settings.RateName(name) {
		h.watched[i] = true
	}
	return i
}

func (h *Host) Global(sym symbol.Name) (value.Value, bool) {
	if fn, ok := known.Variables[sym]; ok {
		return &value.Closure{Sym: fn}, true
	}
	return nil, false
}

// Knows reports whether Call may know a function.
func (h *Host) Knows(sym symbol.Name) bool {
	return known.Func(sym) != known.None || plainMeaning(sym) != nil ||
		h.settings != nil && (h.settings.RateSources[sym] || h.settings.Middleware[sym])
}

func (h *Host) Ends(sym symbol.Name) bool     { return known.Ends(sym) }
func (h *Host) Harmless(sym symbol.Name) bool { return known.Harmless(sym) }

// SetsReflected implements [interp.Host].
func (h *Host) SetsReflected(sym symbol.Name) bool { return known.SetsReflected(sym) }
func (h *Host) Keeps(sym symbol.Name) bool         { return known.Keeps(sym) }
func (h *Host) Later(sym symbol.Name) bool         { return known.Later(sym) }

// Filled names the variables that flags described by structs set.
func (h *Host) Filled(in *interp.Interp, p value.Ptr) {
	if !known.FlagStruct(code.BaseType(p.Obj.Type)) {
		return
	}
	name, ok := value.StringValue(in.Field(p, "Name"))
	if dest, isPtr := in.Field(p, "Destination").(value.Ptr); ok && isPtr {
		in.Store(dest, h.input("flag", name, p.Obj.At))
	}
}

// Call gives a call the meaning of the primitive that it calls.
func (h *Host) Call(c *interp.Call) (value.Value, bool) {
	if known.Spawns(c.Sym) {
		c.Spawning()
	}
	kind := known.Func(c.Sym)
	if kind == known.None {
		if m := plainMeaning(c.Sym); m != nil {
			return m(h, c)
		}
		h.leaves(c)
		if known.Informers(c.Sym) {
			fn := c.Code()
			made := fn != nil && len(fn.ResultTypes) > 0 && strings.HasPrefix(fn.ResultTypes[0], "*")
			h.informers[c.At] = !made // generated code returns interfaces: queueinformed/told.go
		}
		kind = managerMethod(c)
	}
	switch {
	case kind != known.None:
		return meanings[kind](h, c)
	case c.Dynamic && isManager(arg(c, 0)):
		return c.Unread(), true // a method that the manager has from another interface
	case h.settings != nil:
		return h.configured(c)
	}
	return nil, false
}

// configured handles the functions that settings name.
func (h *Host) configured(c *interp.Call) (value.Value, bool) {
	if h.settings.RateSources[c.Sym] {
		return withError(c, h.input("rate source", "max-reconcile-rate", c.At)), true
	}
	if h.settings.Middleware[c.Sym] {
		for _, a := range c.Args {
			c.Adopt(a) // the reconciler inside is called too
		}
		content := &value.Struct{Rest: &value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}}
		return withError(c, c.New(middlewareType, content, c.At)), true
	}
	return nil, false
}

func arg(c *interp.Call, i int) value.Value {
	if i >= 0 && i < len(c.Args) && c.Args[i] != nil {
		return c.Args[i]
	}
	return &value.Unknown{Why: "an argument that is not known"}
}

// withError returns v, or v and an error if the call has two results.
func withError(c *interp.Call, v value.Value) value.Value {
	if c.Results == 2 {
		return value.Tuple{v, &value.Unknown{Why: "an error", At: c.At}}
	}
	return v
}
