package ssacode

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A package of API types has some variables for each type, with its names. Who needs one of them need not have all of them
// computed. So initialisers that only compute with constants, and with variables of that kind, become blocks of their own at the end
// of the package's initialiser, each of which runs when its variable is asked for.

// maxLater bounds the instructions of such an initialiser.
const maxLater = 500

// A kindOfReg says what a register of an initialiser holds.
type kindOfReg int

const (
	unseen  kindOfReg = iota
	bare              // what no address can be taken out of
	made              // the address of a new object, or of a part of it
	mayHold           // what may hold such an address, or a new map
)

// A laterPart looks for such initialisers in the code of a package's.
type laterPart struct {
	body  *code.Body
	plain func(sym symbol.Name) bool // a call of the function only returns something
	later map[symbol.Name]kindOfReg  // variables that have such an initialiser, with what they hold
	apart map[symbol.Name]bool       // variables that cannot have one
	kinds map[int]kindOfReg
	roots map[int]int  // registers of the objects that registers with addresses lead to
	holds map[int]bool // registers of objects that hold addresses
	reads map[int]int  // index of the last instruction that reads a register
}

// later moves such initialisers in the code of a package's, unless more than that sets their variables.
func (s *selection) later(p *code.Package, body *code.Body) {
	if s.Plain == nil || len(body.Blocks) != 3 || len(body.Blocks[1].Preds) != 1 || len(body.Blocks[1].Succs) != 1 {
		return
	}
	block := &body.Blocks[1]
	part := &laterPart{
		body: body,
		plain: func(sym symbol.Name) bool {
			return p.Funcs[sym] == nil && s.imports.Find(sym) == nil && s.Plain(sym)
		},
		later: make(map[symbol.Name]kindOfReg), apart: make(map[symbol.Name]bool), reads: make(map[int]int),
	}
	for i := range block.Instrs {
		for _, arg := range block.Instrs[i].Args {
			part.reads[arg] = i
		}
	}
	kept := block.Instrs[:1:1] // which notes that the package is initialised
	last := len(block.Instrs) - 1
	for i := 1; i < last; {
		end, sym := part.next(i, last)
		group := block.Instrs[i:end]
		if kind, ok := part.computes(group, sym); ok && !p.Assigned[sym] && part.later[sym] == unseen && !part.apart[sym] {
			part.later[sym] = kind
			body.Blocks = append(body.Blocks, code.Block{Instrs: append(slices.Clone(group), code.Instr{Op: code.OpReturn, Dst: -1, Str: string(sym)})})
			block = &body.Blocks[1]
		} else {
			part.sets(group)
			kept = append(kept, group...)
		}
		i = end
	}
	block.Instrs = append(kept, block.Instrs[last])
}

// next returns where the initialiser ends that begins at an instruction, and the variable that it sets, "" if it sets none or
// several.
func (l *laterPart) next(from, last int) (end int, sym symbol.Name) {
	needed := -1 // the last instruction that reads what was computed so far
	several := false
	parts := make(map[int]symbol.Name) // registers with addresses of parts of variables
	for i := from; i < last; i++ {
		in := &l.body.Blocks[1].Instrs[i]
		if in.Dst >= 0 {
			needed = max(needed, l.reads[in.Dst])
		}
		switch in.Op {
		case code.OpFieldAddr, code.OpIndexAddr:
			parts[in.Dst] = cmp.Or(l.global(in.Args[0]), parts[in.Args[0]])
			continue
		case code.OpStore:
		default:
			continue
		}
		if to := cmp.Or(l.global(in.Args[0]), parts[in.Args[0]]); to != "" {
			several = several || sym != "" && sym != to
			sym = to
		}
		if sym != "" && needed <= i && !l.goesOn(i+1, last, sym) {
			if several {
				sym = ""
			}
			return i + 1, sym
		}
	}
	return last, ""
}

// goesOn reports whether the instruction at an index is the first of those that set another part of the variable.
func (l *laterPart) goesOn(i, last int, sym symbol.Name) bool {
	instrs := l.body.Blocks[1].Instrs
	in := &instrs[i]
	if i >= last || in.Op != code.OpFieldAddr && in.Op != code.OpIndexAddr || l.global(in.Args[0]) != sym {
		return false
	}
	user := &instrs[l.reads[in.Dst]]
	return user.Op != code.OpLoad
}

// global returns the variable whose address an operand is, "" for none.
func (l *laterPart) global(arg int) symbol.Name {
	if arg >= 0 || l.body.Consts[^arg].Kind != code.ConstGlobal {
		return ""
	}
	return symbol.Name(l.body.Consts[^arg].Text)
}

// sets notes the variables that initialisers may set which stay where they are.
func (l *laterPart) sets(group []code.Instr) {
	for i := range group {
		switch in := &group[i]; in.Op {
		case code.OpStore, code.OpFieldAddr, code.OpIndexAddr:
			if sym := l.global(in.Args[0]); sym != "" {
				l.apart[sym] = true
			}
		}
	}
}

// computes reports whether instructions only compute what they store in the variable, and what that then holds.
func (l *laterPart) computes(group []code.Instr, sym symbol.Name) (holds kindOfReg, ok bool) {
	if sym == "" || len(group) > maxLater {
		return unseen, false
	}
	l.kinds, l.roots, l.holds = make(map[int]kindOfReg), make(map[int]int), make(map[int]bool)
	holds = bare
	for i := range group {
		in := &group[i]
		if in.Op == code.OpStore && l.leadsTo(in.Args[0], sym) {
			switch l.kind(in.Args[1]) {
			case unseen:
				return unseen, false
			case made, mayHold:
				holds = mayHold
			}
			continue
		}
		if !l.step(in, sym) {
			return unseen, false
		}
	}
	return holds, true
}

// What addresses lead to that is no new object.
const (
	variable = -1 // the variable itself
	another  = -2 // a variable that has such an initialiser, too
)

// leadsTo reports whether an operand is the address of the variable, or of a part of it.
func (l *laterPart) leadsTo(arg int, sym symbol.Name) bool {
	if arg < 0 {
		return l.global(arg) == sym
	}
	return l.kinds[arg] == made && l.roots[arg] == variable
}

// kind returns what an operand holds, unseen for what is not to be handled.
func (l *laterPart) kind(arg int) kindOfReg {
	if arg >= 0 {
		if l.kinds[arg] == made && l.roots[arg] < 0 {
			return unseen // the address of a variable
		}
		return l.kinds[arg]
	}
	switch l.body.Consts[^arg].Kind {
	case code.ConstBasic, code.ConstZero:
		return bare
	}
	return unseen
}

func (l *laterPart) allBare(args []int) bool {
	return !slices.ContainsFunc(args, func(arg int) bool { return l.kind(arg) != bare })
}

// step notes what an instruction computes, and returns false for one that does more.
func (l *laterPart) step(in *code.Instr, sym symbol.Name) bool {
	is := bare
	switch in.Op {
	case code.OpAlloc:
		is, l.roots[in.Dst] = made, in.Dst
	case code.OpFieldAddr, code.OpIndexAddr:
		switch base := in.Args[0]; {
		case base < 0 && l.global(base) == sym:
			l.roots[in.Dst] = variable
		case base < 0 && l.later[l.global(base)] == bare:
			l.roots[in.Dst] = another
		case base >= 0 && l.kinds[base] == made:
			l.roots[in.Dst] = l.roots[base]
		default:
			return false
		}
		if is = made; !l.allBare(in.Args[1:]) {
			return false
		}
	case code.OpStore:
		to, what := in.Args[0], l.kind(in.Args[1])
		if to < 0 || l.kinds[to] != made || l.roots[to] == another || what == unseen {
			return false
		}
		l.holds[l.roots[to]] = l.holds[l.roots[to]] || what != bare
		return true
	case code.OpLoad:
		from := in.Args[0]
		switch {
		case from < 0 && l.later[l.global(from)] == bare:
		case from >= 0 && l.kinds[from] == made && l.roots[from] != variable:
			if l.holds[l.roots[from]] {
				is = mayHold
			}
		default:
			return false
		}
	case code.OpSlice, code.OpIface, code.OpConvert:
		is = mayHold
		if l.kind(in.Args[0]) == unseen || !l.allBare(in.Args[1:]) {
			return false
		}
		if in.Op == code.OpConvert && l.kind(in.Args[0]) == bare {
			is = bare
		}
	case code.OpMakeMap:
		is = mayHold
	case code.OpMapUpdate:
		return in.Args[0] >= 0 && l.kinds[in.Args[0]] == mayHold && l.kind(in.Args[1]) == bare && l.kind(in.Args[2]) != unseen
	case code.OpCall:
		if len(in.Call.Types) > 0 || !l.allBare(in.Args) || !l.plain(in.Symbol()) {
			return false
		}
	case code.OpBinary, code.OpUnary, code.OpField, code.OpExtract:
		if !l.allBare(in.Args) {
			return false
		}
	default:
		return false
	}
	if in.Dst >= 0 {
		l.kinds[in.Dst] = is
	}
	return true
}
