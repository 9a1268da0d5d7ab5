package known

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Func returns what the function, method or package variable with the symbol is.
func Func(sym symbol.Name) Kind {
	if k, ok := funcs[sym]; ok {
		return k
	}
	name := sym.Last()
	for _, f := range families[sym[:len(sym)-len(name)]] {
		if f.match == nil || f.match(name) {
			return f.kind
		}
	}
	if untyped := Untyped(sym); untyped != sym {
		return Func(untyped)
	}
	if !sym.IsMethod() && clientConstructors[name] {
		return NewClient
	}
	for pkg, of := range forks {
		if rest, ok := strings.CutPrefix(string(sym), pkg); ok {
			return Func(symbol.Name(of + rest))
		}
	}
	return None
}

// forks are packages that have the functions and types of others, and do with them what these do.
var forks = map[string]string{
	"sigs.k8s.io/multicluster-runtime/pkg/builder.":    Builder + ".",
	"sigs.k8s.io/multicluster-runtime/pkg/controller.": Controller + ".",
}

// clientConstructors are the names of the functions that make clients in packages written by client-gen, which
// programs have of their own too. What they are given tells whether they do.
var clientConstructors = map[string]bool{"NewForConfig": true, "NewForConfigOrDie": true}

// Functions and types for requests of any type, such as TypedBuilder, are those of the names without "Typed". A package with a dot in the
// last element of its path is named by [symbol.Join] in families.
var funcs = map[symbol.Name]Kind{
	PriorityQueue + ".New": NewQueue,

	Builder + ".ControllerManagedBy": NewBuilder,

	Builder + ".Builder.WithOptions": BuilderOptions,
	Builder + ".Builder.Named":       BuilderNamed,
	Builder + ".Builder.For":         BuilderFor,
	Builder + ".WithPredicates":      WatchOption,
	Builder + ".Builder.Complete":    BuilderComplete,
	Builder + ".Builder.Build":       BuilderBuild,

	Controller + ".New":               NewController,
	Controller + ".NewTyped":          NewController,
	Controller + ".NewUnmanaged":      NewController,
	Controller + ".NewTypedUnmanaged": NewController,

	Controller + ".Options.DefaultFromConfig": OptionsDefaults,

	Manager + ".New": NewManager,
	Manager + ".Manager.GetControllerOptions":            ManagerOptions,
	Manager + ".Options.AndFrom":                         OptionsFromFile,
	Manager + ".Options.AndFromOrDie":                    OptionsFromFile,
	Manager + ".Manager.GetConfig":                       ManagerConfig,
	Manager + ".Manager.Add":                             ManagerAdd,
	Manager + ".Manager.Start":                           ManagerStart,
	ControllerRuntime + "/pkg/cluster.Cluster.GetConfig": ManagerConfig,

	Reconcile + ".AsReconciler": ObjectReconciler,

	ClientConfig + ".GetConfig":                                                 NewConfig,
	ClientConfig + ".GetConfigOrDie":                                            NewConfig,
	ClientConfig + ".GetConfigWithContext":                                      NewConfig,
	Rest + ".InClusterConfig":                                                   NewConfig,
	Rest + ".CopyConfig":                                                        CopyConfig,
	Rest + ".AnonymousClientConfig":                                             CopyConfig, // without what says who asks
	Rest + ".UnversionedRESTClientFor":                                          NewClient,
	Rest + ".AddUserAgent":                                                      SameConfig,
	ControllerRuntime + "/pkg/client.New":                                       NewClient,
	ControllerRuntime + "/pkg/client.NewWithWatch":                              NewClient,
	ControllerRuntime + "/pkg/cluster.New":                                      NewClient,
	"k8s.io/client-go/tools/clientcmd.BuildConfigFromFlags":                     NewConfig,
	"k8s.io/client-go/tools/clientcmd.RESTConfigFromKubeConfig":                 NewConfig,
	"k8s.io/client-go/tools/clientcmd.BuildConfigFromKubeconfigGetter":          NewConfig,
	"k8s.io/client-go/tools/clientcmd.DeferredLoadingClientConfig.ClientConfig": NewConfig,
	"k8s.io/client-go/tools/clientcmd.ClientConfig.ClientConfig":                NewConfig,
	"k8s.io/client-go/tools/clientcmd.DirectClientConfig.ClientConfig":          NewConfig,
	"k8s.io/cli-runtime/pkg/genericclioptions.ConfigFlags.ToRESTConfig":         NewConfig,

	Runtime + ".builderOptions":  GivenOptions,
	Runtime + ".keepsPriorities": Undecided,
	Runtime + ".WithWorkers":     StatedWorkers,

	Rate + ".NewLimiter": NewLimiter,
	FixedBucket:          NewLimiter,
	FreeLimiter:          NewLimiter,

	"sync.Once.Do":                                RunNow,
	"golang.org/x/sync/errgroup.Group.Go":         RunNow,
	"sync.WaitGroup.Go":                           RunNow,
	"k8s.io/client-go/util/retry.OnError":         RunNow,
	"k8s.io/client-go/util/retry.RetryOnConflict": RunNow,

	"slices.Values":   Iterate,
	"slices.All":      Iterate,
	"slices.Backward": Iterate,
	"slices.Chunk":    Iterate,
	"slices.Collect":  Iterate,
	"slices.Sorted":   Iterate,
	"maps.Keys":       Iterate,
	"maps.Values":     Iterate,
	"maps.All":        Iterate,
}

var families = byStart(append([]family{
	{Builder, "Builder", isWatch, BuilderWatch},
	{Builder, "Builder", func(name string) bool { return name == "WithEventFilter" }, BuilderFilter},
	{Source, "", func(name string) bool { return strings.Contains(name, "Kind") }, NewSource},
	{Controller, "Controller", func(name string) bool { return name == "Watch" }, WatchSource},
	{Predicate, "", makesPredicate, NewPredicate},
	{Builder, "Builder", nil, BuilderChain},
	{Manager, "Manager", nil, ManagerMethod},
	{ControllerRuntime + "/pkg/cluster", "Cluster", nil, ManagerMethod},
	{Workqueue, "", isLimiterConstructor, NewLimiter},
	{Workqueue, "", isQueueConstructor, NewQueue},
	{Workqueue, "RateLimiter", nil, LimiterMethod},
	{RateLimiter, "RateLimiter", nil, LimiterMethod},
	{Workqueue, "BucketRateLimiter", nil, LimiterMethod},
	{Workqueue, "MaxOfRateLimiter", nil, LimiterMethod},
	{Rate, "Limiter", nil, LimiterMethod},
	{StandIn, "", nil, Unresolved},
}, append(queueFamilies(), flagFamilies()...)...))

// byStart returns the families by what the names of their members begin with.
func byStart(list []family) map[symbol.Name][]family {
	out := make(map[symbol.Name][]family)
	for _, f := range list {
		start := symbol.Join(f.pkg, "")
		if f.typ != "" {
			start = symbol.Join(f.pkg, f.typ).Member("")
		}
		out[start] = append(out[start], f)
	}
	return out
}

// isWatch reports whether a method of a builder makes its controller watch something.
func isWatch(name string) bool { return name == "Owns" || strings.HasPrefix(name, "Watches") }

// makesPredicate reports whether a function of controller-runtime makes a predicate of others, or of a function.
func makesPredicate(name string) bool {
	return name == "And" || name == "Or" || name == "Not" || strings.HasSuffix(name, "PredicateFuncs")
}

func isLimiterConstructor(name string) bool {
	return strings.HasSuffix(name, "RateLimiter") && (strings.HasPrefix(name, "New") || strings.HasPrefix(name, "Default"))
}

// Variables are package variables that hold a function of another name.
var Variables = map[symbol.Name]symbol.Name{
	ControllerRuntime + ".NewControllerManagedBy": Builder + ".ControllerManagedBy",
	ControllerRuntime + ".NewManager":             Manager + ".New",
	ControllerRuntime + ".GetConfig":              ClientConfig + ".GetConfig",
	ControllerRuntime + ".GetConfigOrDie":         ClientConfig + ".GetConfigOrDie",
	ControllerRuntime + ".NewWebhookManagedBy":    Builder + ".WebhookManagedBy",
	ControllerRuntime + ".SetupSignalHandler":     Manager + "/signals.SetupSignalHandler",
}

// OwnCluster reports whether a function makes a rest.Config for the cluster that the program runs in, or that its user has chosen.
func OwnCluster(sym symbol.Name) bool {
	return sym == Rest+".InClusterConfig" || Func(sym) == NewConfig && (sym.In(ClientConfig) || sym.Last() == "BuildConfigFromFlags")
}

// IsOptions reports whether a named type is that of a controller's options.
func IsOptions(sym symbol.Name) bool {
	return sym == Controller+".Options" || sym == Controller+".TypedOptions"
}

// ObjectMetadata is the type of objects of which no more than the metadata comes.
const ObjectMetadata symbol.Name = "k8s.io/apimachinery/pkg/apis/meta/v1.PartialObjectMetadata"

// dynamicObjects are the types of objects whose kind is decided while the program runs.
var dynamicObjects = map[symbol.Name]bool{
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured": true,
	ObjectMetadata: true,
}

// DynamicObject reports whether objects of the named type can be of any kind.
func DynamicObject(sym symbol.Name) bool { return dynamicObjects[sym] }

// askMethods take a token from a limiter, or say how long to wait for one.
var askMethods = map[string]bool{
	"When": true, "Wait": true, "WaitN": true, "Allow": true, "AllowN": true,
	"Reserve": true, "ReserveN": true, "Accept": true, "TryAccept": true, "Take": true,
}

// AskMethod reports whether methods of the name take a token from a limiter, if they are a limiter's.
func AskMethod(name string) bool { return askMethods[name] }

// Asks reports whether a method of the symbol's name takes a token from a limiter.
func Asks(sym symbol.Name) bool {
	return askMethods[sym.Last()] && !sym.In("sync") && !sym.Below("golang.org/x/sync") && !sym.In("os/exec")
}

// TellsTime reports whether values of a type, in the notation of package code, are times or durations.
func TellsTime(typ string) bool {
	switch strings.TrimPrefix(typ, "*") {
	case "time.Time", "time.Duration", Rate + ".Reservation":
		return true
	}
	return false
}

// Clock reports whether a function or method reads a clock, or waits by one.
func Clock(sym symbol.Name) bool {
	if sym.In("time") {
		switch sym.Declared() {
		case "Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker":
			return true
		}
		return false
	}
	switch sym.Last() {
	case "Now", "Since", "Sleep", "After", "NewTimer", "NewTicker":
		return strings.Contains(strings.ToLower(sym.Package()), "clock") || strings.Contains(strings.ToLower(sym.Owner().Last()), "clock")
	}
	return false
}

// IsResult reports whether a type is that of what reconcilers return.
func IsResult(t types.Type) bool { return symbol.OfType(t) == Result }

// IsManager reports whether a type is that of managers.
func IsManager(t types.Type) bool { return symbol.OfType(t) == Manager+".Manager" }

// Imports reports whether a package imports one of some others.
func Imports(pkg *types.Package, paths ...string) bool {
	return slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool { return slices.Contains(paths, imp.Path()) })
}

// Reconciles reports whether a method has the signature of a reconciler's: a context, from controller-runtime v0.7 on, a request, a Result
// and an error.
func Reconciles(sig *types.Signature) bool {
	n := sig.Params().Len()
	return sig.Recv() != nil && ReturnsResult(sig) && (n == 2 || n == 1 && symbol.OfType(sig.Params().At(0).Type()) == Request)
}

// ReturnsResult reports whether a function returns a reconciler's Result and an error.
func ReturnsResult(sig *types.Signature) bool {
	list := sig.Results()
	return list.Len() == 2 && IsResult(list.At(0).Type()) && symbol.OfType(list.At(1).Type()) == "error"
}

// IsReconcile reports whether a method is controller-runtime's own interface method Reconcile.
func IsReconcile(sym symbol.Name) bool {
	return sym == Reconcile+".Reconciler.Reconcile" || sym == Reconcile+".TypedReconciler.Reconcile"
}
