// Package backoff finds answers of reconcilers that take a request out of its back-off: an error that may pass becomes final, or a wrapper
// says that all went well before it asks the reconciler. It is a client of package paths.
//
// # Contract
//
//	if err := r.Create(ctx, account); err != nil {
//		return ctrl.Result{}, reconcile.TerminalError(err) // also after a timeout: nobody tries again
//	}
//
// An error becomes final if it is that of a request to the API server, wrapped or not, and the code has not asked on this path which kind
// it is. A function of the package that returns such an error on some path counts as such a request, and so does one of another package
// that is handed a client and named for a write.
//
//	func (w *wrapper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		if wait := w.until(req); wait > 0 {
//			return ctrl.Result{RequeueAfter: wait}, nil // the queue forgets the failures of the reconciler
//		}
//		return w.inner.Reconcile(ctx, req)
//	}
//
// A wrapper hands its own request to the Reconcile of something else. Where it answers before that with a constant delay, or because
// something failed, it waits for what is not ready, and nothing is said.
package backoff

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// New returns the client for a package, nil for one without reconcilers.
func New(pass *analysis.Pass) *Client {
	if known.Foundation(pass.Pkg.Path()) || !paths.ImportsReconcile(pass.Pkg) {
		return nil
	}
	return &Client{
		pass: pass, found: make(map[*ssa.Function]map[Answer]*ssa.Call),
		asks: make(map[*ssa.Function]map[*ssa.Call]bool), inner: make(map[*ssa.Function]map[ssa.Instruction]bool),
	}
}

// Choose returns the functions that return an error, and those that make one final, if the package has such.
func (c *Client) Choose() map[*ast.FuncDecl]bool {
	chosen, final := make(map[*ast.FuncDecl]bool), false
	for decl := range syntax.FuncDecls(c.pass) {
		fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		makes := syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
			return known.Error(syntax.CalledName(c.pass.TypesInfo, call)) == known.TerminalError
		})
		if ok && (makes || syntax.AnyType(fn.Signature().Results(), syntax.IsError)) {
			chosen[decl] = true
		}
		final = final || makes
	}
	if !final {
		clear(chosen)
	}
	return chosen
}

// Enter forgets what was found, and looks whether the function is a wrapper.
func (c *Client) Enter(f *paths.Frame) {
	c.found[f.Fn] = make(map[Answer]*ssa.Call)
	if _, known := c.inner[f.Fn]; !known {
		c.inner[f.Fn] = held(f.Fn)
	}
}

// Step notes what is asked on a path, and looks what becomes final.
func (c *Client) Step(f *paths.Frame, p *paths.Path, instr ssa.Instruction) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	if c.inner[f.Fn][call] {
		p.Mark(paths.Subject{Class: asked, From: request(f.Fn)}, 1)
	}
	if fn := ways.Called(&call.Call); fn != nil && known.Error(symbol.Of(fn)) == known.TerminalError {
		if err, from := c.origin(f, p, call.Call.Args[0]); from != nil && !tellsKind(f.ErrorOf(p, err)) && !c.judged(p, from) {
			c.found[f.Fn][Answer{call.Pos(), ways.Called(&from.Call).Name()}] = from
		}
		return
	}
	c.judges(f, p, call)
}

// Decided notes on a wrapper's path that something failed.
func (c *Client) Decided(f *paths.Frame, p *paths.Path, cond ssa.Value, holds bool) {
	test, ok := cond.(*ssa.BinOp)
	if len(c.inner[f.Fn]) > 0 && ok && syntax.IsError(test.X.Type()) && (test.Op == token.NEQ) == holds {
		p.Mark(paths.Subject{Class: failed, From: request(f.Fn)}, 1)
	}
}

// End notes the answer of a wrapper that has not asked what it holds, and which functions return the errors of requests.
func (c *Client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, results []paths.Value) func(*paths.Outcome) {
	if n := len(results); n > 0 && syntax.IsError(ret.Results[n-1].Type()) && results[n-1].Self.Fails() {
		if err, from := c.origin(f, p, ret.Results[n-1]); from != nil && !tellsKind(f.ErrorOf(p, err)) {
			if c.asks[f.Fn] == nil {
				c.asks[f.Fn] = make(map[*ssa.Call]bool)
			}
			c.asks[f.Fn][from] = c.asks[f.Fn][from] || results[n-1].Self.HasKind(paths.Terminal) != paths.Yes
		}
	}
	if len(c.inner[f.Fn]) == 0 || len(results) != 2 {
		return nil
	}
	answer, err := paths.PairOf(results, f.Fn.Signature.Results())
	waits := answer.After.Is == paths.Yes || answer.After.Is == paths.Either || answer.After.Is == paths.Lost
	before := p.Marks(paths.Subject{Class: asked, From: request(f.Fn)})|p.Marks(paths.Subject{Class: failed, From: request(f.Fn)}) == 0
	if before && waits && answer.After.Length == 0 && err.Is == paths.No {
		c.found[f.Fn][Answer{Pos: ret.Pos()}] = nil
	}
	return nil
}

// Found returns the answers, by position.
func (c *Client) Found() []Answer {
	var list []Answer
	for fn, found := range c.found {
		for answer, from := range found {
			if !c.asks[fn][from] { // else the function tells by something else when to give up
				list = append(list, answer)
			}
		}
	}
	slices.SortFunc(list, func(a, b Answer) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Call, b.Call)) })
	return slices.CompactFunc(list, func(a, b Answer) bool { return a.Pos == b.Pos })
}
