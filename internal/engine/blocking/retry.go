package blocking

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// tolerable is how long the back-off of retries may be in all, in nanoseconds: one second.
const tolerable = 1_000_000_000

// retry notes retries whose back-off is known and longer than a second in all.
func (w *walker) retry(c *ast.CallExpr, sym symbol.Name, loop bool) {
	for _, arg := range c.Args {
		if code.TypeString(w.info.TypeOf(arg)) != "k8s.io/apimachinery/pkg/util/wait.Backoff" {
			continue
		}
		if total := w.backoff(arg, 0); total > tolerable {
			w.wait(c, sym, total, loop)
		}
	}
}

// backoff returns how long a back-off is in all, 0 where that is not known.
func (w *walker) backoff(x ast.Expr, depth int) int64 {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return w.sum(x)
	case *ast.Ident:
		return w.variable(w.info.Uses[x], depth)
	case *ast.SelectorExpr:
		return w.variable(w.info.Uses[x.Sel], depth)
	}
	return 0
}

// variable returns the back-off that a variable of this package is made with.
func (w *walker) variable(obj types.Object, depth int) int64 {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || known.ShortBackoffs[symbol.Of(v)] || v.Pkg() != w.g.pass.Pkg || depth > 3 {
		return 0
	}
	var total int64
	for _, file := range w.g.pass.Files {
		if v.Pos() < file.FileStart || v.Pos() >= file.FileEnd {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if w.info.Defs[name] == v && i < len(n.Values) {
						total = w.backoff(n.Values[i], depth+1)
					}
				}
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if id, ok := lhs.(*ast.Ident); ok && w.info.Defs[id] == v && i < len(n.Rhs) {
						total = w.backoff(n.Rhs[i], depth+1)
					}
				}
			}
			return true
		})
	}
	return total
}

// sum adds up the pauses of a back-off whose fields are constants: one less than it has steps,
// each Factor times as long as the one before, none longer than Cap.
func (w *walker) sum(lit *ast.CompositeLit) int64 {
	fields := map[string]float64{"Factor": 1}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return 0
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			return 0
		}
		value := w.info.Types[kv.Value].Value
		if value == nil {
			return 0
		}
		fields[key.Name], _ = constant.Float64Val(constant.ToFloat(value))
	}
	if fields["Factor"] == 0 {
		fields["Factor"] = 1
	}
	total, pause := 0.0, fields["Duration"]
	for range min(int(fields["Steps"])-1, 10_000) {
		total += pause
		pause *= fields["Factor"]
		if limit := fields["Cap"]; limit > 0 {
			pause = min(pause, limit)
		}
	}
	return int64(min(total, math.MaxInt64/2))
}
