package code

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"sync"

	"github.com/rllint/rllint/internal/engine/symbol"
)

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
	var sections [][]byte
	for range count {
		size, n := binary.Uvarint(data)
		if n <= 0 || size > uint64(len(data)-n) {
			return nil, errCorrupt
		}
		sections = append(sections, data[n:n+int(size)])
		data = data[n+int(size):]
	}
	if len(data) > 0 {
		return nil, errCorrupt
	}
	return FromSections(sections)
}

// FromSections returns the package of which [Sections] returned the list, which must not be changed. It
// returns an error for anything else.
func FromSections(list [][]byte) (*Package, error) {
	var first *Package
	imports := make(map[string]*Package, len(list))
	for _, data := range list {
		p, err := section(data)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = p
		} else {
			imports[p.Path] = p
		}
	}
	if first == nil {
		return nil, errCorrupt
	}
	// The section may be shared with another reader: only this package's own
	// imports are set, on a copy.
	root := &Package{
		Path: first.Path, Main: first.Main, Name: first.Name, Funcs: first.Funcs, Types: first.Types, Inits: first.Inits,
		Takers: first.Takers, Vars: first.Vars, Assigned: first.Assigned, Imports: imports, stored: first.stored,
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
	defer recoverCorrupt(&err)
	if len(data) < sumSize || binary.BigEndian.Uint32(data) != sumOf(data) {
		return nil, errCorrupt
	}
	d := &decoder{in: data[sumSize:]}
	for range d.count() {
		d.table = append(d.table, string(d.bytes(d.count())))
	}
	p = &Package{Path: d.str(), Main: d.bool(), Name: d.str(), Inits: d.names(), Takers: d.names(), stored: data, table: d.table}
	p.Assigned = make(map[symbol.Name]bool)
	for _, s := range d.names() {
		p.Assigned[s] = true
	}
	p.Vars = make(map[symbol.Name]string)
	for range d.count() {
		k := d.name()
		p.Vars[k] = d.str()
	}
	p.Types = make(map[symbol.Name]*Type)
	for range d.count() {
		k := d.name()
		t := &Type{Methods: d.strs()}
		for range d.count() {
			t.Fields = append(t.Fields, Field{Name: d.str(), Type: d.str(), Embedded: d.bool(), Interface: d.bool(), Resolved: d.bool(), Methods: d.strs()})
		}
		p.Types[k] = t
	}
	p.Funcs = make(map[symbol.Name]*Func)
	for range d.count() {
		f := d.fn()
		f.Pkg = p
		p.Funcs[f.Sym] = f
	}
	if len(d.in) > 0 {
		return nil, errCorrupt
	}
	return p, nil
}

// recoverCorrupt, deferred, makes what a decoder panics with an error.
func recoverCorrupt(err *error) {
	if r := recover(); r != nil {
		if r != any(errCorrupt) {
			panic(r)
		}
		*err = errCorrupt
	}
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

func (d *decoder) name() symbol.Name { return symbol.Name(d.str()) }

func (d *decoder) names() []symbol.Name {
	var out []symbol.Name
	for range d.count() {
		out = append(out, d.name())
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

func (d *decoder) pos() Pos {
	p := Pos{File: d.str(), Line: d.small()}
	column := d.small()
	p.Column = column >> 1
	if column&1 != 0 {
		p.Read = Read{File: d.str(), Line: d.small(), Column: d.small()}
	}
	return p
}

func (d *decoder) fn() *Func {
	f := &Func{Sym: d.name(), Params: d.small(), Free: d.small(), Results: d.small()}
	f.ErrResult, f.Relevant, f.Generated, f.Variadic = d.bool(), d.bool(), d.bool(), d.bool()
	f.TypeParams, f.ParamNames, f.ParamTypes, f.ResultTypes = d.strs(), d.strs(), d.strs(), d.strs()
	f.Pos = d.pos()
	f.body.stored = d.bytes(d.count())
	return f
}

func (d *decoder) body() *Body {
	f := &Body{Regs: d.small(), Recover: d.small()}
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
