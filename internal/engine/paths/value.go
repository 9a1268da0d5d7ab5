package paths

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const (
	Either Nature = iota // it can be either
	No                   // nil, false, 0
	Yes                  // not nil, true, not 0
	Lost                 // from code that is not read: nothing is concluded from it
)

// NatureOf returns that of a condition.
func NatureOf(holds bool) Nature {
	if holds {
		return Yes
	}
	return No
}

const (
	Untracked Form = iota
	Single         // an error, a condition, a duration
	OfResult       // a Result
	Pointer        // a pointer to a Result
)

const resultType = known.Reconcile + ".Result"

// FormOf returns the form of values of a type.
func FormOf(t types.Type) Form {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		switch {
		case known.IsResult(t):
			return OfResult
		case IsDuration(t), syntax.IsError(t), types.IsInterface(t) && types.Implements(t, syntax.ErrorInterface):
			return Single
		}
	case *types.Basic:
		if t.Info()&types.IsBoolean != 0 {
			return Single
		}
	case *types.Pointer:
		if known.IsResult(t.Elem()) {
			return Pointer
		}
		if _, named := types.Unalias(t.Elem()).(*types.Named); named && types.Implements(t, syntax.ErrorInterface) {
			return Single // whether it is nil
		}
	}
	return Untracked
}

// form is that of values of a type in this program: with a [Guide], conditions have one and whatever can be nil.
func (p *Program) form(t types.Type) Form {
	if p.guide == nil {
		return memo.Of(p.forms, t, func() Form { return FormOf(t) })
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return Single
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return Single
		}
	}
	return Untracked
}

// isMade reports whether a value is made where it stands, and so is not nil.
func isMade(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.MakeClosure:
		return true
	}
	return false
}

// IsDuration reports whether a type is time.Duration.
func IsDuration(t types.Type) bool {
	return symbol.OfType(t) == "time.Duration"
}

// unknownOf returns a value of a type of which nothing is known. A Result of unread code is
// lost: whether it asks for anything cannot be told.
func (p *Program) unknownOf(t types.Type) Value {
	f := p.form(t)
	v := Value{Form: f}
	if f == OfResult || f == Pointer {
		v.After.Is, v.Requeue.Is = Lost, Lost
	}
	return v
}

// keptOf returns such a value of what the function has neither made nor got from a call.
func (p *Program) keptOf(t types.Type) Value {
	v := p.unknownOf(t)
	v.Self.Unsure = v.Form == Single && syntax.IsError(t)
	return v
}

// zeroOf returns the zero value of a type.
func (p *Program) zeroOf(t types.Type) Value {
	none := Scalar{Is: No}
	switch f := p.form(t); f {
	case Single:
		return Value{Form: f, Self: none}
	case OfResult, Pointer:
		return Value{Form: f, Self: none, After: none, Requeue: none}
	}
	return Value{}
}

func (p *Program) constantOf(c *ssa.Const) Value {
	v := p.zeroOf(c.Type())
	if v.Form != Single || c.Value == nil {
		return v
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			v.Self.Is = Yes
		}
	case constant.Int:
		if n, exact := constant.Int64Val(c.Value); exact && n > 0 {
			v.Self.Is, v.Self.Length = Yes, n
		}
	}
	return v
}

// HasKind reports whether an error is known to be of a kind, or known not to be. Errors of
// types that the program declares may wrap any other.
func (s Scalar) HasKind(kind string) Nature {
	switch {
	case s.Is == No, strings.Contains(s.Lacks, kind+" "):
		return No
	case s.Is != Yes || s.Kinds == "":
		return Either
	case strings.Contains(s.Kinds, kind+" "):
		return Yes
	case s.Kinds == Plain+" ", strings.HasPrefix(s.Kinds, varKind) && !strings.HasPrefix(kind, typeKind):
		return No
	}
	return Either
}

// Kinds of errors.
const (
	unknownKind = "?"                                // and a name: one that is handed in
	Plain       = "plain"                            // made of a text alone
	OfAPI       = "api"                              // one of Kubernetes' API
	Terminal    = known.Reconcile + ".TerminalError" // what reconcile.TerminalError returns
	varKind     = "var:"                             // and the symbol of a package variable
	typeKind    = "type:"                            // and the type in the notation of package code
)

// Asks reports whether a Result asks for the request to come back.
func (v Value) Asks() bool {
	if v.Form == Untracked || v.Form == Pointer && v.Self.Is == No {
		return false
	}
	return v.After.Is == Yes || v.After.Is == Either || v.Requeue.Is == Yes
}

// IsZero reports whether a Result asks for nothing.
func (v Value) IsZero() bool {
	return v.Form == OfResult && v.After.Is == No && v.Requeue.Is == No
}

// Fails reports whether an error may be one.
func (s Scalar) Fails() bool { return s.Is == Yes || s.Is == Either && !s.Unsure }

// Doubtful reports whether nothing says that there is an error, nor that there is none.
func (s Scalar) Doubtful() bool { return s.Is == Either && s.Unsure }

// With returns what a client has said that the value came with from a call, nil for nothing.
func (s Scalar) With() any { return s.with }

// From returns the value with something else that it came with.
func (s Scalar) From(with any) Scalar {
	s.with = with
	return s
}

// ReturnsResult reports whether a Result is among what a function returns.
func ReturnsResult(sig *types.Signature) bool {
	return syntax.AnyType(sig.Results(), func(t types.Type) bool {
		form := FormOf(t)
		return form == OfResult || form == Pointer
	})
}
