package code

import (
	"fmt"
	"iter"
	"weak"
)

// Definition returns the instruction that sets a register, nil for an operand
// that no instruction sets.
func (f *Body) Definition(arg int) *Instr {
	if arg < 0 {
		return nil
	}
	return f.defs[arg]
}

// All yields the instructions, block by block.
func (f *Body) All() iter.Seq[*Instr] {
	return func(yield func(*Instr) bool) {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if !yield(&f.Blocks[b].Instrs[i]) {
					return
				}
			}
		}
	}
}

// Any reports whether something holds of an instruction.
func (f *Body) Any(holds func(*Instr) bool) bool {
	for in := range f.All() {
		if holds(in) {
			return true
		}
	}
	return false
}

// noBody is that of a function whose code is not known.
var noBody = &Body{}

// SetBody gives a function that is being built its code.
func (f *Func) SetBody(b *Body) { f.body.built = b }

// Body returns the code of a function, which must not be changed. Callers hold it while they need it, and
// do not call Body again and again. It is safe for concurrent use, and panics if the stored form has been
// forged: [FromSections] refuses one that is damaged.
func (f *Func) Body() *Body {
	if b := f.body.built; b != nil {
		f.body.ready.Do(b.analyse)
		return b
	}
	if f.body.stored == nil {
		return noBody
	}
	if w := f.body.read.Load(); w != nil {
		if b := w.Value(); b != nil {
			return b
		}
	}
	b, err := f.readBody()
	if err != nil {
		panic(fmt.Sprintf("the stored code of %s is %v", f.Sym, err))
	}
	w := weak.Make(b)
	f.body.read.Store(&w)
	return b
}

// readBody reads the stored form.
func (f *Func) readBody() (b *Body, err error) {
	defer recoverCorrupt(&err)
	c, b := &codec{reading: true, in: f.body.stored, table: f.Pkg.table}, new(Body)
	if c.body(b); len(c.in) > 0 {
		return nil, errCorrupt
	}
	b.analyse()
	return b, nil
}

// Pack has the code of the package's functions kept in its stored form alone, which is a fifth of the size, and
// forgets what only the analysis of the package itself needs. Nobody else may use the package meanwhile.
func (p *Package) Pack() {
	p.section()
	for _, f := range p.Funcs {
		f.body.built, f.Uses, f.RelevantResults = nil, nil, nil
	}
}
