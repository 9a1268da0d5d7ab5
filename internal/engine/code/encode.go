package code

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// The stored form of a package is a list of sections, one for the package and one
// for each package it imports, so that a reader who has a section already can pass
// over it. A section has a checksum, a table of its strings and then its types, variables and
// functions in the order of their symbols, the code of each with its length before it; numbers are varints.

// codecVersion changes with the form, so that facts of another version are refused.
const codecVersion = 12

// errCorrupt is what a decoder says of bytes that Encode did not write.
var errCorrupt = errors.New("not the stored form of a package")

// Encode returns the stored form of p and of the packages it imports. It is the
// same for the same code.
func Encode(p *Package) ([]byte, error) {
	out := binary.AppendUvarint(nil, codecVersion)
	sections := Sections(p)
	out = binary.AppendUvarint(out, uint64(len(sections)))
	for _, s := range sections {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return out, nil
}

// Sections returns the stored forms of p and of each package it imports, which are parts of what [Encode]
// returns. The same slice stands for a package each time, and must not be changed.
func Sections(p *Package) [][]byte {
	list := [][]byte{p.section()}
	for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
		list = append(list, p.Imports[path].section())
	}
	return list
}

// section returns the stored form of p alone.
func (p *Package) section() []byte {
	p.storeOnce.Do(func() {
		if p.stored == nil {
			p.stored = encodeSection(p)
		}
	})
	return p.stored
}

func encodeSection(p *Package) []byte {
	e := &encoder{strings: make(map[string]uint64), bodies: make(map[*Func]span, len(p.Funcs))}
	e.str(p.Path)
	e.bool(p.Main)
	e.str(p.Name)
	e.names(p.Inits)
	e.names(p.Takers)
	e.names(slices.Sorted(maps.Keys(p.Assigned)))
	e.uint(uint64(len(p.Vars)))
	for _, k := range slices.Sorted(maps.Keys(p.Vars)) {
		e.name(k)
		e.str(p.Vars[k])
	}
	e.uint(uint64(len(p.Types)))
	for _, k := range slices.Sorted(maps.Keys(p.Types)) {
		e.name(k)
		e.strs(p.Types[k].Methods)
		e.uint(uint64(len(p.Types[k].Fields)))
		for _, f := range p.Types[k].Fields {
			e.str(f.Name)
			e.str(f.Type)
			e.bool(f.Embedded)
			e.bool(f.Interface)
			e.bool(f.Resolved)
			e.strs(f.Methods)
		}
	}
	e.uint(uint64(len(p.Funcs)))
	for _, k := range slices.Sorted(maps.Keys(p.Funcs)) {
		e.fn(p.Funcs[k])
	}
	out := make([]byte, sumSize, sumSize+len(e.out))
	out = binary.AppendUvarint(out, uint64(len(e.table)))
	for _, s := range e.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	start := len(out)
	out = append(out, e.out...)
	binary.BigEndian.PutUint32(out, sumOf(out))
	p.table = e.table
	for f, at := range e.bodies {
		f.body.stored = out[start+at.from : start+at.to : start+at.to]
	}
	return out
}

// sumSize is how many bytes at the start of a section are the checksum of the others.
const sumSize = 4

func sumOf(section []byte) uint32 { return crc32.ChecksumIEEE(section[sumSize:]) }

type encoder struct {
	out     []byte
	strings map[string]uint64
	table   []string
	bodies  map[*Func]span
}

// A span is where the code of a function is in an encoder's output.
type span struct{ from, to int }

func (e *encoder) uint(v uint64) { e.out = binary.AppendUvarint(e.out, v) }
func (e *encoder) int(v int)     { e.out = binary.AppendVarint(e.out, int64(v)) }

func (e *encoder) bool(b bool) {
	if b {
		e.out = append(e.out, 1)
	} else {
		e.out = append(e.out, 0)
	}
}

func (e *encoder) str(s string) {
	i, ok := e.strings[s]
	if !ok {
		i = uint64(len(e.table))
		e.strings[s] = i
		e.table = append(e.table, s)
	}
	e.uint(i)
}

func (e *encoder) strs(list []string) {
	e.uint(uint64(len(list)))
	for _, s := range list {
		e.str(s)
	}
}

func (e *encoder) name(n symbol.Name) { e.str(string(n)) }

func (e *encoder) names(list []symbol.Name) {
	e.uint(uint64(len(list)))
	for _, n := range list {
		e.name(n)
	}
}

func (e *encoder) ints(list []int) {
	e.uint(uint64(len(list)))
	for _, i := range list {
		e.int(i)
	}
}

func (e *encoder) pos(p Pos) {
	e.str(p.File)
	e.uint(uint64(p.Line))
	if p.Read == (Read{}) {
		e.uint(uint64(p.Column) << 1)
		return
	}
	e.uint(uint64(p.Column)<<1 | 1)
	e.str(filepath.Base(p.Read.File)) // a folder may be one of this run alone
	e.uint(uint64(p.Read.Line))
	e.uint(uint64(p.Read.Column))
}

func (e *encoder) fn(f *Func) {
	e.name(f.Sym)
	for _, n := range []int{f.Params, f.Free, f.Results} {
		e.uint(uint64(n))
	}
	e.bool(f.ErrResult)
	e.bool(f.Relevant)
	e.bool(f.Generated)
	e.bool(f.Variadic)
	e.strs(f.TypeParams)
	e.strs(f.ParamNames)
	e.strs(f.ParamTypes)
	e.strs(f.ResultTypes)
	e.pos(f.Pos)
	header := e.out
	e.out = nil
	e.body(f.Body())
	code := e.out
	e.out = header
	e.uint(uint64(len(code)))
	from := len(e.out)
	e.out = append(e.out, code...)
	e.bodies[f] = span{from, len(e.out)}
}

func (e *encoder) body(f *Body) {
	e.uint(uint64(f.Regs))
	e.uint(uint64(f.Recover))
	e.uint(uint64(len(f.Consts)))
	for _, c := range f.Consts {
		e.out = append(e.out, byte(c.Kind), c.Basic)
		e.str(c.Text)
	}
	e.uint(uint64(len(f.Blocks)))
	for i := range f.Blocks {
		e.ints(f.Blocks[i].Preds)
		e.ints(f.Blocks[i].Succs)
		e.uint(uint64(len(f.Blocks[i].Instrs)))
		for j := range f.Blocks[i].Instrs {
			e.instr(&f.Blocks[i].Instrs[j])
		}
	}
}

// Bits of the byte that says which parts of an instruction follow.
const (
	hasN = 1 << iota
	hasStr
	hasTag
	hasTypes
	hasPos
	hasArgPos
	isCommaOK
)

func (e *encoder) instr(in *Instr) {
	var bits byte
	set := func(bit byte, on bool) {
		if on {
			bits |= bit
		}
	}
	set(hasN, in.N != 0)
	set(hasStr, in.Str != "")
	set(hasTag, in.Tag != "")
	set(hasTypes, len(in.Types) > 0)
	set(hasPos, in.Pos.IsValid())
	set(hasArgPos, len(in.ArgPos) > 0)
	set(isCommaOK, in.CommaOK)
	e.out = append(e.out, byte(in.Op), bits)
	e.int(in.Dst)
	e.ints(in.Args)
	if bits&hasN != 0 {
		e.int(in.N)
	}
	if bits&hasStr != 0 {
		e.str(in.Str)
	}
	if bits&hasTag != 0 {
		e.str(in.Tag)
	}
	if bits&hasTypes != 0 {
		e.strs(in.Types)
	}
	if bits&hasPos != 0 {
		e.pos(in.Pos)
	}
	if bits&hasArgPos != 0 {
		e.uint(uint64(len(in.ArgPos)))
		for _, p := range in.ArgPos {
			e.pos(p)
		}
	}
}

// String is for tests and tracing.
func (i Instr) String() string {
	return fmt.Sprintf("%d %s %v -> %d", i.Op, i.Str, i.Args, i.Dst)
}
