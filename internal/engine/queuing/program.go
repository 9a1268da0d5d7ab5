package queuing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// choose returns the declarations of a package that have to do with queues: those that mention them, and those
// that mention these.
func (p *program) choose() map[*ast.FuncDecl]bool {
	info := p.pass.TypesInfo
	decls := syntax.Declarations(p.pass)
	users := make(map[*ast.FuncDecl][]*ast.FuncDecl)
	through := make(map[string][]throughInterface) // by the method's name
	var chosen ssacode.Set[*ast.FuncDecl]
	for at, fn := range syntax.Functions(p.pass) {
		obj, _ := info.Defs[fn.Name].(*types.Func)
		seed := obj != nil && (takesQueue(obj.Signature()) ||
			syntax.AnyType(obj.Signature().Results(), func(t types.Type) bool { return isLimiter(t) || isQueue(t) }))
		for ident := range at.Preorder((*ast.Ident)(nil)) {
			f, ok := info.Uses[ident.Node().(*ast.Ident)].(*types.Func)
			if !ok {
				continue
			}
			f = f.Origin()
			if d := decls[f]; d != nil {
				users[d] = append(users[d], fn)
			} else if p.about(f) {
				seed = true
			} else if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				through[f.Name()] = append(through[f.Name()], throughInterface{f, fn})
			}
		}
		if seed {
			chosen.Add(fn)
		}
	}
	chosen.Spread(func(fn *ast.FuncDecl) {
		chosen.Add(users[fn]...)
		if fn.Recv == nil {
			return
		}
		obj, _ := info.Defs[fn.Name].(*types.Func)
		for _, call := range through[fn.Name.Name] {
			if obj != nil && call.reaches(obj) {
				chosen.Add(call.user)
			}
		}
	})
	return chosen.Has
}

// reaches reports whether the interface's method may be a method of a type.
func (t throughInterface) reaches(fn *types.Func) bool {
	iface, ok := t.method.Signature().Recv().Type().Underlying().(*types.Interface)
	return ok && types.Implements(types.NewPointer(code.Deref(fn.Signature().Recv().Type())), iface)
}

// isLimiter reports whether a type is that of any limiter of a queue.
func isLimiter(t types.Type) bool { return known.LimiterType(symbol.OfType(t)) }

// about reports whether a function makes or returns queues, is a method of one or of a limiter, or adds to one.
func (p *program) about(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	sym := symbol.Of(fn)
	if known.Func(sym) == known.NewQueue || p.wrappers[sym] || p.makers[sym] || asksForItem(fn) {
		return true
	}
	if syntax.AnyType(fn.Signature().Results(), isQueue) {
		return true
	}
	recv := fn.Signature().Recv()
	return recv != nil && isQueue(recv.Type()) && operations[fn.Name()] != 0
}

// makesQueue reports whether a call is one of a primitive that makes queues.
func makesQueue(c *ssa.CallCommon) bool {
	return known.Func(ways.CalledName(c)) == known.NewQueue
}

// built takes, of the functions of a package in SSA form, those that were chosen.
func (p *program) built(pkg *ssa.Package, funcs []*ssa.Function, chosen map[*ast.FuncDecl]bool) {
	p.pkg, p.relevant = pkg, make(map[*ssa.Function]bool)
	p.funcs = append(ssacode.Among(funcs, p.pass.TypesInfo, chosen), p.initial()...)
	for _, fn := range p.funcs {
		p.relevant[fn] = true
	}
}

// initial returns what gives the package's variables their first values, with the function literals among them, if one is a queue or a
// limiter.
func (p *program) initial() []*ssa.Function {
	init := p.pkg.Func("init")
	if init == nil || !slices.ContainsFunc(slices.Collect(ssacode.All[*ssa.Store](init)),
		func(s *ssa.Store) bool { return isQueueValue(s.Val) || isLimiter(ways.Underlying(s.Val).Type()) }) {
		return nil
	}
	return append([]*ssa.Function{init}, init.AnonFuncs...)
}

// collect finds which variables may hold one queue, and what is done with it anywhere.
func (p *program) collect() {
	for _, fn := range p.funcs {
		for instr := range ssacode.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.Store:
				p.stored(i.Addr, i.Val)
			case *ssa.MapUpdate:
				p.stored(i.Map, i.Value)
			case *ssa.Phi:
				if holdsQueue(i.Type()) {
					for _, e := range i.Edges {
						if !ways.IsNil(e) {
							p.join(p.of(i), p.of(e))
						}
					}
				}
			case *ssa.Return:
				p.returned(fn, i)
			case *ssa.ChangeInterface:
				p.hidden(i.X, i.Type())
			case *ssa.MakeInterface:
				p.hidden(i.X, i.Type())
			case *ssa.MakeClosure:
				if i.Fn.(*ssa.Function).Synthetic != "" && holdsQueue(i.Bindings[0].Type()) {
					p.of(i.Bindings[0]).escapes = true // one of its methods is a function value, which whoever has it may call
				}
			case ssa.CallInstruction:
				p.calls(i)
			}
		}
	}
}

func (p *program) stored(to, v ssa.Value) {
	if ways.IsNil(v) || !isQueueValue(v) {
		return
	}
	c := p.of(v)
	switch key := p.key(to).(type) {
	case *types.Var:
		c.escapes = c.escapes || key.Pkg() != p.pass.Pkg
		c.visible = c.visible || key.Exported() && p.pass.Pkg.Name() != "main"
	case *ssa.Global:
		c.visible = c.visible || key.Object() != nil && key.Object().Exported() && p.pass.Pkg.Name() != "main"
	}
	if _, elem := to.(*ssa.IndexAddr); elem {
		c.escapes = true // what is done with it through the list is not followed
		return
	}
	p.join(c, p.of(to))
}

// isQueueValue reports whether a value is a queue, in whatever interface.
func isQueueValue(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	return holdsQueue(ways.Underlying(v).Type())
}

func (p *program) returned(fn *ssa.Function, ret *ssa.Return) {
	for n, v := range ret.Results {
		if ways.IsNil(v) || !isQueueValue(v) {
			continue
		}
		c := p.of(v)
		obj, _ := fn.Object().(*types.Func)
		c.escapes = c.escapes || obj == nil
		c.visible = c.visible || obj != nil && obj.Exported() && p.pass.Pkg.Name() != "main"
		if obj != nil {
			p.join(c, p.of2(result{obj.Origin(), n}))
		}
	}
}

// of2 returns the class of a key.
func (cs *classes) of2(key any) *class {
	return memo.Of(cs.byKey, key, func() *class { return &class{} }).whole()
}

func (p *program) calls(i ssa.CallInstruction) {
	c := i.Common()
	if o, is := operationOf(c); is {
		class := p.of(o.queue)
		class.note(o.op, i.Pos())
		class.escapes = class.escapes || o.vague
		if o.op == delayed {
			after, ok := source(c.Args[len(c.Args)-1]).(*ssa.Call)
			class.paced = class.paced || ok && asksForItem(ways.Called(&after.Call))
		}
		return
	}
	if makesQueue(c) {
		p.creates(i, c)
		return
	}
	p.createsElsewhere(i, c)
	fn := c.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	for n, arg := range c.Args {
		if ways.IsNil(arg) || !isQueueValue(arg) {
			continue
		}
		to, first := []*ssa.Function{fn}, 0
		if c.IsInvoke() {
			to, first = p.implementations(c), 1
		}
		followed := len(to) > 0
		for _, fn := range to {
			if fn != nil && p.relevant[fn] && first+n < len(fn.Params) {
				p.join(p.of(arg), p.of(fn.Params[first+n]))
			} else {
				followed = false
			}
		}
		if !followed {
			p.of(arg).escapes = true
		}
	}
}

// creates notes a queue that a primitive makes.
func (p *program) creates(i ssa.CallInstruction, c *ssa.CallCommon) {
	call, ok := i.(*ssa.Call)
	if !ok {
		return
	}
	is := known.Queue(ways.CalledName(c))
	made := &creation{call: call, limited: is.Limited}
	if is.Limiter >= 0 && is.Limiter < len(c.Args) {
		made.limiter = c.Args[is.Limiter]
	}
	class := p.of(call)
	class.made = append(class.made, made)
	for _, n := range []int{is.Inner, is.Config} {
		if n >= 0 && n < len(c.Args) && isQueueValue(c.Args[n]) {
			p.join(class, p.of(c.Args[n]))
		}
	}
}

// createsElsewhere notes a queue that a function of another package makes of the limiter that it is handed.
func (p *program) createsElsewhere(i ssa.CallInstruction, c *ssa.CallCommon) {
	call, ok := i.(*ssa.Call)
	fn := ways.Called(c)
	if !ok || fn == nil || fn.Pkg() == nil || fn.Pkg() == p.pass.Pkg || !isQueue(call.Type()) {
		return
	}
	for _, arg := range c.Args {
		if isLimiter(arg.Type()) {
			class := p.of(call)
			class.made = append(class.made, &creation{call: call, limited: true, limiter: arg})
		}
	}
}

// implementations returns the methods of the package's own types that a call of an interface's method may go to.
func (p *program) implementations(c *ssa.CallCommon) []*ssa.Function {
	return memo.Of(p.implementing, c, func() []*ssa.Function { return p.findImplementations(c) }) // once for all paths that come to it
}

func (p *program) findImplementations(c *ssa.CallCommon) []*ssa.Function {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var list []*ssa.Function
	for _, fn := range methods.Implementing(p.pass.Pkg, iface, c.Method) {
		if fn.Pkg() != p.pass.Pkg {
			continue
		}
		if f := p.pkg.Prog.FuncValue(fn); f != nil && p.relevant[f] {
			list = append(list, f)
		}
	}
	return list
}

// position is where a finding stands that is about an instruction.
func position(i ssa.Instruction, otherwise token.Pos) token.Pos {
	if p := i.Pos(); p.IsValid() {
		return p
	}
	return otherwise
}

func takesQueue(sig *types.Signature) bool { return syntax.AnyType(sig.Params(), isQueue) }

// asksForItem reports whether a function asks one of client-go's limiters how long an item waits. Buckets remember none.
func asksForItem(fn *types.Func) bool {
	return fn != nil && fn.Name() == "When" && fn.Pkg() != nil && fn.Pkg().Path() == known.Workqueue &&
		!strings.Contains(fn.FullName(), "Bucket")
}
