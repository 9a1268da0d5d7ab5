package queuing

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// often is how often informers may resync at most without a word: objects that fail wait longer than that before long.
const often = 5 * time.Minute

// addAll returns the handlers of updates that add each object, whatever has changed: they ask nothing, and read nothing of the old one.
func (p *program) addAll() (list []code.Place) {
	for _, h := range p.handlers() {
		n := len(h.fn.Params)
		if h.form != Plain || h.once || n < 2 || len(h.fn.Blocks) != 1 || !types.Identical(h.fn.Params[n-2].Type(), h.fn.Params[n-1].Type()) ||
			len(*h.fn.Params[n-2].Referrers()) > 0 || len(*h.fn.Params[n-1].Referrers()) == 0 { // the same item for each object
			continue
		}
		if limits, atOnce := p.reach(h.fn); len(limits)+len(atOnce) > 0 {
			list = append(list, code.PlaceOf(p.pass.Fset.Position(h.fn.Pos())))
		}
	}
	return list
}

// resynced finds such handlers, of the package and of those that it imports, if all informers that it makes hand out all objects again, by
// constants, and one of them often. It is one finding: where there are several handlers, at that informer.
func (p *program) resynced() []Finding {
	shortest, at := often+1, token.NoPos
	for c := range syntax.Preorder(p.pass, (*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return symbol.OfType(p.pass.TypesInfo.TypeOf(arg)) == "time.Duration" })
		if i < 0 || !strings.Contains(syntax.CalledName(p.pass.TypesInfo, call).Last(), "Informer") {
			continue
		}
		value := p.pass.TypesInfo.Types[call.Args[i]].Value
		if value == nil || constant.Sign(value) == 0 {
			return nil
		}
		if n, _ := constant.Int64Val(value); time.Duration(n) < shortest {
			shortest, at = time.Duration(n), call.Pos()
		}
	}
	places := p.resyncs
	if at.IsValid() && len(p.funcs) > 0 {
		places = append(p.addAll(), places...)
	}
	if !at.IsValid() || len(places) == 0 {
		return nil
	}
	if len(places) == 1 {
		at = cmp.Or(syntax.At(p.pass.Fset, places[0].File, places[0].Line, places[0].Column), at)
	}
	return []Finding{{Rule: NoBackOff, Pos: at, What: Resynced, Detail: strings.Replace(shortest.String(), "m0s", "m", 1), Note: true}}
}
