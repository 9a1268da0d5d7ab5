package blocking

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A graph is the calls of a package.
type graph struct {
	pass       *analysis.Pass
	own        bool                   // it is of the user's modules
	imported   map[symbol.Name][]Wait // of functions of imports, also indirect ones
	facts      []about                // imports, by path
	nodes      map[*types.Func]*node
	named      map[symbol.Name]*types.Func // those of nodes
	order      []*node
	roots      []*node
	invoked    map[*types.Func][]target       // what calls of methods of interfaces may reach, once somebody asks
	interfaces map[*types.Func]methods.Type   // that declare methods, once somebody asks
	unresolved map[symbol.Name][]*open        // the open calls that functions of imports come to
	resolved   map[*open][]target             // where these may go as far as the package knows, once somebody asks
	wired      map[symbol.Name][]methods.Type // what the package puts where an interface is, once somebody asks
	fields     map[*types.Var]ast.Expr        // what fields have in which functions are kept, once somebody asks
	decls      map[*types.Func]*ast.FuncDecl  // of the package
	sending    map[*types.Func]bool           // whether a function sends a request or waits, of those that were asked about
	senders    map[symbol.Name]bool           // those of imports that do
	left       []Found                        // the locks that a return leaves locked
	orders     map[order]taking               // which lock is taken while which one is held
	opened     []open                         // the calls of its roots by interfaces
	servers    map[string]bool                // the parameters and fields whose functions workers call for each item, or of schemes to fill
	served     map[*types.Func]bool           // the functions that workers of other packages call so
	callers    map[*types.Func][]place        // where functions of the package are called or handed on, once somebody asks
	reaches    map[*types.Var][]reach         // what is done with maps in fields, once somebody asks
	// surrounding has, of functions that were asked about, those that they are called by, and the locks that any of these takes.
	surrounding map[*types.Func]map[types.Object]bool
	making      map[*types.Var]bool // the local variables that were asked for, which of them have what their function makes
}

// A place is one in a function.
type place struct {
	in   *types.Func
	pos  token.Pos
	made bool // it is a call of a method on what the function has just made, and nobody else has yet
}

// A reach is a place where a function looks into a map in a field, or writes into it.
type reach struct {
	place
	at     *ast.SelectorExpr
	writes bool
}

// An order is that one lock is taken while another one is held. Both belong to the package, or to what one method belongs to.
type order struct{ held, taken *types.Var }

// A taking is where that happens, and whether both locks are only for reading.
type taking struct {
	in    string // the function
	at    *ast.CallExpr
	reads bool
}

// A node is a function with what it waits for and what it calls, in the order of its source.
type node struct {
	fn    *types.Func
	name  string
	waits []direct
	calls []call
	// limit is when it ends a context that it hands on: 0 if it does not, unknownLimit if that is not known.
	limit int64
	// wraps is whether it calls a reconciler: it is middleware, if it is one itself.
	wraps bool
	// made is whether it is a Reconcile that is called with an object, whose receiver may be made for that.
	made bool
	// takes is whether it takes items from a queue that is made by hand.
	takes bool
	// keeps is whether it sets something that others find, and bounds whether it gives a context an end.
	keeps, bounds bool
	// guarded is whether a condition that is a parameter decides about some of these.
	guarded bool
}

// A direct wait is one in the function itself.
type direct struct {
	Wait
	pos  token.Pos
	only int // the parameter that has to be true, counted from 1; 0 for none
	// option is whether what a caller hands over is compared with a constant for it.
	option bool
}

type call struct {
	to     *types.Func
	pos    token.Pos
	repeat Repeat
	only   int
	falses []int // the arguments that are false, a constant, counted from 1
	option bool  // as for a wait
	asks   bool  // it stands in the condition of a loop
	own    bool  // it is a method of what its caller belongs to, or of something in that
	locked bool  // the caller has taken a lock before
	goes   bool  // in a goroutine of its own, which holds up nobody
}

// A walker notes what a function waits for and what it calls.
type walker struct {
	g    *graph
	info *types.Info
	node *node
	decl inspector.Cursor // the declaration that holds the body
	// local are the function literals that local variables hold.
	local   map[*types.Var]*ast.FuncLit
	begun   map[*ast.FuncLit]bool // those that are being walked
	only    int                   // the parameter that is true where the walk is, counted from 1; 0 for none
	options int                   // the branches around the walk that compare what the function is handed with a constant
	// quiet are the loops around the walk that are repeated for conflicts of writes alone, and the long polls: a wait in their condition is
	// part of them.
	quiet   int
	asks    int    // the conditions of loops around the walk
	entered Repeat // how often the function or function literal runs that the walk is in
	fired   string // the timer, as it is written, that has sent already where the walk is
	// items are the variables of the range loops around the walk.
	items  map[*types.Var]loopOf
	loops  int  // around the walk
	locked bool // a lock was taken before
	// peeks are the maps, as they are written, that were looked into before any lock was taken or turn awaited, and guard whose lock that
	// was then.
	peeks  map[string]token.Pos
	guards bool
	guard  *types.Var
	reads  bool // the first lock is one for reading, and there was no other
	copied bool // a lock was taken that is in a copy
	goes   bool // the walk is in a goroutine of its own
	// counters are the variables of the loops around the walk that count from one constant to another.
	counters map[*types.Var]rounds
}

// Waits is the fact about a package that tells its importers which of its functions wait.
type Waits struct {
	Funcs []waitsOf     // sorted by symbol
	Types []handedType  // with methods that wait, sorted by name
	Made  []symbol.Name // the interfaces as which the package hands out its types, sorted
	// Servers are the parameters and fields whose functions its workers call for each item, and the parameters for schemes in which it
	// registers types, sorted.
	Servers []string
	Sends   []symbol.Name // its functions that send a request or wait, sorted
	Open    []open        // its calls by interfaces, which other packages may implement
}

// AFact marks Waits as a fact.
func (*Waits) AFact() {}

func (w *Waits) sort() {
	slices.Sort(w.Servers)
	slices.Sort(w.Sends)
	slices.SortFunc(w.Funcs, func(a, b waitsOf) int { return cmp.Compare(a.Symbol, b.Symbol) })
}

// What is known about an import.
type about struct {
	path string
	*Waits
}

// An open call is one that a function comes to and that goes through an interface: a package that the function's own one does not know may
// have what it reaches.
type open struct {
	Iface  methods.Type  // the methods of the interface
	Name   symbol.Name   // of the interface
	Method string        // that is called
	Known  []symbol.Name // the functions that it may go to as far as that package knows
	Way    []Step        // from the function that comes to it, with the call itself
	Course
	Repeat     Repeat
	By         symbol.Name // the function that comes to it, which importers may call, "" for a reconciler
	Reconciler string      // that comes to it, with its type, and whether it takes items from a queue
	Type       symbol.Name
	Takes      bool
}

// A Course is what is known of the way to a call, or to a function.
type Course struct {
	Own    bool  // all that is called on it belongs to what it begins with
	Locked bool  // a lock was taken
	Goes   bool  // a goroutine was begun
	Keeps  bool  // something on it sets what others find, or gives a context an end
	Option bool  // what a caller hands over says whether it is come to
	Limit  int64 // when the context ends that is handed on, 0 for never
}

// skips reports whether a wait is none for who comes to it on a course.
func (at *Course) skips(w *Wait) bool {
	return w.Own && !at.Own || w.Shared && at.Locked || !w.Shared && at.Goes || w.Begun && at.Keeps || w.Bound && at.Limit > 0
}

// then returns the course of something that a function comes to, which this one leads to.
func (at Course) then(next Course) Course {
	return Course{Own: at.Own && next.Own, Locked: at.Locked && !next.Goes || next.Locked, Goes: at.Goes || next.Goes,
		Keeps: at.Keeps || next.Keeps, Option: at.Option || next.Option, Limit: max(at.Limit, next.Limit)}
}

// A handedType is a type with the interfaces as which its package hands it out, sorted.
type handedType struct {
	methods.Type
	As []symbol.Name
}

// A target is a function that a call may go to.
type target struct {
	fn  *types.Func // if it is one of the package
	sym symbol.Name
}

// A loopOf is the loop that a variable is the item of.
type loopOf struct {
	outside Repeat // how often it begins
	depth   int    // how many loops its body is in, with it
}

// given returns the one function that the package gives a field or a variable of its own in which functions are kept, nil if there is none
// or more. A variable may have a literal: tests put another one there. sleeping, mocked.
func (g *graph) given(obj types.Object) ast.Expr {
	v, ok := obj.(*types.Var)
	global := ok && v.Parent() == g.pass.Pkg.Scope() && !v.Exported()
	if !ok || !v.IsField() && !global || v.Pkg() != g.pass.Pkg {
		return nil
	}
	return memo.Of(g.fields, v, func() ast.Expr {
		if lit, ok := syntax.OnlyGiven(g.pass, v).(*ast.FuncLit); global && ok {
			return lit
		}
		return syntax.OnlyFunction(g.pass, v)
	})
}

// calls reports whether a call is one of a function that has one of several names.
func calls(info *types.Info, call *ast.CallExpr, names ...symbol.Name) bool {
	return slices.Contains(names, syntax.CalledName(info, call))
}

// limiterWait waits for its turn as long as its context says.
const limiterWait symbol.Name = known.Rate + ".Limiter.Wait"

// short is how long a deliberate pause may be, in nanoseconds: 100 ms.
const short = 100_000_000

func (w *walker) note(wait Wait, pos token.Pos) {
	if w.goes && !wait.Shared || w.quiet > 0 || wait.Length > 0 && wait.Length <= short && wait.Repeat == once {
		return
	}
	wait.Near, wait.Forever = wait.Repeat.Each, wait.Repeat.Endless
	wait.Place = code.PlaceOf(w.g.pass.Fset.Position(pos))
	wait.Paced = w.limited(w.decl.Node())
	w.node.guarded = w.node.guarded || w.only > 0
	w.node.waits = append(w.node.waits, direct{wait, pos, w.only, w.options > 0})
}

// leave notes what is wrong whoever calls the function.
func (w *walker) leave(pos token.Pos, wait Wait) {
	left := Found{Pos: pos, Reconciler: w.node.name, Left: true, Wait: wait}
	if !slices.ContainsFunc(w.g.left, func(f Found) bool { return f.Pos == left.Pos }) {
		w.g.left = append(w.g.left, left)
	}
}

// line returns the line in which a node begins, for people.
func (w *walker) line(n ast.Node) string { return strconv.Itoa(w.g.pass.Fset.Position(n.Pos()).Line) }

func nameOf(fn *types.Func) string { return symbol.Of(fn).Short() }

func nameOfParam(fn symbol.Name, i int) string { return string(fn) + " " + strconv.Itoa(i) }

// step is a call of a function, one of so many that it may go to.
func (g *graph) step(name string, c call, of int) Step {
	return Step{Name: name, Chosen: of > 1, Place: code.PlaceOf(g.pass.Fset.Position(c.pos))}
}

// receiver returns the type that a function is a method of, "" for none.
func (n *node) receiver() symbol.Name {
	if n.fn == nil || n.fn.Signature().Recv() == nil {
		return ""
	}
	return symbol.Of(n.fn).Owner()
}
