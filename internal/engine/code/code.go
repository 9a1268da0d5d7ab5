package code

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// An Op is the operation of an [Instr].
type Op uint8

// The operations. Operands are named by their place in [Instr.Args].
const (
	OpInvalid   Op = iota
	OpAlloc        // Dst = pointer to a new zero Str
	OpField        // Dst = Args[0].Str, of a struct value
	OpFieldAddr    // Dst = &Args[0].Str, of a pointer to a struct
	OpIndex        // Dst = Args[0][Args[1]], of an array value or string
	OpIndexAddr    // Dst = &Args[0][Args[1]]
	OpLookup       // Dst = Args[0][Args[1]] of a map; a pair if CommaOK
	OpLoad         // Dst = *Args[0]
	OpStore        // *Args[0] = Args[1]
	OpCall         // Dst = Str(Args...), Str a function's symbol
	OpCallValue    // Dst = Args[0](Args[1:]...)
	OpInvoke       // Dst = Args[0].Str(Args[1:]...), Str an interface method's symbol
	OpBuiltin      // Dst = builtin Str(Args...)
	OpClosure      // Dst = closure of function Str over Args
	OpMethod       // Dst = method value Str bound to Args[0], an interface's if Iface
	OpIface        // Dst = interface holding Args[0] of dynamic type Str
	OpAssert       // Dst = Args[0].(Str), an interface with Methods if Iface; a pair if CommaOK
	OpConvert      // Dst = Args[0], in another representation
	OpExtract      // Dst = component Index of Args[0]
	OpPhi          // Dst = Args[i] for predecessor i
	OpBinary       // Dst = Args[0] Str Args[1]
	OpUnary        // Dst = Str Args[0]
	OpSlice        // Dst = Args[0][Args[1]:Args[2]], without Args[2] to the end; Args[0] may point to an array of Len
	OpMakeSlice    // Dst = make([]T, Args[0])
	OpMakeMap      // Dst = make(map[K]V)
	OpMapUpdate    // Args[0][Args[1]] = Args[2]
	OpRange        // Dst = iterator over Args[0]
	OpNext         // Dst = (ok, key, value) of iterator Args[0]
	OpUnknown      // Dst = something this package does not model; Str says what
	OpReturn       // return Args
	OpIf           // to Succs[0] if Args[0], else Succs[1]
	OpJump         // to Succs[0]
	OpPanic        // ends the program
	OpDefer        // the call that Call.Op would be, when the function returns
	OpRunDefers    // makes the calls that were deferred
	OpGo           // the call that Call.Op would be, in a goroutine: when it ends, only that ends
)

// MaxArray bounds the elements that are kept apart.
const MaxArray = 100_000

// Received is what an OpUnknown stands for that waits for another goroutine.
const Received = "a value received from a channel"

// An Instr is one instruction. An operand ≥ 0 is a register; an operand < 0 is
// the complement of an index into [Body.Consts].
type Instr struct {
	Op      Op
	CommaOK bool // of OpLookup and OpAssert
	Iface   bool // of OpAssert and OpMethod
	Dst     int  // register, -1 for none
	Index   int  // of OpExtract
	Len     int  // of OpSlice
	Args    []int
	Str     string
	Pos     Pos
	Methods []string // names, of OpAssert
	// Number is the type of the result, of OpBinary and OpUnary where that is a number, and of OpConvert where that is a
	// number or a text: a basic type's name, or "$T".
	Number string
	Tagged *Tagged // of OpField and OpFieldAddr of a basic field with a tag, else nil
	Call   *Call   // of OpCall, OpCallValue, OpInvoke, OpDefer and OpGo, else nil
}

// A Tagged is a field of a basic type that has a struct tag, from which what fills it takes its name.
type Tagged struct {
	Tag string
	Of  string // the type that has the field
}

// A Call is what is particular to an instruction that makes a call, now or later.
type Call struct {
	Op      Op       // OpCall, OpCallValue or OpInvoke; of a call made later also OpBuiltin
	Results int      // 0 for a call made later
	Err     bool     // the last result is an error
	Types   []string // type arguments
	ArgPos  []Pos    // where constant operands are written, where known; else nil
	// Derivation tells what the results are made of by their types alone, "" if they do not tell.
	Derivation string
	Shape      Shape // the zero Shape unless the Selector of package ssacode asks for it
}

// A Shape has the types of a call's last parameter and first result, "-" for one that it lacks.
type Shape struct{ LastParam, FirstResult string }

// Symbol returns the function or interface's method that Str names, of a call, an OpClosure or
// an OpMethod.
func (i *Instr) Symbol() symbol.Name { return symbol.Name(i.Str) }

// A Block is a sequence of instructions with one entry. Its last instruction is
// OpReturn, OpIf, OpJump or OpPanic.
type Block struct {
	Instrs       []Instr
	Preds, Succs []int

	// Derived by analyse.
	Meet   int // the block where the ways from here come together, -1 if none
	Past   int // the header of a loop that some ways from here go on with in its next round before they come to Meet, -1 if none
	Loop   int // header of the innermost loop that holds this block, -1 if none
	Early  int // of an OpIf without a block to meet at: the successor to run first
	Leaves [2]bool
	Exits  []int // headers of all loops that a successor leaves
}

// A ConstKind says what a [Const] operand is.
type ConstKind uint8

// The kinds of constant operand.
const (
	ConstBasic  ConstKind = iota // a Go constant: Text in the notation of go/constant, Kind its kind
	ConstZero                    // the zero value of a type that has no constants; nil
	ConstGlobal                  // the address of package variable Text
	ConstFunc                    // the function with symbol Text
)

// A Const is an operand that is not a register.
type Const struct {
	Kind  ConstKind
	Basic uint8 // go/constant kind, of ConstBasic
	Text  string
}

// Basic returns the value of a constant operand that is a Go constant.
func (f *Body) Basic(arg int) constant.Value { return f.basics[^arg] }

// A Func is the code of one function. Registers 0 to Params-1 hold its
// parameters, receiver first, and the next Free registers its captured variables.
type Func struct {
	Sym        symbol.Name
	Params     int
	Free       int
	Results    int
	Relevant   bool     // it handles or mentions something that matters, or calls what does
	ErrResult  bool     // the last result is an error
	Variadic   bool     // the last parameter is
	Generated  bool     // its file says that it is generated
	TypeParams []string // receiver's first
	ParamNames []string
	ParamTypes []string
	// ResultTypes are the types of the results, in the notation of [TypeString].
	ResultTypes []string
	Pos         Pos
	Pkg         *Package

	// Uses holds the symbols of the functions and variables that matter which the
	// function mentions, and of the interface methods it calls; RelevantResults the types
	// that matter which calls of function values return. Both are there only in the
	// process that built the package.
	Uses, RelevantResults []symbol.Name

	body body
}

// A Type tells of a named type what calls through interfaces and assertions to
// interfaces need.
type Type struct {
	Methods []string // names of all methods declared on it, sorted
	Fields  []Field  // its fields of named types, in order, with all that are embedded
}

// A Field is a field that has methods of its own.
type Field struct {
	Name, Type string
	Embedded   bool
	Interface  bool
	Resolved   bool     // all methods of an embedded field are known
	Methods    []string // their names, sorted
}

// StringVar stands for the type of a package variable that is a text.
const StringVar = "string"

// A Package is the code of one package: those of its functions that can matter.
type Package struct {
	Path     string
	Name     string // as its package clause has it
	Main     bool
	Partial  bool // parts of it do not type-check
	Funcs    map[symbol.Name]*Func
	Types    map[symbol.Name]*Type
	Inits    []symbol.Name          // the init functions that matter, in order
	Assigned map[symbol.Name]bool   // variables that more than their initialiser may set
	Vars     map[symbol.Name]string // types of the variables that are structs, and [StringVar] for texts
	Imports  map[string]*Package    // packages whose code this one's can reach, by path, transitively
	// Takers are the package's functions that may take items from a queue, and the methods of interfaces that are
	// such functions on its types; sorted.
	Takers []symbol.Name

	storeOnce sync.Once
	stored    []byte   // its stored form, once there is one
	table     []string // the strings of the stored form
}

// Matters reports whether what the package does can matter to a package that only
// imports it: whether any of its functions handles something that matters.
func (p *Package) Matters() bool {
	for _, f := range p.Funcs {
		if f.Relevant {
			return true
		}
	}
	return false
}

// Find returns the function with the symbol, from p or what it imports, or nil.
func (p *Package) Find(sym symbol.Name) *Func {
	if f := p.Funcs[sym]; f != nil {
		return f
	}
	if q := p.owner(sym); q != nil {
		return q.Funcs[sym]
	}
	return nil
}

// FindType returns the named type with the symbol, or nil.
func (p *Package) FindType(sym symbol.Name) *Type {
	if t := p.Types[sym]; t != nil {
		return t
	}
	if q := p.owner(sym); q != nil {
		return q.Types[sym]
	}
	return nil
}

// PackageOf returns the package that sym belongs to, p or one it imports, or nil.
func (p *Package) PackageOf(sym symbol.Name) *Package {
	if sym.In(p.Path) {
		return p
	}
	return p.owner(sym)
}

func (p *Package) owner(sym symbol.Name) *Package { return p.Imports[sym.Package()] }

// A Place is one in a file, as a file set names it or as facts do, with the line and the column from 1. It means the same in
// each process; the zero Place is none.
type Place struct {
	File         string
	Line, Column int
}

// PlaceOf returns the place of a position.
func PlaceOf(p token.Position) Place { return Place{p.Filename, p.Line, p.Column} }

// IsValid reports whether p is a place.
func (p Place) IsValid() bool { return p.Line > 0 }

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// InDependency reports whether p lies in a module that the program requires, or has a copy of.
func (p Place) InDependency() bool {
	return !filepath.IsAbs(p.File) && strings.Contains(p.File, "@") || strings.Contains(filepath.ToSlash(p.File), "/vendor/")
}

// Compare orders places by file, line and column.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.File, q.File), p.Line-q.Line, p.Column-q.Column)
}

// A Pos is the place of something in one of a package's files.
type Pos struct {
	Place // to show

	// Read is the place in the file that was read, where a line directive or cgo gives
	// it another one to show, so that places that are shown alike are told apart. Of packages
	// that were not read in this process File has no directory.
	Read Place
}

// A Body is what a function does: its blocks, of which the first is where it begins, and what is derived
// from them.
type Body struct {
	Blocks []Block
	Consts []Const
	Regs   int
	// Recover is the block that returns the named results after a deferred call has
	// recovered from a panic, 0 if there is none.
	Recover int

	Loops    map[int]map[int]bool // blocks of each loop, by header
	LoopRegs []int                // registers written in loops
	Defers   bool                 // it defers calls
	defs     []*Instr             // by register
	basics   []constant.Value     // of Consts
}

// A body is where the code of a function comes from. Most functions of most packages are never run, and
// those that are run mostly once: so code is read from its stored form when it is wanted,
// and forgotten when nobody holds it and memory is short.
type body struct {
	built  *Body     // from source, until the package is packed
	ready  sync.Once // derives what is derived of built
	stored []byte    // in a section of the package
	read   atomic.Pointer[weak.Pointer[Body]]
}
