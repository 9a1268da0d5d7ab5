package blocking

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unguarded notes maps in fields that a function looks into without the lock of the same struct under which another one writes into them,
// where most that reach such a map hold that lock: passstate, unguarded. And it notes those that a function writes into under another lock
// than that of the same struct, which others hold: passstate, apart.
func (g *graph) unguarded() {
	w := &walker{g: g, info: g.pass.TypesInfo}
	g.reached(nil)
	said := make(map[types.Object]bool)
	for _, field := range slices.SortedFunc(maps.Keys(g.reaches), func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) }) {
		all := slices.DeleteFunc(slices.Clone(g.reaches[field]), func(r reach) bool {
			return g.whileMade(r.in, 0) || g.atSetUp(r.in, 0) || !r.in.Exported() && len(g.callers[r.in]) == 0 // which never runs: passstate, unused
		})
		if len(all) == 0 {
			continue
		}
		of := code.TypeName(w.info.TypeOf(all[0].at.X))
		if of == nil {
			continue
		}
		st, ok := of.Type().Underlying().(*types.Struct)
		for i := 0; ok && i < st.NumFields(); i++ {
			lock := st.Field(i).Origin()
			if t := symbol.OfType(code.Deref(lock.Type())); t != "sync.Mutex" && t != "sync.RWMutex" {
				continue
			}
			var holders []reach
			free := slices.DeleteFunc(slices.Clone(all), func(r reach) bool {
				held := w.holdsAt(lock, r.place, 0)
				if held {
					holders = append(holders, r)
				}
				return held
			})
			for _, r := range free {
				does, by, ours := "beside", types.Object(r.in), w.around(r.in)
				if r.writes {
					by, does = field, "under "+w.heldAt(r.place)
				}
				if said[by] || g.nodes[r.in] == nil || !w.lends(r) || does == "under " || !r.writes && 2*len(free) > len(all) ||
					lock.Exported() && of.Exported() && !slices.ContainsFunc(g.roots, func(n *node) bool { return ours[n.fn] }) {
					continue // or whoever calls it may have taken the lock
				}
				apart := slices.IndexFunc(holders, func(h reach) bool {
					theirs, one, several := w.around(h.in), false, false
					for o := range theirs {
						switch o := o.(type) {
						case *types.Var:
							if ours[o] {
								return false // which keeps them apart
							}
						case *types.Func:
							one = one || ours[o]
							several = several || ours[o] && o.Name() == "Reconcile" && known.Reconciles(o.Signature())
						}
					}
					if ours[nil] || r.writes && (one || theirs[nil]) || !r.writes && (one && !several || !h.writes) {
						return false
					}
					if several && !r.writes {
						does = "beside workers" // of one that calls both: passstate, counted
					}
					return true
				})
				if apart >= 0 {
					said[by], w.node = true, g.nodes[r.in]
					w.leave(r.pos, Wait{What: of.Name() + "." + field.Name(), Does: does, Written: nameOf(holders[apart].in), Shared: true})
				}
			}
		}
	}
}

// heldAt returns the first lock that is certainly held at a place, "" if none is, or one that the function itself has made.
func (w *walker) heldAt(at place) (name string) {
	for o := range w.around(at.in) {
		lock, ok := o.(*types.Var)
		if ok && lock.Kind() != types.LocalVar && w.holdsAt(lock, at, 0) && (name == "" || lock.Name() < name) {
			name = lock.Name()
		}
	}
	return name
}

// lends reports whether a function looks into a map that others have too: it has not made what that is in, nor waited until all ends, nor
// does it say that the lock is held.
func (w *walker) lends(r reach) bool {
	decl, root := w.g.decls[r.in], w.g.root(r.at)
	if holds(decl.Name.Name+decl.Doc.Text(), "lock") || syntax.AnyNow(decl.Body, func(recv *ast.UnaryExpr) bool { return isDone(recv.X) }) {
		return false
	}
	return root == nil || root.Kind() != types.LocalVar ||
		syntax.Any(decl.Body, func(loop *ast.RangeStmt) bool { return loop.Value != nil && syntax.Var(w.info, loop.Value) == root })
}

// around returns a function, those that it is called by, and the locks that any of these takes: nil for one that is not known.
func (w *walker) around(fn *types.Func) map[types.Object]bool {
	if found, ok := w.g.surrounding[fn]; ok {
		return found
	}
	found := map[types.Object]bool{fn: true}
	for all := []*types.Func{fn}; len(all) > 0; all = all[1:] {
		for call := range syntax.All[*ast.CallExpr](w.g.decls[all[0]].Body) {
			if lock := w.lockOf(call); lock != nil {
				found[lock] = true
			} else if _, name := syntax.Selected(call.Fun); holds(name, "lock") && !isUnlock(call) && !notLocks.MatchString(name) {
				found[nil] = true
			}
		}
		for _, p := range w.g.callers[all[0]] {
			if !found[p.in] {
				found[p.in] = true
				all = append(all, p.in)
			}
		}
	}
	w.g.surrounding[fn] = found
	return found
}
