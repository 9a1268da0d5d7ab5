package flow

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"sync"
)

// The stored form of a package is a list of sections, one for the package and one
// for each package it imports, so that a reader who has a section already can pass
// over it. A section has a table of its strings and then its types, variables and
// functions in the order of their symbols; numbers are varints.

// codecVersion changes with the form, so that facts of another version are refused.
const codecVersion = 2

// errCorrupt is what a decoder says of bytes that Encode did not write.
var errCorrupt = errors.New("not the stored form of a package")

// Encode returns the stored form of p and of the packages it imports. It is the
// same for the same code.
func Encode(p *Package) ([]byte, error) {
	out := binary.AppendUvarint(nil, codecVersion)
	out = binary.AppendUvarint(out, uint64(len(p.Imports)+1))
	out = appendSection(out, p)
	for _, path := range sortedKeys(p.Imports) {
		out = appendSection(out, p.Imports[path])
	}
	return out, nil
}

func appendSection(out []byte, p *Package) []byte {
	s := p.section()
	out = binary.AppendUvarint(out, uint64(len(s)))
	return append(out, s...)
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
	e := &encoder{strings: make(map[string]uint64)}
	e.str(p.Path)
	e.bool(p.Main)
	e.strs(p.Inits)
	e.strs(sortedKeys(p.Assigned))
	e.uint(uint64(len(p.Vars)))
	for _, k := range sortedKeys(p.Vars) {
		e.str(k)
		e.str(p.Vars[k])
	}
	e.uint(uint64(len(p.Types)))
	for _, k := range sortedKeys(p.Types) {
		e.str(k)
		e.strs(p.Types[k].Methods)
		e.uint(uint64(len(p.Types[k].Fields)))
		for _, f := range p.Types[k].Fields {
			e.str(f.Name)
			e.str(f.Type)
			e.bool(f.Embedded)
		}
	}
	e.uint(uint64(len(p.Funcs)))
	for _, k := range sortedKeys(p.Funcs) {
		e.fn(p.Funcs[k].Body())
	}
	var out []byte
	out = binary.AppendUvarint(out, uint64(len(e.table)))
	for _, s := range e.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, e.out...)
}

type encoder struct {
	out     []byte
	strings map[string]uint64
	table   []string
}

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

func (e *encoder) ints(list []int) {
	e.uint(uint64(len(list)))
	for _, i := range list {
		e.int(i)
	}
}

func (e *encoder) pos(p Pos) {
	e.str(p.File)
	e.uint(uint64(p.Line))
	e.uint(uint64(p.Column))
}

func (e *encoder) fn(f *Func) {
	e.str(f.Sym)
	for _, n := range []int{f.Params, f.Free, f.Regs, f.Results} {
		e.uint(uint64(n))
	}
	e.bool(f.ErrResult)
	e.bool(f.Strong)
	e.strs(f.TypeParams)
	e.strs(f.ParamNames)
	e.strs(f.ParamTypes)
	e.pos(f.Pos)
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

// sections holds the packages that were decoded, since the same section comes with
// every package that imports it.
var sections struct {
	sync.Mutex
	seed maphash.Seed
	m    map[sectionKey]*Package
}

type sectionKey struct {
	sum  uint64
	size int
}

// Decode reads what Encode wrote. It returns an error for anything else.
func Decode(data []byte) (*Package, error) {
	version, n := binary.Uvarint(data)
	if n <= 0 || version != codecVersion {
		return nil, errCorrupt
	}
	data = data[n:]
	count, n := binary.Uvarint(data)
	if n <= 0 || count == 0 || count > uint64(len(data)) {
		return nil, errCorrupt
	}
	data = data[n:]
	var first *Package
	imports := make(map[string]*Package, count-1)
	for range count {
		size, n := binary.Uvarint(data)
		if n <= 0 || size > uint64(len(data)-n) {
			return nil, errCorrupt
		}
		p, err := section(data[n : n+int(size)])
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = p
		} else {
			imports[p.Path] = p
		}
		data = data[n+int(size):]
	}
	if len(data) > 0 {
		return nil, errCorrupt
	}
	// The section may be shared with another reader: only this package's own
	// imports are set, on a copy.
	root := &Package{
		Path: first.Path, Main: first.Main, Funcs: first.Funcs, Types: first.Types, Inits: first.Inits,
		Vars: first.Vars, Assigned: first.Assigned, Imports: imports, stored: first.stored,
	}
	return root, nil
}

func section(data []byte) (*Package, error) {
	sections.Lock()
	defer sections.Unlock()
	if sections.m == nil {
		sections.seed = maphash.MakeSeed()
		sections.m = make(map[sectionKey]*Package)
	}
	key := sectionKey{maphash.Bytes(sections.seed, data), len(data)}
	if p := sections.m[key]; p != nil {
		return p, nil
	}
	p, err := decodeSection(data)
	if err != nil {
		return nil, err
	}
	sections.m[key] = p
	return p, nil
}

func decodeSection(data []byte) (p *Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			if r != any(errCorrupt) {
				panic(r)
			}
			p, err = nil, errCorrupt
		}
	}()
	d := &decoder{in: data}
	for range d.count() {
		d.table = append(d.table, string(d.bytes(d.count())))
	}
	p = &Package{Path: d.str(), Main: d.bool(), Inits: d.strs(), stored: data}
	p.Assigned = make(map[string]bool)
	for _, s := range d.strs() {
		p.Assigned[s] = true
	}
	p.Vars = make(map[string]string)
	for range d.count() {
		k := d.str()
		p.Vars[k] = d.str()
	}
	p.Types = make(map[string]*Type)
	for range d.count() {
		k := d.str()
		t := &Type{Methods: d.strs()}
		for range d.count() {
			t.Fields = append(t.Fields, Field{Name: d.str(), Type: d.str(), Embedded: d.bool()})
		}
		p.Types[k] = t
	}
	p.Funcs = make(map[string]*Func)
	for range d.count() {
		f := d.fn()
		f.Pkg = p
		if err := f.check(); err != nil {
			return nil, err
		}
		p.Funcs[f.Sym] = f
	}
	if len(d.in) > 0 {
		return nil, errCorrupt
	}
	return p, nil
}

// A decoder panics with errCorrupt where its input ends or makes no sense.
type decoder struct {
	in    []byte
	table []string
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.in)
	if n <= 0 {
		panic(errCorrupt)
	}
	d.in = d.in[n:]
	return v
}

func (d *decoder) small() int {
	v := d.uint()
	if v > math.MaxInt32 {
		panic(errCorrupt)
	}
	return int(v)
}

// count reads the length of a list, each element of which takes a byte or more.
func (d *decoder) count() int {
	v := d.uint()
	if v > uint64(len(d.in)) {
		panic(errCorrupt)
	}
	return int(v)
}

func (d *decoder) int() int {
	v, n := binary.Varint(d.in)
	if n <= 0 || v > math.MaxInt32 || v < math.MinInt32 {
		panic(errCorrupt)
	}
	d.in = d.in[n:]
	return int(v)
}

func (d *decoder) bytes(n int) []byte {
	if n > len(d.in) {
		panic(errCorrupt)
	}
	b := d.in[:n]
	d.in = d.in[n:]
	return b
}

func (d *decoder) byte() byte { return d.bytes(1)[0] }

func (d *decoder) bool() bool { return d.byte() != 0 }

func (d *decoder) str() string {
	i := d.uint()
	if i >= uint64(len(d.table)) {
		panic(errCorrupt)
	}
	return d.table[i]
}

func (d *decoder) strs() []string {
	var out []string
	for range d.count() {
		out = append(out, d.str())
	}
	return out
}

func (d *decoder) ints() []int {
	n := d.count()
	if n == 0 {
		return nil
	}
	out := make([]int, n)
	for i := range out {
		out[i] = d.int()
	}
	return out
}

func (d *decoder) pos() Pos { return Pos{File: d.str(), Line: d.small(), Column: d.small()} }

func (d *decoder) fn() *Func {
	f := &Func{Sym: d.str(), Params: d.small(), Free: d.small(), Regs: d.small(), Results: d.small()}
	f.ErrResult, f.Strong = d.bool(), d.bool()
	f.TypeParams, f.ParamNames, f.ParamTypes = d.strs(), d.strs(), d.strs()
	f.Pos = d.pos()
	for range d.count() {
		f.Consts = append(f.Consts, Const{Kind: ConstKind(d.byte()), Basic: d.byte(), Text: d.str()})
	}
	n := d.count()
	f.Blocks = make([]Block, n)
	for i := range f.Blocks {
		f.Blocks[i].Preds, f.Blocks[i].Succs = d.ints(), d.ints()
		f.Blocks[i].Instrs = make([]Instr, d.count())
		for j := range f.Blocks[i].Instrs {
			d.instr(&f.Blocks[i].Instrs[j])
		}
	}
	return f
}

func (d *decoder) instr(in *Instr) {
	in.Op = Op(d.byte())
	bits := d.byte()
	in.Dst, in.Args = d.int(), d.ints()
	in.CommaOK = bits&isCommaOK != 0
	if bits&hasN != 0 {
		in.N = d.int()
	}
	if bits&hasStr != 0 {
		in.Str = d.str()
	}
	if bits&hasTag != 0 {
		in.Tag = d.str()
	}
	if bits&hasTypes != 0 {
		in.Types = d.strs()
	}
	if bits&hasPos != 0 {
		in.Pos = d.pos()
	}
	if bits&hasArgPos != 0 {
		in.ArgPos = make([]Pos, d.count())
		for i := range in.ArgPos {
			in.ArgPos[i] = d.pos()
		}
	}
}

// String is for tests and tracing.
func (in Instr) String() string {
	return fmt.Sprintf("%d %s %v -> %d", in.Op, in.Str, in.Args, in.Dst)
}
