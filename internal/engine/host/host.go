package host

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

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
	bindsFlags  bool           // settings are the flags of their names
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
	distinct   map[queueKey]int       // of queues that are alike, those whose workers were found
	found      int                    // of queues, see Found
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

	untold []func()          // what is to be told of what controllers watch
	stated map[code.Pos]bool // where numbers of workers are stated that would follow from the rate otherwise

	presets    map[*value.Basic]bool   // what libraries put into rest.Configs
	clientOf   map[value.Place]*Client // by the calls that made them
	connecting map[*code.Func]bool     // what connects says
	informers  map[value.Place]bool    // calls that make informers

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
		limiters: make(map[*value.Object]*Limiter), queues: make(map[*value.Object]*Queue), distinct: make(map[queueKey]int),
		used: make(map[*Limiter]bool), left: make(map[*Input]bool), watched: make(map[any]bool), wraps: make(map[*code.Func]bool),
		asking: make(map[*code.Package]bool), delaying: make(map[*code.Package][]*code.Func), keys: make(map[*Controller][]string),
		controllerOf: make(map[value.Value]*Controller),
		Present:      make(Present), stated: make(map[code.Pos]bool), presets: make(map[*value.Basic]bool),
		clientOf: make(map[value.Place]*Client), connecting: make(map[*code.Func]bool), informers: make(map[value.Place]bool),
		seen: make(map[*value.Node]*sighting), roots: make(map[*code.Func]map[int][]root), places: newPlaces()}
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
	if known.IsRateName(name) || known.IsClientRateName(name) || known.IsPollName(name) || known.IsReconcilersName(name) ||
		h.settings.RateName(name) {
		h.watched[i] = true
	}
	return i
}

func arg(c *interp.Call, i int) value.Value {
	if i >= 0 && i < len(c.Args) && c.Args[i] != nil {
		return c.Args[i]
	}
	return &value.Unknown{Why: "an argument that is not known"}
}

// gives is the meaning of a primitive of which each call is known.
func gives(result func(h *Host, c *interp.Call) value.Value) meaning {
	return func(h *Host, c *interp.Call) (value.Value, bool) { return result(h, c), true }
}

// argument is the meaning of a primitive that returns one of its arguments.
func argument(i int) meaning {
	return gives(func(_ *Host, c *interp.Call) value.Value { return arg(c, i) })
}

// isManager reports whether a value is a manager, one or another.
func isManager(v value.Value) bool {
	return value.Some(v, func(x value.Value) bool {
		i, ok := x.(*value.Iface)
		return ok && i.Type == managerType
	})
}

// managers returns the managers that a value can be, or that a wrapper around one
// holds; none if one of them cannot be followed. The nil of a way that failed is no
// manager.
func managers(in *interp.Interp, v value.Value) []value.Ptr {
	var list []value.Ptr
	followed := true
	value.Each(value.Dynamic(v), func(x value.Value) {
		if value.IsZero(x) {
			return
		}
		m, ok := findManager(in, x, 0)
		followed = followed && ok
		if ok && !slices.Contains(list, m) {
			list = append(list, m)
		}
	})
	if !followed {
		return nil
	}
	return list
}

func findManager(in *interp.Interp, v value.Value, depth int) (value.Ptr, bool) {
	if depth > 4 {
		return value.Ptr{}, false
	}
	v = value.Dynamic(v)
	if p, ok := v.(value.Ptr); ok {
		if p.Obj.Type == managerType {
			return p, true
		}
		v = in.Load(p)
	}
	s, ok := v.(*value.Struct)
	if !ok {
		return value.Ptr{}, false
	}
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		switch field := s.Fields[name].(type) {
		case *value.Iface, value.Ptr, *value.Struct:
			if m, ok := findManager(in, field, depth+1); ok {
				return m, true
			}
		}
	}
	return value.Ptr{}, false
}

// managerType is that of the objects that managers are.
const managerType = "manager"

// withError returns v, or v and an error if the call has two results.
func withError(c *interp.Call, v value.Value) value.Value {
	if c.Results == 2 {
		return value.Tuple{v, &value.Unknown{Why: "an error", At: c.At}}
	}
	return v
}

// A Recorder notes what an attribute needs at the moment a controller or a manager is
// made: later the values it is made from may have changed. Either function may be nil.
type Recorder struct {
	Controller func(*Creation)
	Manager    func(*interp.Call, *Manager)
}

// A Controller is one controller that was created in a run.
type Controller struct {
	Record
	Site        value.Place
	Constructor string
	Name        string
	ForType     string
	Kind        string // the type's name; "" if it does not tell what its objects are
	HasFor      bool   // its builder is given a type, known or not, and looks up the manager's number for its kind
	Elected     bool   // made by what the program does as the leader
	Swept       bool   // reached only because code that cannot be followed may call it
	Chosen      bool   // made by one of several functions that a value can be

	Managers    []*Manager // those that it can have; none if that is not known
	ManagerOpen bool       // the manager is decided by unknown callers
	OpenManager string     // the name of such a manager
	Unmanaged   bool       // created without a manager
	OwnClient   bool       // its reconciler has a client of controller-runtime that is not its manager's

	watches map[symbol.Name]int // how often it watches objects of a type, "" for what is not known
}

// A Creation is the moment at which a controller is created.
type Creation struct {
	*interp.Call
	*Host
	Controller *Controller
	Options    value.Value // controller.Options
	Reconciler value.Value
	Named      value.Value // the name it is given, which may not be constant
}

// A Manager is one manager that was made in a run.
type Manager struct {
	Record
	At      value.Place
	Config  value.Value // the rest.Config of its client
	Options value.Value // manager.Options
	Limits  ClientLimits

	object *value.Object
}

// The ClientLimits are what limits the requests of a client, as its rest.Config had it when
// the client was made.
type ClientLimits struct {
	QPS, Burst, RateLimiter value.Value
	// Made are the functions that can have made the config, MadeAt is where the first of them did. A literal is made by none.
	Made   []string
	MadeAt value.Place
	Whole  bool // the config can be followed
	Free   bool // the limiter of the config lets all requests through
}

// A Client is one that was made by hand in a run, beside those of managers.
type Client struct {
	At     value.Place
	Limits ClientLimits
	// Config is where its rest.Config was made or copied.
	Config value.Place
	// Held says that a reconciler has what was made of its rest.Config.
	Held bool
	// Elects says that it only serves a leader election.
	Elects bool

	config  value.Ptr
	general bool // it is a client of controller-runtime, for objects of all kinds
}

// A HeldClient is what limits a client that the code holds which makes a queue or takes its items.
type HeldClient struct {
	ClientLimits
	At value.Place // where its rest.Config is made
}

// A Limiter is one limiter that a primitive made in a run.
type Limiter struct {
	Made symbol.Name // the primitive
	Kind known.LimiterKind
	Args []value.Value
	At   value.Place
	// Members are the limiters that a limiter of limiters was given, those that cannot be followed among
	// them, and Inner these with the limiters that they hold.
	Members, Inner []value.Value
	// Once is the sync.Once whose function made it, so that all that come from there are
	// one; nil if none did.
	Once *value.Object

	object *value.Object
}

// A Queue is a queue that the program makes by hand for its own workers.
type Queue struct {
	Site        value.Place // the call that makes it
	Constructor string
	Name        string
	Limited     bool        // it asks a limiter
	Priority    bool        // it goes by priority
	Own         value.Value // the program's own implementation that it is made around, or code that does not type-check; nil if there is none
	Limiter     value.Value // nil if it is not limited
	Within      []value.Value
	Clients     []HeldClient // that those who make it hold, or else its workers; nil if none is known
	Held        []HeldClient // that its workers hold themselves, if one has a limit
	Made        []*Client    // those of its workers, or else of those who make it, that the calls are known for which made them
	Workers     []Worker
	Elected     bool // made by what the program does as the leader
	Swept       bool // made only by code that something may call which cannot be followed
	Open        bool // made in a run whose arguments callers decide

	// Of has, for each method in progress when the queue was made, where the object was made that it was called of.
	Of map[*value.Node]value.Place

	object *value.Object
	inner  bool         // another queue is made around it
	loops  []value.Loop // that it is made in
}

// A queueKey tells queues apart.
type queueKey struct {
	site, limiter code.Pos
	name          string
}

// A Worker is a place where items are taken from a queue.
type Worker struct {
	At     value.Place
	Either bool // they may be another queue's instead
	// Alone says that the goroutine has no client, as far as what it was started with tells.
	Alone  bool
	Passes bool // it hands the items to others
	// Connects says that what it does with an item makes a client, for each or once.
	Connects bool
	// Unresolved is what decides some of what the goroutine was started with, such as code that does not type-check, "" for nothing.
	Unresolved string
}

// A Watch is one by which a controller hears of objects that the API server counts no generation for, and whose filter holds back updates.
type Watch struct {
	At         value.Place // of the call that watches, or that sets the filter of all watches
	Kind       string
	Data       bool     // updates change what users write
	Labels     bool     // updates of the metadata pass the filter; if not, none does
	Deleted    bool     // those that delete the object do
	Mistyped   bool     // the filter lets none pass: it is for objects of another type
	Missed     bool     // the filter holds back deletions that the watch missed, and no others
	Joined     bool     // the filters together let none pass that changes one part, which each of them does
	Part       Part     // the filter lets none pass that changes this part alone; the kind then is a type's symbol
	Looked     []string // what the filter looks at of this part, such as .Replicas or ["key"], where the others alone change
	Shut       bool     // it lets none pass that changes what it looks at of this part, whatever else changes
	Alone      bool     // what holds back changes of the part is one predicate, and no combination
	Elsewhere  bool     // the objects' type is decided by callers of the function that watches
	Predicate  value.Place
	Controller *Controller // nil where not known
}

// A Part is a field of an object, or of its metadata, that updates may change alone.
type Part string

// The parts that no change of an object's generation tells of, and the fields of a Spec that the filter does not name.
const (
	Status      Part = "Status"
	Labels      Part = "Labels"
	Annotations Part = "Annotations"
	Spec        Part = "Spec"
	Data        Part = "Data"              // of a ConfigMap or a Secret
	Finalizers  Part = "Finalizers"        // of a controller's own objects
	Deletion    Part = "DeletionTimestamp" // of a controller's own objects: the update that begins their deletion
	MappedSpec  Part = "MappedSpec"        // the Spec of others, by which a function may map them to requests
)

// A meaning is what a call of a primitive returns, and does. It is false for a call that is to be followed as any other.
type meaning func(h *Host, c *interp.Call) (value.Value, bool)

// A runnable is what a manager was handed to run. It runs where the manager starts, with what holds there: a program may set
// what it runs with in between.
type runnable struct {
	value    value.Value
	later    *interp.Later
	at       *interp.Call
	managers []value.Ptr
	marker   value.Ptr // exists on the ways that added it; true once it runs
	ran      bool      // on some way
	leading  bool
	sweeping bool
}
