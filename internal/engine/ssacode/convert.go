package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
)

// A converter turns the SSA form of one package's functions into a [Package].
type converter struct {
	pkg       *code.Package
	anonymous map[*types.Struct]symbol.Name
	fset      *token.FileSet
	file      func(name string) string                  // how a file is named in a Pos
	names     map[string]string                         // file names already mapped
	shape     func(sym symbol.Name, result string) bool // Selector.Shape
}

func (c *converter) pos(p token.Pos) code.Pos {
	if !p.IsValid() {
		return code.Pos{}
	}
	q := c.fset.Position(p)
	name := memo.Of(c.names, q.Filename, func() string { return c.file(q.Filename) })
	out := code.Pos{Place: code.Place{File: name, Line: q.Line, Column: q.Column}}
	if r := c.fset.PositionFor(p, false); r != q {
		out.Read = code.PlaceOf(r)
	}
	return out
}

// convert returns the code of fn.
func (c *converter) convert(fn *ssa.Function) *code.Func {
	sig := fn.Signature
	f := &code.Func{
		Sym:     funcSymbol(fn),
		Params:  len(fn.Params),
		Free:    len(fn.FreeVars),
		Results: sig.Results().Len(),
		Pos:     c.pos(fn.Pos()),
		Pkg:     c.pkg,
	}
	f.ErrResult, f.Variadic = endsInError(sig.Results()), sig.Variadic()
	for outer := fn; outer != nil; outer = outer.Parent() {
		if outer.Parent() == nil {
			for _, list := range []*types.TypeParamList{outer.Signature.RecvTypeParams(), outer.Signature.TypeParams()} {
				for i := range list.Len() {
					f.TypeParams = append(f.TypeParams, list.At(i).Obj().Name())
				}
			}
		}
	}
	for _, p := range fn.Params {
		f.ParamNames = append(f.ParamNames, p.Name())
		f.ParamTypes = append(f.ParamTypes, code.TypeString(p.Type()))
	}
	for r := range sig.Results().Variables() {
		f.ResultTypes = append(f.ResultTypes, code.TypeString(r.Type()))
	}
	body := &code.Body{}
	if fn.Recover != nil {
		body.Recover = fn.Recover.Index
	}
	(&funcConverter{converter: c, fn: fn, body: body}).convert()
	f.SetBody(body)
	return f
}

func endsInError(results *types.Tuple) bool {
	n := results.Len()
	return n > 0 && syntax.IsError(results.At(n-1).Type())
}

// A funcConverter converts one function.
type funcConverter struct {
	*converter
	fn     *ssa.Function
	body   *code.Body
	regs   map[ssa.Value]int
	consts map[code.Const]int
	calls  map[token.Pos]*ast.CallExpr     // by left parenthesis
	pairs  map[token.Pos]*ast.KeyValueExpr // by colon
}

func (c *funcConverter) convert() {
	c.regs = make(map[ssa.Value]int)
	c.consts = make(map[code.Const]int)
	c.indexSyntax()
	for _, p := range c.fn.Params {
		c.regs[p] = len(c.regs)
	}
	for _, v := range c.fn.FreeVars {
		c.regs[v] = len(c.regs)
	}
	for instr := range Instructions(c.fn) {
		if v, ok := instr.(ssa.Value); ok && !startsPackage(instr) {
			c.regs[v] = len(c.regs)
		}
	}
	c.body.Regs = len(c.regs)
	c.body.Blocks = make([]code.Block, len(c.fn.Blocks))
	for i, b := range c.fn.Blocks {
		block := &c.body.Blocks[i]
		for _, p := range b.Preds {
			block.Preds = append(block.Preds, p.Index)
		}
		for _, s := range b.Succs {
			block.Succs = append(block.Succs, s.Index)
		}
		block.Instrs = make([]code.Instr, 0, len(b.Instrs))
		for _, instr := range b.Instrs {
			if in, ok := c.instr(instr); ok {
				block.Instrs = append(block.Instrs, in)
			}
		}
	}
}

// typ returns the notation for a type, with the name that was given to a struct
// that has none.
func (c *funcConverter) typ(t types.Type) string {
	if st, ok := code.Deref(t).(*types.Struct); ok {
		if name := c.anonymous[st]; name != "" {
			if _, isPtr := t.(*types.Pointer); isPtr {
				return "*" + string(name)
			}
			return string(name)
		}
	}
	return code.TypeString(t)
}

// operand returns the register or constant that holds v.
func (c *funcConverter) operand(v ssa.Value) int {
	if r, ok := c.regs[v]; ok {
		return r
	}
	var k code.Const
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			k = code.Const{Kind: code.ConstZero}
		} else {
			k = code.Const{Kind: code.ConstBasic, Basic: uint8(v.Value.Kind()), Text: v.Value.ExactString()}
		}
	case *ssa.Global:
		name := symbol.Name(v.Name())
		if obj := v.Object(); obj != nil {
			name = symbol.Of(obj)
		} else if v.Pkg != nil {
			name = symbol.Join(v.Pkg.Pkg.Path(), v.Name())
		}
		k = code.Const{Kind: code.ConstGlobal, Text: string(name)}
	case *ssa.Function:
		k = code.Const{Kind: code.ConstFunc, Text: string(funcSymbol(v))}
	default:
		k = code.Const{Kind: code.ConstZero}
	}
	i, ok := c.consts[k]
	if !ok {
		i = len(c.body.Consts)
		c.body.Consts = append(c.body.Consts, k)
		c.consts[k] = i
	}
	return ^i
}

func (c *funcConverter) operands(vs ...ssa.Value) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		if v == nil {
			out[i] = c.operand((*ssa.Const)(nilConst))
		} else {
			out[i] = c.operand(v)
		}
	}
	return out
}

var nilConst = ssa.NewConst(nil, types.Typ[types.UntypedNil])

func (c *funcConverter) instr(instr ssa.Instruction) (code.Instr, bool) {
	in := code.Instr{Dst: -1, Pos: c.pos(instr.Pos())}
	if v, ok := instr.(ssa.Value); ok {
		in.Dst = c.regs[v]
	}
	set := func(op code.Op, vs ...ssa.Value) { in.Op, in.Args = op, c.operands(vs...) }
	switch i := instr.(type) {
	case *ssa.Alloc:
		set(code.OpAlloc)
		in.Str = c.typ(code.Deref(i.Type()))
	case *ssa.BinOp:
		set(code.OpBinary, i.X, i.Y)
		in.Str, in.Number = i.Op.String(), Number(i.Type())
	case *ssa.Call:
		if startsPackage(i) {
			return in, false
		}
		c.call(&in, i.Common())
	case *ssa.Go:
		return c.later(code.OpGo, in, i.Common())
	case *ssa.Defer:
		return c.later(code.OpDefer, in, i.Common())
	case *ssa.RunDefers:
		in.Op, in.Dst = code.OpRunDefers, -1
	case *ssa.ChangeInterface:
		set(code.OpConvert, i.X)
	case *ssa.ChangeType:
		set(code.OpConvert, i.X)
	case *ssa.Convert:
		set(code.OpConvert, i.X)
		in.Number = converted(i.X.Type(), i.Type())
	case *ssa.MultiConvert:
		set(code.OpConvert, i.X)
		in.Number = converted(i.X.Type(), i.Type())
	case *ssa.SliceToArrayPointer:
		set(code.OpConvert, i.X)
	case *ssa.Extract:
		set(code.OpExtract, i.Tuple)
		in.Index = i.Index
	case *ssa.Field:
		set(code.OpField, i.X)
		c.field(&in, i.X.Type(), i.Field)
	case *ssa.FieldAddr:
		set(code.OpFieldAddr, i.X)
		c.field(&in, code.Deref(i.X.Type()), i.Field)
	case *ssa.If:
		set(code.OpIf, i.Cond)
	case *ssa.Index:
		set(code.OpIndex, i.X, i.Index)
	case *ssa.IndexAddr:
		set(code.OpIndexAddr, i.X, i.Index)
	case *ssa.Jump:
		set(code.OpJump)
	case *ssa.Lookup:
		set(code.OpLookup, i.X, i.Index)
		in.CommaOK = i.CommaOk
	case *ssa.MakeClosure:
		c.closure(&in, i)
	case *ssa.MakeInterface:
		set(code.OpIface, i.X)
		in.Str = c.typ(i.X.Type())
	case *ssa.MakeMap:
		set(code.OpMakeMap)
	case *ssa.MakeSlice:
		set(code.OpMakeSlice, i.Len)
	case *ssa.MapUpdate:
		set(code.OpMapUpdate, i.Map, i.Key, i.Value)
	case *ssa.Next:
		set(code.OpNext, i.Iter)
	case *ssa.Panic:
		set(code.OpPanic, i.X)
	case *ssa.Phi:
		set(code.OpPhi, i.Edges...)
	case *ssa.Range:
		set(code.OpRange, i.X)
	case *ssa.Return:
		set(code.OpReturn, i.Results...)
	case *ssa.Slice:
		set(code.OpSlice, i.X, i.Low)
		if i.High != nil {
			in.Args = append(in.Args, c.operand(i.High))
			if i.Max != nil {
				in.Args = append(in.Args, c.operand(i.Max))
			}
		}
		if a, ok := code.Deref(i.X.Type()).Underlying().(*types.Array); ok {
			in.Len = int(a.Len())
		}
	case *ssa.Store:
		set(code.OpStore, i.Addr, i.Val)
		if pair := c.pairs[i.Pos()]; pair != nil {
			in.Pos = c.pos(syntax.NamePos(pair.Value))
		}
	case *ssa.TypeAssert:
		set(code.OpAssert, i.X)
		in.Str, in.CommaOK = code.TypeString(i.AssertedType), i.CommaOk
		if t, ok := i.AssertedType.Underlying().(*types.Interface); ok {
			in.Iface = true
			for m := range t.Methods() {
				in.Methods = append(in.Methods, m.Name())
			}
		}
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			set(code.OpLoad, i.X)
		case token.ARROW:
			set(code.OpUnknown)
			in.Str = code.Received
		default:
			set(code.OpUnary, i.X)
			in.Str, in.Number = i.Op.String(), Number(i.Type())
		}
	case *ssa.Send:
		set(code.OpUnknown, i.Chan, i.X)
		in.Str = "a channel"
	case *ssa.MakeChan:
		set(code.OpUnknown)
		in.Str = "a channel"
	case *ssa.Select:
		set(code.OpUnknown)
		in.Str = code.Received
	default:
		set(code.OpUnknown)
		in.Str = "an instruction this version does not know"
	}
	return in, true
}

// startsPackage reports whether an instruction calls what initialises a package, which
// is left out: packages are initialised on demand.
func startsPackage(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	callee, ok := call.Call.Value.(*ssa.Function)
	return ok && isInit(callee)
}

func (c *funcConverter) field(in *code.Instr, t types.Type, index int) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		if core, isParam := types.Unalias(t).(*types.TypeParam); isParam {
			s, _ = core.Underlying().(*types.Interface).EmbeddedType(0).Underlying().(*types.Struct)
		}
	}
	if s == nil {
		in.Op, in.Str, in.Args = code.OpUnknown, "a field of a type parameter", nil
		return
	}
	field := s.Field(index)
	in.Str = field.Name()
	if _, basic := code.Deref(field.Type()).Underlying().(*types.Basic); basic {
		if tag := s.Tag(index); tag != "" {
			in.Tagged = &code.Tagged{Tag: tag, Of: code.TypeString(t)}
		}
	}
}
