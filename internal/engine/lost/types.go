package lost

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A finder looks at the functions of a package.
type finder struct {
	pass       *analysis.Pass
	info       *types.Info
	decls      map[*types.Func]*ast.FuncDecl
	cursors    map[*ast.FuncDecl]inspector.Cursor
	handed     func() map[*types.Func]bool // what a Reconcile hands its request to
	far        map[*types.Func]bool        // of those that were looked at: whether they make requests
	used       map[*types.Func][]use       // what a function uses, once it was asked
	conditions func() map[*types.Func]bool // which the package uses as values
	eventLits  map[*ast.FuncLit]bool       // called for events
	handling   []*types.Func               // which handlers name
	dropped    func() map[*types.Func]int  // whose Result nobody looks at
	inPass     func() reach
	anywhere   bool // every function counts as one of a pass
	others     func() imports
	literals   func() map[token.Pos]*function // of the function literals whose errors are looked at
	Program    *paths.Program                 // that the client is one of
}

// A use is a function that another one calls or hands on.
type use struct {
	fn        *types.Func
	inModule  bool          // it is a method of an interface of the program's own
	methods   []*types.Func // what it may be where it is a method of an interface
	elsewhere []symbol.Name // the same, of other packages
}

// A function is one whose errors are looked at.
type function struct {
	*finder
	fn         *types.Func // what is declared, of a function literal the function around it
	decl       *ast.FuncDecl
	at         inspector.Cursor
	sig        *types.Signature
	file       *ast.File
	returns    bool         // an error, last
	reconciles bool         // a Result too
	lit        *ast.FuncLit // what is looked at if it is a function literal, else nil
	runs       func() bool  // in a pass of a reconciler
	handles    bool         // only events run it
}

// Client follows the errors that calls return, from where a branch tells that one is not nil to where the function returns.
type Client struct {
	paths.Silent
	*finder
	sources  map[ssa.Value]map[ssa.Value]int // see [Client.sourcesOf]
	read     map[*ssa.Function]*reading      // of the functions that are looked at, nil for others
	readings []*reading                      // those that are not nil
}

// seen is what the paths of a function have shown.
type seen struct {
	ends       map[ending]bool
	fails      map[failing]bool     // returns of another error than one that is there
	delays     map[ending]int64     // ends where the error is answered with a constant delay, in nanoseconds
	wrapsNil   map[*ssa.Call]bool   // calls that wrap an error, and whether that is nil on each path so far
	returnsNil map[*ssa.Return]bool // returns of a variable, and whether that is nil on each path so far
}

// onEach notes whether something holds of a key on each path so far.
func onEach[K comparable](holds map[K]bool, key K, here bool) {
	before, again := holds[key]
	holds[key] = here && (before || !again)
}

// failing is a return where the error of a call is there, on some path.
type failing struct {
	call *ssa.Call
	ret  *ssa.Return
}

// An ending is a path on which an error is there and the function returns without one.
type ending struct {
	call  *ssa.Call
	test  token.Pos // of the operator that told so, or of the condition
	ret   *ssa.Return
	marks paths.Marks
	// maybe is whether the error that is returned may be another one, open whether the Result beside it may ask for the request again.
	maybe, open bool
	final       bool // the error that is returned tells the queue that no other try is wanted
}

// reading is what the syntax of a function says, and what its paths have shown.
type reading struct {
	*function
	seen
	quiet    []ast.Node                  // what only tells of something, decides or returns, by position
	frees    []ast.Node                  // statements that remove a finalizer
	places   map[ssa.Instruction][2]bool // whether each is part of frees, and of quiet
	calls    map[token.Pos]*ast.CallExpr
	rets     map[token.Pos]*ast.ReturnStmt
	branches map[token.Pos]*ast.IfStmt  // by what is compared in their conditions
	tests    map[*ssa.Call]token.Pos    // the latest that told that its error is there
	asks     map[*ssa.Call]token.Pos    // the latest that asked for a kind of it
	stmts    map[*ast.CallExpr]ast.Stmt // that set what a call returns, or throw it away
	worth    map[*ssa.Call]bool         // to be looked at
	setsTo   map[*ssa.Call]*types.Var   // see [reading.setTo]
	looked   map[*ssa.Call]bool         // looked at on some path
	defers   bool                       // something
}

// A path is one from a branch that is taken for an error to a return, as it stands in the source.
type path struct {
	*function
	end    ending
	branch *ast.IfStmt
	ret    *ast.ReturnStmt
	err    *types.Var
	call   *ast.CallExpr
	rest   []ast.Stmt // what comes after the branch, or after the loop that it is in
	loop   []ast.Stmt // what comes after the branch in that loop, nil where it is in none
}

const class = "error"

// The marks of an error.
const (
	present  paths.Marks = 1 << iota // it is not nil
	asked                            // the code has asked whether it is of a kind, and it is not
	acted                            // more has been done since than to tell of it
	handled                          // it was handed to something that does more than to tell of it
	listed                           // it is in a list
	settled                          // it is of a kind that is left out
	created                          // something has been created since
	instead                          // so it has in the branch that is taken for the error
	freed                            // the object's finalizer has been removed since
	used                             // another result of the call has been used since
	unread                           // nobody has looked at it yet
	replaced                         // another one has taken its place since
)
