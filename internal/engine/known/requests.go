package known

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Caches reports whether a package has informers' caches, or the listers that read from them, which hand out what a cache holds and fail
// only where an object is not there.
func Caches(path string) bool {
	return path == ClientGoCache || strings.Contains(path+"/", "/listers/") || strings.Contains(path+"/", "/lister/")
}

const clientPackage = ControllerRuntime + "/pkg/client"

// requests are the names of the methods that send one request to the API server.
var requests = []string{"Get", "List", "Create", "Update", "UpdateStatus", "Patch", "Apply", "ApplyStatus", "Delete", "DeleteAllOf",
	"DeleteCollection"}

// Requests reports whether a function is a method by which a program asks the API server: of controller-runtime's client, or of a
// clientset, which takes options of package meta/v1.
func Requests(fn *types.Func) bool {
	if fn.Signature().Recv() == nil || !slices.Contains(requests, fn.Name()) {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		t := types.Unalias(v.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if options := symbol.OfType(t); options.In("k8s.io/apimachinery/pkg/apis/meta/v1") && strings.HasSuffix(options.Last(), "Options") {
			return true
		}
	}
	return symbol.Of(fn).In(clientPackage)
}

// Sends reports whether a function is such a method that does not answer from a cache, as Get and List of controller-runtime's client may.
func Sends(fn *types.Func) bool {
	return Requests(fn) && !(symbol.Of(fn).In(clientPackage) && (fn.Name() == "Get" || fn.Name() == "List"))
}

// OverHTTP reports whether a function of the standard library sends a request and waits for its answer.
func OverHTTP(sym symbol.Name) bool {
	return sym.In("net/http") && (!sym.IsMethod() || sym.Owner() == "net/http.Client") &&
		slices.Contains([]string{"Do", "Get", "Head", "Post", "PostForm"}, sym.Last())
}

// Responds reports whether a function sends a request over HTTP and waits for its answer: it returns the response, or a struct that embeds
// it, as clients of web services do.
func Responds(fn *types.Func) bool {
	return slices.ContainsFunc(slices.Collect(fn.Signature().Results().Variables()), func(v *types.Var) bool {
		return isResponse(v.Type()) || embedsResponse(v.Type())
	})
}

func isResponse(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	return ok && symbol.OfType(p.Elem()) == "net/http.Response"
}

func embedsResponse(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() && isResponse(f.Type()) {
			return true
		}
	}
	return false
}

// AsksDatabase reports whether a function of the standard library sends a statement to a database.
func AsksDatabase(sym symbol.Name) bool {
	return sym.In("database/sql") && sym.IsMethod() && slices.ContainsFunc([]string{"Exec", "Query", "Ping", "Begin", "Prepare", "Commit"},
		func(verb string) bool { return strings.HasPrefix(sym.Last(), verb) })
}

// MapsKinds reports whether a function asks which kinds the API server has, as far as a mapper does not know it.
func MapsKinds(sym symbol.Name) bool {
	switch sym.Last() {
	case "RESTMapping", "RESTMappings", "KindFor", "KindsFor", "ResourceFor", "ResourcesFor":
		return sym.In("k8s.io/apimachinery/pkg/api/meta")
	}
	return false
}

// External reports whether a method is one of a client of Crossplane's for the far side: Observe, Create, Update or Delete. Its pass calls
// those.
func External(fn *types.Func) bool {
	switch fn.Name() {
	case "Observe", "Create", "Update", "Delete":
	default:
		return false
	}
	params := fn.Signature().Params()
	return params.Len() == 2 && strings.HasSuffix(string(symbol.OfType(params.At(1).Type())), "/pkg/resource.Managed")
}

// Observation reports whether a type is what Crossplane is told of the far side.
func Observation(t types.Type) bool {
	return strings.HasSuffix(string(symbol.OfType(t)), "/pkg/reconciler/managed.ExternalObservation")
}

// Connects reports whether a method makes Crossplane's client of the far side for an object: all workers of a controller call that of one
// connecter.
func Connects(fn *types.Func) bool {
	results := fn.Signature().Results()
	return fn.Name() == "Connect" && results.Len() == 2 &&
		strings.HasSuffix(string(symbol.OfType(results.At(0).Type()).Package()), "/pkg/reconciler/managed")
}

// ReconcilesKind reports whether a method is one that reconcilers call which Knative's code generator has made. It returns an event, which
// is an error; where FinalizeKind returns none, the finalizer is removed.
func ReconcilesKind(fn *types.Func) bool {
	results := fn.Signature().Results()
	return strings.HasSuffix(fn.Name(), "Kind") && results.Len() == 1 &&
		symbol.OfType(results.At(0).Type()) == "knative.dev/pkg/reconciler.Event"
}

// Admits reports whether a method is one by which controller-runtime's server of webhooks has requests answered, many at the same time:
// Handle, or one of a defaulter or validator, which is handed the object.
func Admits(fn *types.Func) bool {
	sig := fn.Signature()
	if !IsAdmission(fn.Name()) || sig.Recv() == nil || sig.Params().Len() < 2 || sig.Results().Len() == 0 ||
		symbol.OfType(sig.Params().At(0).Type()) != "context.Context" {
		return false
	}
	const admission = ControllerRuntime + "/pkg/webhook/admission"
	second := symbol.OfType(sig.Params().At(1).Type())
	if fn.Name() == "Handle" {
		return second == admission+".Request"
	}
	return second == "k8s.io/apimachinery/pkg/runtime.Object" &&
		(sig.Results().Len() == 1 || symbol.OfType(sig.Results().At(0).Type()).In(admission))
}

// IsAdmission reports whether a method has the name of one that [Admits] is about.
func IsAdmission(name string) bool {
	return slices.Contains([]string{"Handle", "Default", "ValidateCreate", "ValidateUpdate", "ValidateDelete"}, name)
}

// Starts reports whether a method is the one by which a manager runs what it has been given.
func Starts(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Start" && sig.Recv() != nil && sig.Params().Len() == 1 && sig.Results().Len() == 1 &&
		symbol.OfType(sig.Params().At(0).Type()) == "context.Context" && symbol.OfType(sig.Results().At(0).Type()) == "error"
}
