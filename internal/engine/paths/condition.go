package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// Decide returns the states in which a condition holds and in which it does not, nil for
// one that cannot be. The two may share what they are made of with s, which is not used any more.
func (f *Frame) Decide(s *Path, cond ssa.Value) (then, otherwise *Path) {
	then, otherwise = f.decide(s, cond)
	for _, c := range f.clients {
		if then != nil {
			c.Decided(f, then, cond, true)
		}
		if otherwise != nil {
			c.Decided(f, otherwise, cond, false)
		}
	}
	return then, otherwise
}

func (f *Frame) decide(s *Path, cond ssa.Value) (then, otherwise *Path) {
	if v, ok := s.regs[cond]; ok {
		return s.both(func(s *Path, yes bool) bool { return s.learn(v.Self, NatureOf(yes)) })
	}
	switch c := cond.(type) {
	case *ssa.Const:
		if c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) {
			return s, nil
		}
		return nil, s
	case *ssa.UnOp:
		if c.Op == token.NOT {
			otherwise, then = f.decide(s, c.X)
			return then, otherwise
		}
	case *ssa.BinOp:
		return f.compare(s, c)
	}
	return s.clone(), s
}

// both splits a state in two and keeps the halves in which learn says that they can be.
func (s *Path) both(learn func(s *Path, holds bool) bool) (then, otherwise *Path) {
	then = s.clone()
	if !learn(then, true) {
		then = nil
	}
	if learn(s, false) {
		otherwise = s
	}
	return then, otherwise
}

func (f *Frame) compare(s *Path, c *ssa.BinOp) (then, otherwise *Path) {
	x, y, op := c.X, c.Y, c.Op
	if _, constant := x.(*ssa.Const); constant {
		x, y, op = y, x, mirrored(op)
	}
	v, w := f.eval(s, x), f.eval(s, y)
	equal := op == token.EQL
	switch {
	case v.Form == OfResult && w.Form == OfResult && (equal || op == token.NEQ):
		if w.Asks() || w.After.Is == Lost {
			v, w = w, v
		}
		if w.After.Is != No || w.Requeue.Is != No {
			break
		}
		return s.both(func(s *Path, holds bool) bool { return s.learnZero(v, holds == equal) })
	case v.Form == Pointer && (equal || op == token.NEQ):
		return s.both(func(s *Path, holds bool) bool { return s.learn(v.Self, NatureOf(holds != equal)) })
	case v.Form != Single || w.Form != Single && !ways.IsNil(y):
	case syntax.IsError(x.Type()) && (equal || op == token.NEQ):
		if ways.IsNil(y) {
			return s.both(func(s *Path, holds bool) bool { return s.learn(v.Self, NatureOf(holds != equal)) })
		}
		return f.same(s, v.Self, w.Self, equal)
	case IsDuration(x.Type()):
		if w.Self.Is == No {
			switch op {
			case token.NEQ, token.GTR:
				return s.both(func(s *Path, holds bool) bool { return s.learn(v.Self, NatureOf(holds)) })
			case token.EQL, token.LEQ:
				return s.both(func(s *Path, holds bool) bool { return s.learn(v.Self, NatureOf(!holds)) })
			}
		}
	case equal || op == token.NEQ:
		if _, isBool := x.Type().Underlying().(*types.Basic); w.Self.Is == Yes && isBool || w.Self.Is == No {
			return s.both(func(s *Path, holds bool) bool {
				return s.learn(v.Self, NatureOf((holds == equal) == (w.Self.Is == Yes)))
			})
		}
	}
	if isEquality(c) {
		return f.equality(s, c)
	}
	return s.clone(), s
}

// equality compares what nothing is known of: it comes to what it came to before on this path.
func (f *Frame) equality(s *Path, c *ssa.BinOp) (then, otherwise *Path) {
	first := c
	if before, ok := f.again[c].(*ssa.BinOp); ok {
		first = before
	}
	if v := s.regs[first]; v.Self.Is == Yes || v.Self.Is == No {
		if (v.Self.Is == Yes) == (first.Op == c.Op) {
			return s, nil
		}
		return nil, s
	}
	then, otherwise = s.clone(), s
	then.regs[first] = Value{Form: Single, Self: Scalar{Is: NatureOf(first.Op == c.Op)}}
	otherwise.regs[first] = Value{Form: Single, Self: Scalar{Is: NatureOf(first.Op != c.Op)}}
	return then, otherwise
}

// same compares an error with another, which may be one of a known kind.
func (f *Frame) same(s *Path, v, w Scalar, equal bool) (then, otherwise *Path) {
	if w.Is != Yes || w.Kinds == "" {
		v, w = w, v
	}
	if w.Is != Yes || w.Kinds == "" {
		return s.clone(), s
	}
	return s.both(func(s *Path, holds bool) bool { return s.learnIs(v, w.Kinds, holds == equal) })
}

// learnIs notes that an error is of all the kinds in a list, or not of the first.
func (s *Path) learnIs(v Scalar, kinds string, is bool) bool {
	first, _, _ := strings.Cut(kinds, " ")
	if !is {
		return s.learnLack(v, first)
	}
	return s.learnKind(v, first)
}

// learnZero notes whether a Result is zero.
func (s *Path) learnZero(v Value, zero bool) bool {
	if zero {
		return s.learn(v.After, No) && s.learn(v.Requeue, No)
	}
	switch {
	case v.After.Is == No && v.Requeue.Is == No:
		return false
	case v.Requeue.Is == No:
		return s.learn(v.After, Yes)
	case v.After.Is == No:
		return s.learn(v.Requeue, Yes)
	}
	return true
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}
