package code

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// errCorrupt is what a codec says of bytes that it did not write.
var errCorrupt = errors.New("not the stored form of a package")

// sumSize is how many bytes at the start of a section are the checksum of the others.
const sumSize = 4

func sumOf(section []byte) uint32 { return crc32.ChecksumIEEE(section[sumSize:]) }

// A codec writes the stored form, or reads it: one method for each part says what it consists of, so that both agree. To read,
// it panics with errCorrupt where its input ends or makes no sense. To write, it changes nothing of what it is given.
type codec struct {
	reading bool
	in      []byte
	out     []byte
	table   []string
	strings map[string]uint64
	bodies  map[*Func]span
}

// A span is where the code of a function is in a codec's output.
type span struct{ from, to int }

// recoverCorrupt, deferred, makes what a codec panics with an error.
func recoverCorrupt(err *error) {
	if r := recover(); r != nil {
		if r != any(errCorrupt) {
			panic(r)
		}
		*err = errCorrupt
	}
}

// number writes a number, or reads one that is at most a bound.
func (c *codec) number(v, most uint64) uint64 {
	if !c.reading {
		c.out = binary.AppendUvarint(c.out, v)
		return v
	}
	v, n := binary.Uvarint(c.in)
	if n <= 0 || v > most {
		panic(errCorrupt)
	}
	c.in = c.in[n:]
	return v
}

// count is the length of a list, each element of which takes a byte or more.
func (c *codec) count(n int) int { return int(c.number(uint64(n), uint64(len(c.in)))) }

func (c *codec) small(v *int) {
	if n := c.number(uint64(*v), math.MaxInt32); c.reading {
		*v = int(n)
	}
}

func (c *codec) int(v *int) {
	if !c.reading {
		c.out = binary.AppendVarint(c.out, int64(*v))
		return
	}
	x, n := binary.Varint(c.in)
	if n <= 0 || x > math.MaxInt32 || x < math.MinInt32 {
		panic(errCorrupt)
	}
	c.in = c.in[n:]
	*v = int(x)
}

// bytes reads as many.
func (c *codec) bytes(n int) []byte {
	if n > len(c.in) {
		panic(errCorrupt)
	}
	b := c.in[:n]
	c.in = c.in[n:]
	return b
}

func (c *codec) byte(v *byte) {
	if c.reading {
		*v = c.bytes(1)[0]
	} else {
		c.out = append(c.out, *v)
	}
}

func (c *codec) bools(list ...*bool) {
	for _, v := range list {
		var b byte
		if *v {
			b = 1
		}
		if c.byte(&b); c.reading {
			*v = b != 0
		}
	}
}

func (c *codec) str(v *string) {
	if c.reading {
		i := c.number(0, math.MaxInt32)
		if i >= uint64(len(c.table)) {
			panic(errCorrupt)
		}
		*v = c.table[i]
		return
	}
	i, ok := c.strings[*v]
	if !ok {
		i = uint64(len(c.table))
		c.strings[*v] = i
		c.table = append(c.table, *v)
	}
	c.number(i, 0)
}

func (c *codec) name(v *symbol.Name) { c.str((*string)(v)) }

func (c *codec) strs(v *[]string)       { list(c, v, c.str) }
func (c *codec) names(v *[]symbol.Name) { list(c, v, c.name) }
func (c *codec) ints(v *[]int)          { list(c, v, c.int) }
func list[T any](c *codec, v *[]T, each func(*T)) {
	n := c.count(len(*v))
	if c.reading && n > 0 {
		*v = make([]T, n)
	}
	for i := range n {
		each(&(*v)[i])
	}
}

// byName is a map, in the order of its names.
func byName[T any](c *codec, v *map[symbol.Name]T, each func(symbol.Name, *T)) {
	names := slices.Sorted(maps.Keys(*v))
	n := c.count(len(names))
	if c.reading {
		*v, names = make(map[symbol.Name]T), make([]symbol.Name, n)
	}
	for _, name := range names {
		c.name(&name)
		one := (*v)[name]
		if each(name, &one); c.reading {
			(*v)[name] = one
		}
	}
}

// section is what is stored of a package itself.
func (c *codec) section(p *Package) {
	c.str(&p.Path)
	c.bools(&p.Main, &p.Partial)
	c.str(&p.Name)
	c.names(&p.Inits)
	c.names(&p.Takers)
	byName(c, &p.Assigned, func(_ symbol.Name, is *bool) { *is = true })
	byName(c, &p.Vars, func(_ symbol.Name, t *string) { c.str(t) })
	byName(c, &p.Types, func(_ symbol.Name, t **Type) {
		if c.reading {
			*t = new(Type)
		}
		c.strs(&(*t).Methods)
		list(c, &(*t).Fields, func(f *Field) {
			c.str(&f.Name)
			c.str(&f.Type)
			c.bools(&f.Embedded, &f.Interface, &f.Resolved)
			c.strs(&f.Methods)
		})
	})
	byName(c, &p.Funcs, func(name symbol.Name, f **Func) {
		if c.reading {
			*f = &Func{Sym: name, Pkg: p}
		}
		c.fn(*f)
	})
}

func (c *codec) fn(f *Func) {
	c.small(&f.Params)
	c.small(&f.Free)
	c.small(&f.Results)
	c.bools(&f.ErrResult, &f.Relevant, &f.Generated, &f.Variadic)
	c.strs(&f.TypeParams)
	c.strs(&f.ParamNames)
	c.strs(&f.ParamTypes)
	c.strs(&f.ResultTypes)
	c.pos(&f.Pos)
	if c.reading {
		f.body.stored = c.bytes(c.count(0))
		return
	}
	header := c.out
	c.out = nil
	c.body(f.Body())
	code := c.out
	c.out = header
	c.count(len(code))
	c.bodies[f] = span{len(c.out), len(c.out) + len(code)}
	c.out = append(c.out, code...)
}

func (c *codec) body(f *Body) {
	c.small(&f.Regs)
	c.small(&f.Recover)
	list(c, &f.Consts, func(k *Const) {
		c.byte((*byte)(&k.Kind))
		c.byte(&k.Basic)
		c.str(&k.Text)
	})
	list(c, &f.Blocks, func(b *Block) {
		c.ints(&b.Preds)
		c.ints(&b.Succs)
		list(c, &b.Instrs, c.instr)
	})
}

func (c *codec) pos(p *Pos) {
	column, read := p.Column<<1, p.Read
	if read != (Place{}) {
		column |= 1
		read.File = filepath.Base(read.File) // a folder may be one of this run alone
	}
	c.str(&p.File)
	c.small(&p.Line)
	if c.small(&column); column&1 != 0 {
		c.str(&read.File)
		c.small(&read.Line)
		c.small(&read.Column)
	}
	if c.reading {
		p.Column, p.Read = column>>1, read
	}
}

// Bits of the byte that says which parts of an instruction follow.
const (
	hasStr = 1 << iota
	hasPos
	hasIndex
	hasLen
	hasTagged
	hasCall
	isCommaOK
	isIface
)

func (c *codec) instr(in *Instr) {
	var bits byte
	for i, has := range [...]bool{in.Str != "", in.Pos.IsValid(), in.Index != 0, in.Len != 0, in.Tagged != nil, in.Call != nil, in.CommaOK,
		in.Iface} {
		if has && !c.reading {
			bits |= 1 << i
		}
	}
	c.byte((*byte)(&in.Op))
	if c.byte(&bits); c.reading {
		in.CommaOK, in.Iface = bits&isCommaOK != 0, bits&isIface != 0
	}
	c.int(&in.Dst)
	c.ints(&in.Args)
	if bits&hasStr != 0 {
		c.str(&in.Str)
	}
	if bits&hasPos != 0 {
		c.pos(&in.Pos)
	}
	if bits&hasIndex != 0 {
		c.int(&in.Index)
	}
	if bits&hasLen != 0 {
		c.int(&in.Len)
	}
	switch {
	case in.Op == OpAssert && in.Iface:
		c.strs(&in.Methods)
	case in.Op == OpBinary || in.Op == OpUnary || in.Op == OpConvert:
		c.str(&in.Number)
	}
	if bits&hasTagged != 0 {
		if c.reading {
			in.Tagged = new(Tagged)
		}
		c.str(&in.Tagged.Tag)
		c.str(&in.Tagged.Of)
	}
	if bits&hasCall != 0 {
		if c.reading {
			in.Call = new(Call)
		}
		c.call(in.Call)
	}
}

func (c *codec) call(in *Call) {
	c.byte((*byte)(&in.Op))
	c.small(&in.Results)
	c.bools(&in.Err)
	c.strs(&in.Types)
	list(c, &in.ArgPos, c.pos)
	c.str(&in.Derivation)
	c.str(&in.Shape.LastParam)
	c.str(&in.Shape.FirstResult)
}
