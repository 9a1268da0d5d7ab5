package interp_test

import (
	"fmt"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A choices turns a fuzzer's bytes into decisions; when they run out it decides 0.
type choices []byte

func (c *choices) n(max int) int {
	if max <= 0 || len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % max
}

// FuzzInterp runs random code that is well formed: branches, loops, calls of each
// other, memory and collections in any order. The interpreter must come to an end
// without a panic and do the same again when asked again.
func FuzzInterp(f *testing.F) {
	f.Add([]byte{3, 2, 5, 9, 1, 7, 4, 2, 8, 0, 1, 3, 12, 30, 22, 5, 17, 2, 9})
	f.Add([]byte("a loop whose branches call functions that store into what they were given"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, second := randomPackage(data), randomPackage(data)
		if a, b := runAll(first), runAll(second); a != b {
			t.Errorf("the same code took %d instructions, then %d", a, b)
		}
	})
}

func randomPackage(data []byte) *code.Package {
	c := choices(data)
	p := &code.Package{
		Path: "p", Funcs: make(map[symbol.Name]*code.Func), Assigned: map[symbol.Name]bool{},
		Types: map[symbol.Name]*code.Type{"p.T": {Methods: []string{"M"}, Fields: []code.Field{{Name: "F", Type: "*p.T", Embedded: true}}}},
	}
	count := 1 + c.n(4)
	for i := range count {
		sym := symbol.Join("p", fmt.Sprintf("f%d", i))
		p.Funcs[sym] = randomFunc(&c, sym, count, p)
	}
	p.Funcs["p.T.M"] = randomFunc(&c, "p.T.M", count, p)
	return p
}

// fuzzed are the operations that random code is made of.
var fuzzed = []code.Op{
	code.OpAlloc, code.OpField, code.OpFieldAddr, code.OpIndex, code.OpIndexAddr, code.OpLookup, code.OpLoad, code.OpStore, code.OpCall,
	code.OpCallValue, code.OpInvoke,
	code.OpBuiltin, code.OpClosure, code.OpMethod, code.OpIface, code.OpAssert, code.OpConvert, code.OpExtract, code.OpBinary, code.OpUnary,
	code.OpSlice,
	code.OpMakeSlice, code.OpMakeMap, code.OpMapUpdate, code.OpRange, code.OpNext, code.OpUnknown, code.OpDefer, code.OpRunDefers, code.OpGo,
}

// operands is how many operands an operation needs at least, if it needs more than one.
var operands = map[code.Op]int{code.OpIndex: 2, code.OpIndexAddr: 2, code.OpLookup: 2, code.OpStore: 2, code.OpBinary: 2, code.OpSlice: 2,
	code.OpMapUpdate: 3}

var (
	fuzzTypes    = []string{"p.T", "*p.T", "array", "[]p.T", "int", "struct", "$T"}
	fuzzOps      = []string{"==", "!=", "<", "<=", "+", "-", "*", "/", "%", "&"}
	fuzzBuiltins = []string{"len", "append", "max", "ssa:wrapnilchk", "copy", "delete", "clear"}
)

func randomFunc(c *choices, sym symbol.Name, funcs int, p *code.Package) *code.Func {
	f := &code.Func{
		Sym: sym, Params: 2, Results: 1, Pkg: p, ErrResult: c.n(2) == 0,
		ParamNames: []string{"a", "b"}, ParamTypes: []string{"*p.T", "int"}, ResultTypes: []string{"error"},
	}
	body := &code.Body{
		Regs: 2,
		Consts: []code.Const{
			{Kind: code.ConstZero}, {Kind: code.ConstBasic, Basic: 3, Text: "1"}, {Kind: code.ConstBasic, Basic: 3, Text: "7"},
			{Kind: code.ConstBasic, Basic: 1, Text: "true"}, {Kind: code.ConstBasic, Basic: 2, Text: `"s"`},
			{Kind: code.ConstGlobal, Text: "p.g"}, {Kind: code.ConstFunc, Text: "p.f0"},
		},
	}
	body.Blocks = make([]code.Block, 1+c.n(6))
	for i := range body.Blocks {
		b := &body.Blocks[i]
		for range c.n(8) {
			b.Instrs = append(b.Instrs, randomInstr(c, body, funcs))
		}
		end := code.Instr{Op: code.OpReturn, Dst: -1, Args: []int{operand(c, body)}}
		switch c.n(4) {
		case 1:
			b.Succs = []int{c.n(len(body.Blocks))}
			end = code.Instr{Op: code.OpJump, Dst: -1}
		case 2:
			b.Succs = []int{c.n(len(body.Blocks)), c.n(len(body.Blocks))}
			end = code.Instr{Op: code.OpIf, Dst: -1, Args: []int{operand(c, body)}}
		case 3:
			if c.n(4) == 0 {
				end = code.Instr{Op: code.OpPanic, Dst: -1, Args: []int{operand(c, body)}}
			}
		}
		b.Instrs = append(b.Instrs, end)
	}
	for i := range body.Blocks {
		for _, s := range body.Blocks[i].Succs {
			body.Blocks[s].Preds = append(body.Blocks[s].Preds, i)
		}
	}
	for i := range body.Blocks {
		b := &body.Blocks[i]
		if len(b.Preds) == 0 || c.n(2) == 0 {
			continue
		}
		phi := code.Instr{Op: code.OpPhi, Dst: body.Regs}
		body.Regs++
		for range b.Preds {
			phi.Args = append(phi.Args, operand(c, body))
		}
		b.Instrs = append([]code.Instr{phi}, b.Instrs...)
	}
	f.SetBody(body)
	return f
}

func operand(c *choices, body *code.Body) int {
	if c.n(3) == 0 {
		return ^c.n(len(body.Consts))
	}
	return c.n(body.Regs)
}

func randomInstr(c *choices, body *code.Body, funcs int) code.Instr {
	in := code.Instr{Op: fuzzed[c.n(len(fuzzed))], Index: c.n(3), CommaOK: c.n(2) == 0, Iface: c.n(2) == 0,
		Pos: code.Pos{Place: code.Place{File: "p.go", Line: 1 + c.n(50), Column: 1}}}
	for range max(operands[in.Op], 1) {
		in.Args = append(in.Args, operand(c, body))
	}
	switch in.Op {
	case code.OpAlloc, code.OpIface, code.OpAssert:
		in.Str = fuzzTypes[c.n(len(fuzzTypes))]
	case code.OpField, code.OpFieldAddr:
		in.Str = "F"
	case code.OpCall, code.OpClosure:
		in.Str = fmt.Sprintf("p.f%d", c.n(funcs+1))
	case code.OpInvoke, code.OpMethod:
		in.Str = "p.I.M"
	case code.OpBinary:
		in.Str = fuzzOps[c.n(len(fuzzOps))]
	case code.OpUnary:
		in.Str = []string{"!", "-", "^"}[c.n(3)]
	case code.OpBuiltin:
		in.Str = fuzzBuiltins[c.n(len(fuzzBuiltins))]
		if in.Str == "copy" || in.Str == "delete" {
			in.Args = append(in.Args, operand(c, body))
		}
	case code.OpDefer, code.OpGo:
		in.Call = &code.Call{Op: []code.Op{code.OpCall, code.OpCallValue, code.OpInvoke}[c.n(3)]}
		in.Str = fmt.Sprintf("p.f%d", c.n(funcs+1))
	}
	switch in.Op {
	case code.OpCall, code.OpCallValue, code.OpInvoke:
		in.Call = &code.Call{Op: in.Op, Results: c.n(3), Err: c.n(2) == 0}
	}
	in.Dst = body.Regs
	body.Regs++
	return in
}
