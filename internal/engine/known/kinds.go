package known

// Import paths of the primitives.
const (
	ControllerRuntime = "sigs.k8s.io/controller-runtime"
	Builder           = ControllerRuntime + "/pkg/builder"
	Controller        = ControllerRuntime + "/pkg/controller"
	Manager           = ControllerRuntime + "/pkg/manager"
	Reconcile         = ControllerRuntime + "/pkg/reconcile"
	RateLimiter       = ControllerRuntime + "/pkg/ratelimiter"
	ClientConfig      = ControllerRuntime + "/pkg/client/config"
	Workqueue         = "k8s.io/client-go/util/workqueue"
	ClientGoCache     = "k8s.io/client-go/tools/cache"
	Flowcontrol       = "k8s.io/client-go/util/flowcontrol"
	LeaderElection    = "k8s.io/client-go/tools/leaderelection"
	Rest              = "k8s.io/client-go/rest"
	Schema            = "k8s.io/apimachinery/pkg/runtime/schema"
	Rate              = "golang.org/x/time/rate"
	PriorityQueue     = Controller + "/priorityqueue"

	// Request and Result are what a reconciler is handed and what it returns.
	Request = Reconcile + ".Request"
	Result  = Reconcile + ".Result"

	LabelSet = "k8s.io/apimachinery/pkg/labels.Set"

	// StandIn is not a package that there is: see package repair, which replaces code by calls
	// of its functions.
	StandIn = "rllint.invalid/unresolved"
)

// A Kind says what a primitive does.
type Kind int

// The kinds of primitive.
const (
	None             Kind = iota
	NewBuilder            // makes a builder from a manager, Args[0]
	BuilderOptions        // builder.WithOptions(options)
	BuilderNamed          // builder.Named(name)
	BuilderFor            // builder.For(object, …)
	BuilderWatch          // builder.Owns(object, …), builder.Watches(object, handler, …) and their like
	BuilderFilter         // builder.WithEventFilter(predicate)
	WatchOption           // builder.WithPredicates(predicates…): an option of a watch
	NewSource             // source.Kind(cache, object, handler, predicates…)
	WatchSource           // controller.Watch(source, …)
	NewPredicate          // makes a predicate of others, or of a function
	BuilderChain          // another builder method that returns the builder
	BuilderComplete       // builder.Complete(reconciler): creates a controller
	BuilderBuild          // builder.Build(reconciler): creates a controller and returns it
	NewController         // controller.New…(name, [manager,] options): creates a controller
	NewManager            // manager.New(config, options)
	ManagerOptions        // manager.GetControllerOptions()
	OptionsDefaults       // options.DefaultFromConfig(config): the controller's options, with those of a manager that were not set
	OptionsFromFile       // options.AndFrom(file): the manager's options, with those of a file that were not set
	ManagerConfig         // manager.GetConfig()
	ManagerAdd            // manager.Add(runnable)
	ManagerStart          // manager.Start(ctx)
	ManagerMethod         // another method of a manager: leaves its arguments alone
	ObjectReconciler      // returns a reconciler that calls Args[1] with the object
	NewConfig             // returns a rest.Config
	CopyConfig            // rest.CopyConfig(config)
	SameConfig            // returns the rest.Config, Args[0], that it changes
	NewClient             // makes a client from a rest.Config, Args[0], and with it the client's limiter
	NewLimiter            // makes a limiter
	LimiterMethod         // a method of a limiter
	RunNow                // calls its function arguments before it returns
	FlagPointer           // flag.Int(name, …): returns a pointer to the flag's value
	FlagVar               // flag.IntVar(pointer, name, …)
	FlagOwn               // flag.Var(value, name, …): the value is of a type of the program's own
	FlagFunc              // flag.Func(name, …, fn): fn is called with each value that the flag is given
	FlagValue             // flags.GetInt(name): returns the flag's value
	SettingValue          // viper.GetInt(name): returns a setting, which is the flag's value where flags are bound
	BindFlags             // viper.BindPFlags(flags): settings are the flags of these names
	FlagClause            // app.Flag(name, …): returns a clause whose methods return the value
	FlagClauseMethod      // a method of such a clause
	Iterate               // a function of slices or maps that makes or uses an iterator
	GivenOptions          // returns the options that a builder was given, and an error
	Undecided             // says what the version of a library decides
	StatedWorkers         // states the number of a controller's workers, which would follow from the rate otherwise
	Unresolved            // stands for code that does not type-check
	NewQueue              // makes a queue that workers take items from
	QueueGet              // queue.Get(): a worker takes an item
	Kinds                 // how many there are, None among them
)

// Limits reports whether code that uses a primitive of the kind is kept for that alone: it has to do with controllers and their
// limits, or with what such code goes over.
func (k Kind) Limits() bool {
	switch k {
	case None, Undecided, RunNow, Unresolved:
		return false
	}
	return true
}

// Creates reports whether calling a primitive of the kind makes a controller, a queue or a manager.
func (k Kind) Creates() bool {
	switch k {
	case BuilderComplete, BuilderBuild, NewController, NewManager, NewQueue:
		return true
	}
	return false
}

// A family is a set of primitives of one package, or methods of one of its types.
type family struct {
	pkg, typ string                 // typ is "" for functions
	match    func(name string) bool // nil matches every name
	kind     Kind
}
