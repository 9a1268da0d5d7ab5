package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// shares notes where a map that other passes have too is written into, and no lock was taken before. It is a variable of the package, or
// belongs to what the method belongs to. passstate/caches.go.
func (w *walker) shares(n ast.Node) {
	var list []ast.Expr
	does := ""
	switch n := n.(type) {
	case *ast.AssignStmt:
		list = n.Lhs
	case *ast.IncDecStmt:
		list = []ast.Expr{n.X}
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		if of := w.info.Uses[id]; ok && (of == types.Universe.Lookup("delete") || of == types.Universe.Lookup("clear")) {
			list, does = []ast.Expr{&ast.IndexExpr{X: n.Args[0]}}, "deletes"
		}
		if of, name := syntax.Selected(n.Fun); of != nil && writesMap.MatchString(name) && (w.isMap(of) || w.hasMap(of)) {
			list = []ast.Expr{&ast.IndexExpr{X: of}}
		}
	}
	for _, to := range list {
		index, ok := ast.Unparen(to).(*ast.IndexExpr)
		if !ok {
			continue
		}
		at := n.Pos()
		underRead := w.locked && w.reads && w.guard != nil && w.guard == w.g.root(index.X)
		if w.locked && !underRead {
			if at = w.readBefore(index.X); !at.IsValid() {
				continue
			}
			does = "reads"
		}
		root, typ := w.whose(index.X), w.info.TypeOf(index.X)
		if typ == nil || root == nil || !w.belongs(root) {
			continue
		}
		if _, isMap := typ.Underlying().(*types.Map); !isMap && !(underRead && w.hasMap(index.X)) {
			continue
		}
		of, name := "variable ", types.ExprString(index.X)
		own := root.Kind() == types.RecvVar
		if own && (w.makesNew(root) || w.setOnCopies(root, index.X)) {
			continue // in a copy of what the method belongs to
		}
		if own {
			of, name = symbol.OfType(code.Deref(root.Type())).Last(), strings.TrimPrefix(name, w.g.root(index.X).Name())
		} else if first := w.g.root(index.X); first != root {
			name = root.Name() + strings.TrimPrefix(name, first.Name())
		}
		if underRead {
			if w.readElsewhere(index.X) {
				w.leave(at, Wait{What: of + name, Shared: true})
			}
			continue
		}
		if does != "reads" && w.copied {
			does = strings.TrimSpace(does + " under a copy")
		}
		w.note(Wait{What: of + name, Does: does, Shared: true, Repeat: once, Own: own}, at)
	}
}

// whose returns the variable that has a map: where a local one is another name of it, or a copy of what has it, that which this is made of.
// passstate, renamed.
func (w *walker) whose(e ast.Expr) *types.Var {
	root := w.g.root(e)
	if root == nil || root.Kind() != types.LocalVar {
		return root
	}
	given := ast.Unparen(syntax.OnlyGiven(w.g.pass, root))
	star, copies := given.(*ast.StarExpr)
	if copies {
		given = star.X
	} else if syntax.Var(w.info, e) != root {
		return root
	}
	switch given.(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return root
	}
	if of := w.g.root(given); of != nil && !syntax.Any(w.decl.Node(), func(set *ast.AssignStmt) bool { // it may be given a map of its own
		return copies && slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return types.ExprString(to) == types.ExprString(e) })
	}) {
		return of
	}
	return root
}

// isMap reports whether something is a map with methods of the standard library or Kubernetes, such as a header of HTTP or a set, which
// have no lock of their own. Methods of others are walked.
func (w *walker) isMap(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil {
		return false
	}
	path := symbol.OfType(t).Package()
	_, is := t.Underlying().(*types.Map)
	return is && path != "" && (known.Foundation(path) || !strings.Contains(strings.Split(path, "/")[0], "."))
}

// hasMap reports whether something is a struct of another package that has a map and no lock, which whoever uses it is to take: passstate,
// unorderedUnderRead.
func (w *walker) hasMap(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil || code.TypeName(t) == nil || code.TypeName(t).Pkg() == w.g.pass.Pkg {
		return false
	}
	st, ok := code.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	has := false
	locks := func(v *types.Var) bool { return symbol.OfType(code.Deref(v.Type())).In("sync") }
	for field := range st.Fields() {
		of := code.Deref(field.Type()).Underlying()
		_, isMap := of.(*types.Map)
		has = has || isMap
		inner, ok := of.(*types.Struct)
		if locks(field) || ok && slices.ContainsFunc(slices.Collect(inner.Fields()), locks) {
			return false
		}
	}
	return has
}

// writesMap matches the names of methods that write into the map which they belong to: passstate, renamed.
var writesMap = regexp.MustCompile(`^(Set|Add|Put|Store|Insert|Del|Delete|Remove|Clear)([A-Z]|$)`)

// readElsewhere reports whether another function of the package takes a lock for reading, and looks at a map: passstate, polled.
func (w *walker) readElsewhere(written ast.Expr) bool {
	of := syntax.Object(w.info, written)
	for decl := range syntax.FuncDecls(w.g.pass) {
		if decl != w.decl.Node() && syntax.Any(decl.Body, func(c *ast.CallExpr) bool { return calls(w.info, c, readLock) }) &&
			syntax.Any(decl.Body, func(e ast.Expr) bool { return syntax.Object(w.info, e) == of }) {
			return true
		}
	}
	return false
}

// looks notes a map that is looked into before any lock is taken: passstate, peek.
func (w *walker) looks(n *ast.IndexExpr) {
	if name := types.ExprString(n.X); !w.locked && !w.guards && !w.peeks[name].IsValid() {
		w.peeks[name] = n.Pos()
	}
}

// readBefore returns where the function has looked into a map before it took the first lock, under which it writes into that: nowhere if it
// has not. The lock is of the same thing as the map, or of the package.
func (w *walker) readBefore(written ast.Expr) token.Pos {
	if w.guard == nil || w.guard != w.g.root(written) && w.guard.Kind() != types.PackageVar {
		return token.NoPos
	}
	return w.peeks[types.ExprString(written)]
}

// makesNew reports whether the method sets its receiver, or a field of the copy that it has: passstate, sum.
func (w *walker) makesNew(recv *types.Var) bool {
	_, pointer := recv.Type().Underlying().(*types.Pointer)
	return syntax.Any(w.decl.Node(), func(set *ast.AssignStmt) bool {
		return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool {
			of, _ := syntax.Selected(to)
			return syntax.Var(w.info, to) == recv || !pointer && of != nil && syntax.Var(w.info, of) == recv
		})
	})
}

// setOnCopies reports whether a map is in a field of a receiver that is no pointer, which a method of its kind sets: each pass has its own.
// passstate, copied.
func (w *walker) setOnCopies(recv *types.Var, e ast.Expr) bool {
	if _, pointer := recv.Type().Underlying().(*types.Pointer); pointer {
		return false
	}
	var field *types.Var
	for of := e; of != nil; of, _ = syntax.Selected(of) {
		if x, _ := syntax.Selected(of); x != nil && syntax.Var(w.info, x) == recv {
			field, _ = syntax.Object(w.info, of).(*types.Var)
		}
	}
	if field == nil {
		return false
	}
	for use := range syntax.Uses(w.g.pass, field) {
		if set, ok := use.Parent().Node().(*ast.AssignStmt); ok && slices.Contains(set.Lhs, use.Node().(ast.Expr)) {
			of, _ := syntax.Selected(use.Node().(ast.Expr))
			v := syntax.Var(w.info, of)
			if v != nil && v.Kind() == types.RecvVar && types.Identical(v.Type(), recv.Type()) {
				return true
			}
		}
	}
	return false
}

// locks notes whether a call takes a lock, or runs something under one, or gives one back: its name says so, or it is of a function of the
// package that only takes one, or is named for it as the call that gives it back is. passstate, enter.
func (w *walker) locks(call *ast.CallExpr) {
	of, name := syntax.Selected(call.Fun)
	if id, ok := call.Fun.(*ast.Ident); ok {
		name = id.Name
	}
	takes, gives := holds(name, "lock") && !notLocks.MatchString(name), holds(name, "unlock") && !notLocks.MatchString(name)
	takes = takes && !(ofLocked.MatchString(name) && w.answers(call))
	if of != nil && holds(name, "acquire") { // and no lease that is kept
		w.guards = true
		takes = syntax.Any(w.decl.Node(), func(c *ast.CallExpr) bool {
			from, back := syntax.Selected(c.Fun)
			return from != nil && holds(back, "release") && types.ExprString(from) == types.ExprString(of)
		})
	}
	if decl := w.g.decls[syntax.Called(w.info, call)]; decl != nil && !takes {
		takes = syntax.Any(decl.Body, func(c *ast.CallExpr) bool { return isLock(c) }) &&
			!syntax.AnyNow(decl.Body, func(c *ast.CallExpr) bool { return isUnlock(c) })
	}
	if takes && w.onCopy(of) {
		w.copied = true
	} else if takes && !w.ofOneKey(call) {
		w.locked = !gives
		if !w.guards && of != nil {
			w.guard, w.reads = w.g.root(of), true
		}
		w.reads = w.reads && (gives || calls(w.info, call, readLock))
		w.guards = true
	}
}

// onCopy reports whether a lock is in the copy that a method has of what it belongs to, so that it keeps nobody out: passstate, ticked.
func (w *walker) onCopy(lock ast.Expr) bool {
	root := w.g.root(lock)
	if lock == nil || root == nil || root.Kind() != types.RecvVar {
		return false
	}
	takes, _, indirect := types.LookupFieldOrMethod(w.info.TypeOf(lock), true, nil, "Lock") // of an embedded one, too
	if takes == nil || indirect || takes.Pkg() == nil || takes.Pkg().Path() != "sync" {
		return false
	}
	for e := lock; e != nil; e, _ = syntax.Selected(e) {
		if _, isStruct := w.info.TypeOf(e).Underlying().(*types.Struct); !isStruct {
			return false
		}
	}
	return true
}

// ofOneKey reports whether a lock is that of one key alone, so that who works on another one need not wait: passstate, keyed.
func (w *walker) ofOneKey(call *ast.CallExpr) bool {
	fn := syntax.Called(w.info, call)
	return fn != nil && w.g.decls[fn] == nil && len(call.Args) == 1 && syntax.IsText(w.info.TypeOf(call.Args[0])) &&
		w.info.Types[call.Args[0]].Value == nil
}

// answers reports whether a call returns a value that is no function to undo it, nor says whether it went well, or is of a function of the
// package, where one sees whether it takes a lock.
func (w *walker) answers(call *ast.CallExpr) bool {
	if w.g.decls[syntax.Called(w.info, call)] != nil {
		return true
	}
	switch t := w.info.TypeOf(call).(type) {
	case nil:
		return false
	case *types.Tuple:
		return t.Len() > 0
	default:
		_, undoes := t.Underlying().(*types.Signature)
		return !undoes && !syntax.IsError(t) && !types.Identical(t, types.Typ[types.Bool])
	}
}

// notLocks matches names that have the word and take no lock: those of blocks, of optimistic locks, and of what leaves the lock
// to its callers, such as deleteUnlocked: passstate, unlocking. ofLocked matches those of what is locked, such as getLockedResources, which
// a section that is locked shares: passstate, section.
var (
	notLocks = regexp.MustCompile(`(?i)block|optimistic|.unlocked$`)
	ofLocked = regexp.MustCompile(`[Ll]ocked[A-Z]`)
)

// turn notes a send of nothing but a turn, which is as good as a lock: passstate, inTurn.
func (w *walker) turn(send *ast.SendStmt) {
	if of, ok := w.info.TypeOf(send.Chan).Underlying().(*types.Chan); ok && types.Identical(of.Elem(), types.NewStruct(nil, nil)) {
		w.locked, w.guards = true, true
	}
}

// underLock reports whether a function may call what it is handed under a lock: one of the package that takes one, or one of another
// package of somebody's, which may. passstate, with.
func (w *walker) underLock(fn *types.Func) bool {
	decl := w.g.decls[fn]
	if decl == nil {
		return !known.CallsAtOnce(symbol.Of(fn)) && fn.Pkg() != nil && !known.Foundation(fn.Pkg().Path())
	}
	return syntax.Any(decl.Body, func(call *ast.CallExpr) bool { return isLock(call) })
}

func isLock(call *ast.CallExpr) bool {
	_, name := syntax.Selected(call.Fun)
	return slices.Contains([]string{"Lock", "RLock", "TryLock", "TryRLock"}, name)
}

func isUnlock(call *ast.CallExpr) bool {
	_, name := syntax.Selected(call.Fun)
	return name == "Unlock" || name == "RUnlock"
}
