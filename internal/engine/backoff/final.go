package backoff

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// An Answer takes a request out of its back-off.
type Answer struct {
	Pos token.Pos // of the call that makes an error final, or of the return of a wrapper
	// Call is what returned the error that becomes final, without its package; "" for the return of a wrapper.
	Call string
}

// Client looks at the answers of a package's functions.
type Client struct {
	paths.Silent
	pass  *analysis.Pass
	found map[*ssa.Function]map[Answer]*ssa.Call     // what returned the error
	asks  map[*ssa.Function]map[*ssa.Call]bool       // requests whose errors functions return, on some path: whether as they are
	inner map[*ssa.Function]map[ssa.Instruction]bool // calls with which wrappers ask the reconcilers that they hold
}

// origin returns the error of a request to the API server that an error is, or is made of, and the request; nil for any other error.
// The calls that made another of it may come again in a loop.
func (c *Client) origin(f *paths.Frame, p *paths.Path, err ssa.Value, made ...*ssa.Call) (ssa.Value, *ssa.Call) {
	call := f.CallOf(p, err)
	if call == nil || slices.Contains(made, call) {
		return nil, nil
	}
	fn := ways.Called(&call.Call)
	switch {
	case fn == nil:
		return nil, nil
	case known.Error(symbol.Of(fn)) == known.FormatError:
		for _, arg := range ways.Variadic(&call.Call) {
			if types.Implements(arg.Type(), syntax.ErrorInterface) {
				if err, from := c.origin(f, p, arg, append(made, call)...); from != nil {
					return err, from
				}
			}
		}
		return nil, nil
	case known.Requests(fn) || len(c.asks[call.Call.StaticCallee()]) > 0 || c.writesElsewhere(call, fn):
		return err, call
	}
	return nil, nil
}

// writesElsewhere reports whether a function of another package, which is handed a client, writes objects, as its name says:
// controllerutil.CreateOrUpdate does.
func (c *Client) writesElsewhere(call *ssa.Call, fn *types.Func) bool {
	return fn.Pkg() != c.pass.Pkg && writes.MatchString(fn.Name()) && slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		return symbol.OfType(arg.Type()) == known.ControllerRuntime+"/pkg/client.Client"
	})
}

// writes matches the names of functions that write objects.
var writes = regexp.MustCompile(`^(Create|Update|Patch|Apply|Delete)([A-Z]|$)`)

// tellsKind reports whether the code knows an error to be of some kind, or knows it not to be of one that may pass.
func tellsKind(err paths.Scalar) bool {
	return err.Kinds != "" || slices.ContainsFunc([]string{"Timeout", "ServerTimeout", "TooManyRequests", "ServiceUnavailable",
		"InternalError", "Conflict"}, func(kind string) bool {
		return strings.Contains(err.Lacks, ".Is"+kind+" ")
	})
}

// judged reports whether something has told the kind of a request's error, or may have: code that does not type-check.
func (c *Client) judged(p *paths.Path, from *ssa.Call) bool {
	return p.Marks(paths.Subject{Class: judged, From: from})|p.Marks(paths.Subject{Class: judged}) != 0
}

// judges notes that a function of the program is asked about an error, and answers yes or no.
func (c *Client) judges(f *paths.Frame, p *paths.Path, call *ssa.Call) {
	fn := ways.Called(&call.Call)
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == known.StandIn {
		p.Mark(paths.Subject{Class: judged}, 1)
		return
	}
	if fn != nil && known.Error(symbol.Of(fn)) != known.NoError || !syntax.AnyType(call.Call.Signature().Results(), syntax.IsBool) {
		return
	}
	for _, arg := range call.Call.Args {
		if syntax.IsError(arg.Type()) {
			if _, from := c.origin(f, p, arg); from != nil {
				p.Mark(paths.Subject{Class: judged, From: from}, 1)
			}
		}
	}
}

// The classes of what is marked.
const (
	asked  = "reconciler that a wrapper holds"          // From is the request
	judged = "error that the program tells the kind of" // From is the call that returned it
	failed = "error before the reconciler that is held" // From is the request
)
