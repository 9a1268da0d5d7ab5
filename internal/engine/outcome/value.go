package outcome

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A nature is what is known of an error, a condition, a duration or a pointer.
type nature uint8

const (
	either nature = iota // it can be either
	no                   // nil, false, 0
	yes                  // not nil, true, not 0
	lost                 // from code that is not read: nothing is concluded from it
)

// A scalar is an error, a condition, a duration or whether a pointer is nil.
type scalar struct {
	Is nature
	// ID is shared by the copies of one value: what a branch says of one holds for all. It is
	// negative for an input of the function, 0 for none.
	ID int
	// Kinds are what an error that is not nil is known to be, each followed by a blank:
	// variables that it wraps, types that it has. "" if that is not known.
	Kinds string
	// Lacks are the kinds that an error is known not to be of.
	Lacks string
	// Unsure is whether an error comes from a field, an element or a channel: which Result it belongs to
	// is not known, and that there is one only where the code says so.
	Unsure bool
	// Length is that of a constant duration.
	Length int64
	// Beside is the ID of the error that a lost duration came with, 0 for none: where there is no error, it is what it says.
	Beside int
	// with is the pair that it came with from a call, nil for none.
	with *places
}

// A value is what is known of a value of one of the tracked types.
type value struct {
	Form form
	// Self is the value itself, or whether the pointer to a Result is nil.
	Self scalar
	// After and Requeue are the fields of a Result.
	After, Requeue scalar
}

// A form says which parts of a value there are.
type form uint8

const (
	untracked form = iota
	single         // an error, a condition, a duration
	result         // a Result
	pointer        // a pointer to a Result
)

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

const resultType = known.Reconcile + ".Result"

// formOf returns the form of values of a type.
func formOf(t types.Type) form {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		switch {
		case known.IsResult(t):
			return result
		case isDuration(t), syntax.IsError(t), types.IsInterface(t) && types.Implements(t, errorInterface):
			return single
		}
	case *types.Basic:
		if t.Info()&types.IsBoolean != 0 {
			return single
		}
	case *types.Pointer:
		if known.IsResult(t.Elem()) {
			return pointer
		}
		if _, named := types.Unalias(t.Elem()).(*types.Named); named && types.Implements(t, errorInterface) {
			return single // whether it is nil
		}
	}
	return untracked
}

func isDuration(t types.Type) bool {
	return symbol.OfType(t) == "time.Duration"
}

// unknownOf returns a value of a type of which nothing is known. A Result of unread code is
// lost: whether it asks for anything cannot be told.
func unknownOf(t types.Type) value {
	f := formOf(t)
	v := value{Form: f}
	if f == result || f == pointer {
		v.After.Is, v.Requeue.Is = lost, lost
	}
	return v
}

// keptOf returns such a value of what the function has neither made nor got from a call.
func keptOf(t types.Type) value {
	v := unknownOf(t)
	v.Self.Unsure = v.Form == single && syntax.IsError(t)
	return v
}

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) value {
	none := scalar{Is: no}
	switch f := formOf(t); f {
	case single:
		return value{Form: f, Self: none}
	case result, pointer:
		return value{Form: f, Self: none, After: none, Requeue: none}
	}
	return value{}
}

func constantOf(c *ssa.Const) value {
	v := zeroOf(c.Type())
	if v.Form != single || c.Value == nil {
		return v
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			v.Self.Is = yes
		}
	case constant.Int:
		if n, exact := constant.Int64Val(c.Value); exact && n > 0 {
			v.Self.Is, v.Self.Length = yes, n
		}
	}
	return v
}

// hasKind reports whether an error is known to be of a kind, or known not to be. Errors of
// types that the program declares may wrap any other.
func (s scalar) hasKind(kind string) nature {
	switch {
	case s.Is == no, strings.Contains(s.Lacks, kind+" "):
		return no
	case s.Is != yes || s.Kinds == "":
		return either
	case strings.Contains(s.Kinds, kind+" "):
		return yes
	case s.Kinds == plainKind+" ", strings.HasPrefix(s.Kinds, varKind) && !strings.HasPrefix(kind, typeKind):
		return no
	}
	return either
}

// Kinds of errors.
const (
	unknownKind  = "?"                                // and a name: one that is handed in
	plainKind    = "plain"                            // made of a text alone
	apiKind      = "api"                              // one of Kubernetes' API
	terminalKind = known.Reconcile + ".TerminalError" // what reconcile.TerminalError returns
	varKind      = "var:"                             // and the symbol of a package variable
	typeKind     = "type:"                            // and the type in the notation of package code
)

// asks reports whether a Result asks for the request to come back.
func (v value) asks() bool {
	if v.Form == untracked || v.Form == pointer && v.Self.Is == no {
		return false
	}
	return v.After.Is == yes || v.After.Is == either || v.Requeue.Is == yes
}

// isZero reports whether a Result asks for nothing.
func (v value) isZero() bool {
	return v.Form == result && v.After.Is == no && v.Requeue.Is == no
}

// fails reports whether an error may be one.
func (s scalar) fails() bool { return s.Is == yes || s.Is == either && !s.Unsure }

// unsure reports whether nothing says that there is an error, nor that there is none.
func (s scalar) unsure() bool { return s.Is == either && s.Unsure }
