package known

import "github.com/rllint/rllint/internal/engine/symbol"

// Runtime is the package of the limiters that rllint recommends. Its code keeps lines, shares and deadlines, in more
// ways than are followed, and reads a builder by reflection: so the few places where that matters are named.
const Runtime = "github.com/rllint/rllint/runtime/ratelimiter"

// CreatesForCaller reports whether controllers that a package's code creates are those of the code that calls it.
func CreatesForCaller(pkg string) bool { return pkg == Runtime }

// A Middleware is a reconciler whose code need not be followed to know that it asks a limiter for every
// request, before it calls the reconciler that it wraps.
type Middleware struct {
	Limiter string // the field that has the limiter
	Inner   string // the field that has the reconciler that it wraps
}

// MiddlewareType returns what is known of a type of reconcilers.
func MiddlewareType(sym symbol.Name) (Middleware, bool) {
	if sym != Runtime+".Reconciler" {
		return Middleware{}, false
	}
	return Middleware{Limiter: "limiter", Inner: "inner"}, true
}

// RuntimeLimiter reports whether a method of a limiter is one of the runtime's own: it asks for every request.
func RuntimeLimiter(sym symbol.Name) bool { return sym.IsMethod() && sym.Package() == Runtime }
