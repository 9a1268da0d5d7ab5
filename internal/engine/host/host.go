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

// Types that the host gives to the objects it makes.
const (
	builderType = "builder"
	managerType = "manager"
	// middlewareType is that of what functions return that settings name.
	middlewareType = "middleware"
	configType     = "*" + known.Rest + ".Config"
	clauseType     = "flag clause"
)

// A Host tells the interpreter what the primitives mean, and records the controllers,
// managers and limiters that are made.
type Host struct {
	Controllers []*Controller
	Managers    []*Manager
	Limiters    []*Limiter
	Queues      []*Queue
	Clients     []*Client // made by hand, beside those of managers
	Partial     bool      // the run met code that does not type-check
	// Chosen reports whether such code may decide which of several values one is; nil if that is not known.
	Chosen   func(value.Value) bool
	Whole    bool   // the run is that of a program, so that what its code may use is to be noted
	Version  string // that of controller-runtime, "" where it is not known
	leading  bool   // what runs now is what the program does as the leader
	Sweeping bool   // what runs now is only what code that cannot be followed may call
	Present  Present

	// Creates reports whether a function can create a controller. Calls of these need not be followed twice
	// if all that they are given is decided by callers that are not known.
	Creates func(sym symbol.Name) bool
	// Clashed says that controllers which calls that were not followed again would have made are like others: what
	// is wrong with that only a run tells that follows all calls.
	Clashed bool

	settings   *known.Settings
	recorders  []Recorder
	inputs     map[string]*Input
	limiters   map[*value.Object]*Limiter
	queues     map[*value.Object]*Queue
	runnables  []*runnable          // that managers were handed
	finishing  bool                 // runnables run that no manager was seen to start
	anyManager value.Ptr            // stands for those of which nothing is known
	registry   []*value.Object      // what is registered on the way that is followed, each object a part of it
	used       map[*Limiter]bool    // what may be asked by anything
	left       map[*Input]bool      // what code has that is not followed
	gone       map[value.Value]bool // in a run aside, what code that is not followed was handed before
	watched    map[any]bool         // the limiters and inputs that rules ask about, and that are neither used nor left so far
	overlooked bool                 // code that is not followed has more than was looked at
	once       *value.Object        // the sync.Once whose function runs, nil if none does
	wraps      map[*code.Func]bool  // functions that can call a reconciler, and those that cannot

	stated map[code.Pos]bool // where numbers of workers are stated that would follow from the rate otherwise

	presets map[*value.Basic]bool // what libraries put into rest.Configs

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
		limiters: make(map[*value.Object]*Limiter), queues: make(map[*value.Object]*Queue), used: make(map[*Limiter]bool), left: make(map[*Input]bool), watched: make(map[any]bool), wraps: make(map[*code.Func]bool), keys: make(map[*Controller][]string),
		Present: make(Present), stated: make(map[code.Pos]bool), presets: make(map[*value.Basic]bool), seen: make(map[*value.Node]*sighting), roots: make(map[*code.Func]map[int][]root), places: newPlaces()}
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
	if known.IsRateName(name) || known.IsClientRateName(name) || h.settings != nil && h.settings.RateName(name) {
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
	return known.Func(sym) != known.None || h.settings != nil && (h.settings.RateSources[sym] || h.settings.Middleware[sym])
}

func (h *Host) Ends(sym symbol.Name) bool     { return known.Ends(sym) }
func (h *Host) Harmless(sym symbol.Name) bool { return known.Harmless(sym) }
func (h *Host) Reflects(sym symbol.Name) bool { return known.Reflects(sym) }
func (h *Host) Keeps(sym symbol.Name) bool    { return known.Keeps(sym) }
func (h *Host) Later(sym symbol.Name) bool    { return known.Later(sym) }

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

func (h *Host) Call(c *interp.Call) (value.Value, bool) {
	kind := known.Func(c.Sym)
	if known.Spawns(c.Sym) {
		c.Spawning()
	}
	if kind == known.None {
		h.leaves(c)
		kind = managerMethod(c)
	}
	if kind == known.None && c.Dynamic && isManager(arg(c, 0)) {
		return c.Unread(), true // a method that the manager has from another interface
	}
	if kind == known.Unresolved {
		h.Partial = true
		h.abandon(c)
		return c.Unresolved(), true
	}
	if h.settings != nil && kind == known.None {
		return h.configured(c)
	}
	switch kind {
	case known.None:
		return nil, false
	case known.NewBuilder:
		p := c.New(builderType, &value.Struct{Fields: map[string]value.Value{"Manager": arg(c, 0)}, Rest: value.Zero{At: c.At}}, c.At)
		return p, true
	case known.BuilderOptions:
		c.SetField(receiver(c), "Options", arg(c, 1))
		return arg(c, 0), true
	case known.BuilderNamed:
		c.SetField(receiver(c), "Named", arg(c, 1))
		return arg(c, 0), true
	case known.BuilderFor:
		c.SetField(receiver(c), "For", arg(c, 1))
		return arg(c, 0), true
	case known.BuilderChain:
		return arg(c, 0), true
	case known.BuilderComplete, known.BuilderBuild:
		h.create(h.fromBuilder(c))
		addToWrapper(c, c.Field(receiver(c), "Manager"))
		return created(c), true
	case known.NewController:
		h.create(h.fromNew(c))
		if len(c.Args) >= 3 {
			addToWrapper(c, arg(c, 1))
		}
		return created(c), true
	case known.GivenOptions:
		return value.Tuple{c.Field(receiver(c), "Options"), value.Zero{At: c.At}}, true
	case known.Undecided:
		return &value.Unknown{Why: "what the version of controller-runtime decides", At: c.At}, true
	case known.StatedWorkers:
		if len(c.ArgAt) > 0 {
			h.stated[c.ArgAt[0]] = true
		}
		return nil, false
	case known.NewManager:
		return h.newManager(c), true
	case known.ManagerOptions:
		return ofManagers(c.Interp, arg(c, 0), func(m value.Ptr) value.Value { return c.Field(c.Field(m, "Options"), "Controller") })
	case known.ManagerConfig:
		return ofManagers(c.Interp, arg(c, 0), func(m value.Ptr) value.Value { return c.Field(m, "Config") })
	case known.ManagerAdd:
		if _, wraps := wrapper(c, arg(c, 0), managerAdd); wraps {
			return nil, false
		}
		return h.add(c), true
	case known.ManagerStart:
		if _, wraps := wrapper(c, arg(c, 0), managerStart); wraps {
			return nil, false
		}
		h.start(c)
		return c.Unread(), true
	case known.ManagerMethod:
		if isManager(arg(c, 0)) {
			return c.Unread(), true
		}
		return nil, false
	case known.ObjectReconciler:
		return arg(c, 1), true
	case known.NewConfig:
		return withError(c, h.newConfig(c)), true
	case known.CopyConfig:
		return c.New(configType, c.Load(arg(c, 0)), c.At), true
	case known.SameConfig:
		return arg(c, 0), true
	case known.NewClient:
		h.newClient(c)
		return nil, false
	case known.NewLimiter:
		return h.newLimiter(c), true
	case known.NewQueue:
		return h.newQueue(c), true
	case known.QueueGet:
		return h.take(c)
	case known.LimiterMethod:
		h.use(arg(c, 0))
		return &value.Unknown{Why: "what a limiter says", At: c.At}, true
	case known.RunNow:
		defer h.runOnce(c)()
		for _, a := range c.Args {
			if _, ok := value.Dynamic(a).(*value.Closure); ok {
				if known.Spawns(c.Sym) {
					c.Spawn(func() { c.Invoke(a) })
				} else {
					c.Invoke(a)
				}
			}
		}
		return &value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}, true
	case known.Lead, known.LeadBy:
		return h.lead(c, kind), true
	case known.NewElector:
		return h.newElector(c), true
	case known.FirstArg:
		return arg(c, 0), true
	case known.Pointer:
		return c.New("*", arg(c, 0), c.At), true
	case known.Deref:
		return h.deref(c), true
	case known.Iterate:
		return iterate(c)
	case known.KindText, known.KindOf, known.WithKind:
		return kindName(c, kind), true
	case known.Format, known.Upper, known.Lower, known.Replace:
		return makeText(c, kind), true
	case known.TypeOf, known.TypeElem, known.TypeName:
		return reflected(c, kind)
	case known.Compute:
		return compute(c)
	case known.ContextWith:
		return h.withValue(c), true
	case known.ContextValue:
		return fromContext(c)
	}
	return h.flag(c, kind)
}

// deref returns what the first argument points to where it is not nil, else the second.
func (h *Host) deref(c *interp.Call) value.Value {
	var out value.Collector
	value.Each(arg(c, 0), func(p value.Value) {
		if value.IsZero(p) {
			out.Add(arg(c, 1))
		} else {
			out.Add(c.Load(p))
		}
	})
	return out.Value()
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

// receiver returns a pointer to a builder, whoever made it.
func receiver(c *interp.Call) value.Value {
	if p, ok := c.Object(arg(c, 0)); ok {
		return p
	}
	return arg(c, 0)
}

// withError returns v, or v and an error if the call has two results.
func withError(c *interp.Call, v value.Value) value.Value {
	if c.Results == 2 {
		return value.Tuple{v, &value.Unknown{Why: "an error", At: c.At}}
	}
	return v
}

// created is the result of a call that creates a controller.
func created(c *interp.Call) value.Value {
	err := &value.Unknown{Why: "an error", At: c.At}
	if c.Results == 2 {
		return value.Tuple{&value.Unknown{Why: "a controller", NonNil: true, At: c.At}, err}
	}
	return err
}
