package code

// Operands is how many operands an operation needs at least.
var Operands = [opEnd]int{
	OpField: 1, OpFieldAddr: 1, OpIndex: 2, OpIndexAddr: 2, OpLookup: 2, OpLoad: 1, OpStore: 2,
	OpCallValue: 1, OpInvoke: 1, OpMethod: 1, OpIface: 1, OpAssert: 1, OpConvert: 1, OpExtract: 1,
	OpBinary: 2, OpUnary: 1, OpSlice: 2, OpMakeSlice: 1, OpMapUpdate: 3, OpRange: 1, OpNext: 1, OpIf: 1,
}

// maxFuncNames bounds the results and type parameters of a decoded function: what Build
// makes is far below.
const maxFuncNames = 1 << 12

// check reports whether code that was read is such as Build makes, so that the
// interpreter can run it: every register and block it names exists, and each block
// ends as a block must.
func (f *Func) check(body *Body) error {
	if f.Params+f.Free > body.Regs || f.Results > maxFuncNames || len(f.ParamNames) != f.Params || len(f.ParamTypes) != f.Params ||
		len(f.ResultTypes) != f.Results {
		return errCorrupt
	}
	if len(f.TypeParams) > maxFuncNames {
		return errCorrupt
	}
	for _, c := range body.Consts {
		if c.Kind > ConstFunc || c.Kind == ConstBasic && !validConst(c) {
			return errCorrupt
		}
	}
	body.parse()
	for i, c := range body.Consts {
		if c.Kind == ConstBasic && !c.valid(body.basics[i]) {
			return errCorrupt
		}
	}
	if body.Recover > 0 && body.Recover >= len(body.Blocks) {
		return errCorrupt
	}
	instrs := 0
	for i := range body.Blocks {
		if err := f.checkBlock(body, i); err != nil {
			return err
		}
		instrs += len(body.Blocks[i].Instrs)
	}
	// Each further register is an instruction's own: more would cost time and memory for nothing.
	if body.Regs > f.Params+f.Free+instrs {
		return errCorrupt
	}
	return nil
}

func (f *Func) checkBlock(body *Body, i int) error {
	b := &body.Blocks[i]
	for _, list := range [][]int{b.Preds, b.Succs} {
		for _, n := range list {
			if n < 0 || n >= len(body.Blocks) {
				return errCorrupt
			}
		}
	}
	if len(b.Instrs) == 0 {
		return errCorrupt
	}
	for j := range b.Instrs {
		in := &b.Instrs[j]
		if in.Op == OpInvalid || in.Op >= opEnd || in.Dst < -1 || in.Dst >= body.Regs || len(in.Args) < Operands[in.Op] {
			return errCorrupt
		}
		if in.Dst >= 0 && in.Dst < f.Params+f.Free {
			return errCorrupt
		}
		for _, a := range in.Args {
			if a >= body.Regs || a < 0 && ^a >= len(body.Consts) {
				return errCorrupt
			}
		}
		if in.Index < 0 || in.Index > MaxArray || in.Len < 0 || !in.checkCall() || !f.checkOp(in, b, j) {
			return errCorrupt
		}
	}
	return nil
}

// checkCall checks what is particular to calls.
func (i *Instr) checkCall() bool {
	c := i.Call
	switch i.Op {
	case OpCall, OpCallValue, OpInvoke:
		if c == nil || c.Op != i.Op {
			return false
		}
	case OpDefer, OpGo:
		switch {
		case c == nil:
			return false
		case c.Op == OpBuiltin:
			if !i.checkBuiltin() {
				return false
			}
		case c.Op != OpCall && c.Op != OpCallValue && c.Op != OpInvoke || len(i.Args) < Operands[c.Op]:
			return false
		}
	default:
		return c == nil
	}
	return c.Results >= 0 && c.Results <= MaxArray && (c.ArgPos == nil || len(c.ArgPos) == len(i.Args))
}

// checkOp checks what is particular to an operation.
func (f *Func) checkOp(in *Instr, b *Block, j int) bool {
	last := j == len(b.Instrs)-1
	switch in.Op {
	case OpIf:
		return last && len(b.Succs) == 2
	case OpJump:
		return last && len(b.Succs) == 1
	case OpReturn:
		return last && len(b.Succs) == 0 && len(in.Args) == f.Results
	case OpPanic:
		return last && len(b.Succs) == 0
	case OpPhi:
		return len(in.Args) == len(b.Preds) && in.Dst >= 0 && (j == 0 || b.Instrs[j-1].Op == OpPhi)
	case OpBuiltin:
		return !last && in.checkBuiltin()
	}
	return !last
}

// checkBuiltin checks the operands of one of the language's own functions.
func (i *Instr) checkBuiltin() bool {
	switch i.Str {
	case "len", "cap", "append", "min", "max", "ssa:wrapnilchk", "clear":
		return len(i.Args) > 0
	case "copy", "delete":
		return len(i.Args) > 1
	}
	return true
}

// MaxArray bounds the elements that are kept apart.
const MaxArray = 100_000
