package queuing

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Channels may stand between a queue and its workers: one goroutine takes items and sends them, others receive them and do the rest.
// What receives from a channel to which only items of one queue are sent takes these items.
type channels struct {
	classes
	sends map[*class][]*class    // what is sent to a channel: the queue whose item it is, nil for anything else
	read  map[*ssa.Function]bool // functions that are followed
	named map[types.Object]int   // how often something is sent to a field or variable of the package, in what is read
}

// findChannels finds the channels of the package and what is sent to them.
func (p *program) findChannels() {
	p.chans = &channels{read: p.relevant, classes: classes{own: p.pass.Pkg, byKey: make(map[any]*class)}, sends: make(map[*class][]*class),
		named: make(map[types.Object]int)}
	type send struct{ to, item ssa.Value }
	var list []send
	for _, fn := range p.funcs {
		for instr := range ssacode.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.Store:
				p.chans.handed(i.Val, i.Addr)
			case *ssa.Phi:
				for _, e := range i.Edges {
					p.chans.handed(e, i)
				}
			case *ssa.MapUpdate:
				p.chans.lose(i.Value)
			case *ssa.MakeInterface:
				p.chans.lose(i.X)
			case *ssa.Return:
				for _, v := range i.Results {
					p.chans.lose(v)
				}
			case *ssa.Send:
				list = append(list, send{i.Chan, i.X})
			case *ssa.Select:
				for _, s := range i.States {
					if s.Send != nil {
						list = append(list, send{s.Chan, s.Send})
					}
				}
			case ssa.CallInstruction:
				p.chans.call(i.Common())
			}
		}
	}
	for _, s := range list {
		var from *class
		if x, ok := source(s.item).(*ssa.Extract); ok && x.Index == 0 {
			if call, ok := x.Tuple.(*ssa.Call); ok && isGet(call) {
				o, _ := operationOf(&call.Call)
				from = p.of(o.queue)
			}
		}
		to := p.chans.of(s.to)
		p.chans.sends[to] = append(p.chans.sends[to], from)
		if field, ok := p.chans.key(s.to).(*types.Var); ok {
			p.chans.named[field]++
		}
	}
	p.sendsElsewhere()
}

// carries reports whether a value is a channel that may have items.
func carries(v ssa.Value) bool {
	ch, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, empty := ch.Elem().Underlying().(*types.Struct)
	return !empty || st.NumFields() > 0
}

// handed notes that a variable gets a channel.
func (c *channels) handed(v, to ssa.Value) {
	if carries(v) && !ways.IsNil(v) {
		c.join(c.of(v), c.of(to))
	}
}

// lose notes that code which is not followed has a channel.
func (c *channels) lose(v ssa.Value) {
	if carries(v) && !ways.IsNil(v) {
		c.of(v).escapes = true
	}
}

func (c *channels) call(to *ssa.CallCommon) {
	fn := to.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	if _, builtin := to.Value.(*ssa.Builtin); builtin {
		return // close and len send nothing
	}
	for n, arg := range to.Args {
		if fn != nil && c.read[fn] && n < len(fn.Params) {
			c.handed(arg, fn.Params[n])
		} else {
			c.lose(arg)
		}
	}
}

// sendsElsewhere finds the channels to which functions send that have nothing to do with queues, or other packages can.
func (p *program) sendsElsewhere() {
	sent := make(map[types.Object]int)
	for c := range syntax.Preorder(p.pass, (*ast.SendStmt)(nil)) {
		switch to := ast.Unparen(c.Node().(*ast.SendStmt).Chan).(type) {
		case *ast.SelectorExpr:
			sent[p.pass.TypesInfo.Uses[to.Sel]]++
		case *ast.Ident:
			sent[p.pass.TypesInfo.Uses[to]]++
		}
	}
	for key, c := range p.chans.byKey {
		switch key := key.(type) {
		case *types.Var:
			if key.Pkg() != p.pass.Pkg || key.Exported() && p.pass.Pkg.Name() != "main" || sent[key] > p.chans.named[key] {
				c.whole().escapes = true
			}
		case *ssa.Global, result:
			c.whole().escapes = true
		}
	}
}

// queueBehind returns the queue whose items are received from a channel, nil if there may be others.
func (p *program) queueBehind(channel ssa.Value) *class {
	c, known := p.chans.byKey[p.chans.key(channel)]
	if !known || c.whole().escapes {
		return nil
	}
	var queue *class
	for to, list := range p.chans.sends {
		if to.whole() != c.whole() {
			continue
		}
		for _, from := range list {
			if from == nil || queue != nil && queue != from.whole() {
				return nil
			}
			queue = from.whole()
		}
	}
	return queue
}

// receives takes an item that comes from a queue through a channel.
func (f *frame) receives(s *state, i *ssa.UnOp) {
	if class := f.queueBehind(i.X); class != nil {
		f.begin(s, item{class, received(i)}, i, i.Pos())
	}
}

// received returns what stands for the item that is received.
func received(i *ssa.UnOp) ssa.Value {
	for x := range ssacode.Only[*ssa.Extract](*i.Referrers()) {
		if x.Index == 0 {
			return x
		}
	}
	return i
}

// selected takes the item that a select has received, where a comparison that holds says which case it is.
func (f *frame) selected(s *state, c *ssa.BinOp) {
	choice, n := caseOf(c)
	if choice == nil || choice.States[n].Dir != types.RecvOnly {
		return
	}
	class := f.queueBehind(choice.States[n].Chan)
	if class == nil {
		return
	}
	index := 2
	for _, before := range choice.States[:n] {
		if before.Dir == types.RecvOnly {
			index++
		}
	}
	var from ssa.Value = choice
	for x := range ssacode.Only[*ssa.Extract](*choice.Referrers()) {
		if x.Index == index {
			from = x
		}
	}
	f.begin(s, item{class, from}, c, choice.States[n].Pos)
}

// caseOf returns the select and the case that a comparison is about, nil for any other comparison.
func caseOf(c *ssa.BinOp) (*ssa.Select, int) {
	index, ok := c.X.(*ssa.Extract)
	if !ok || index.Index != 0 {
		return nil, 0
	}
	choice, ok := index.Tuple.(*ssa.Select)
	if !ok {
		return nil, 0
	}
	k, ok := c.Y.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return nil, 0
	}
	if n := int(k.Int64()); n >= 0 && n < len(choice.States) {
		return choice, n
	}
	return nil, 0
}
