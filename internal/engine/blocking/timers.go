package blocking

import (
	"go/ast"
	"go/types"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// firedIf returns the timer that has sent if a condition holds: !t.Stop(), or len(t.C) > 0. What
// is received from it then is there already.
func (w *walker) firedIf(cond ast.Expr) (timer string) {
	for call := range syntax.All[*ast.CallExpr](cond) {
		switch fun := call.Fun.(type) {
		case *ast.SelectorExpr:
			if sym := syntax.CalledName(w.info, call); sym == "time.Timer.Stop" || sym == "time.Timer.Reset" {
				timer = types.ExprString(fun.X)
			}
		case *ast.Ident:
			if fun.Name == "len" && len(call.Args) == 1 && w.isTimerChannel(call.Args[0]) {
				timer = timerOf(call.Args[0])
			}
		}
	}
	return timer
}
