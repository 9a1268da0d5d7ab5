package outcome

import (
	"go/constant"
	"go/token"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// Decide returns the states in which a condition holds and in which it does not, nil for
// one that cannot be. The two may share what they are made of with s, which is not used any more.
func (f *frame) Decide(s *state, cond ssa.Value) (then, otherwise *state) {
	if v, ok := s.regs[cond]; ok {
		return s.both(func(s *state, yes bool) bool { return s.learn(v.Self, natureOf(yes)) })
	}
	switch c := cond.(type) {
	case *ssa.Const:
		if c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) {
			return s, nil
		}
		return nil, s
	case *ssa.UnOp:
		if c.Op == token.NOT {
			otherwise, then = f.Decide(s, c.X)
			return then, otherwise
		}
	case *ssa.BinOp:
		return f.compare(s, c)
	}
	return s.clone(), s
}

func natureOf(holds bool) nature {
	if holds {
		return yes
	}
	return no
}

// both splits a state in two and keeps the halves in which learn says that they can be.
func (s *state) both(learn func(s *state, holds bool) bool) (then, otherwise *state) {
	then = s.clone()
	if !learn(then, true) {
		then = nil
	}
	if learn(s, false) {
		otherwise = s
	}
	return then, otherwise
}

func (f *frame) compare(s *state, c *ssa.BinOp) (then, otherwise *state) {
	x, y, op := c.X, c.Y, c.Op
	if _, constant := x.(*ssa.Const); constant {
		x, y, op = y, x, mirrored(op)
	}
	v, w := f.eval(s, x), f.eval(s, y)
	equal := op == token.EQL
	switch {
	case v.Form == result && w.Form == result && (equal || op == token.NEQ):
		if w.asks() || w.After.Is == lost {
			v, w = w, v
		}
		if w.After.Is != no || w.Requeue.Is != no {
			break
		}
		return s.both(func(s *state, holds bool) bool { return s.learnZero(v, holds == equal) })
	case v.Form == pointer && (equal || op == token.NEQ):
		return s.both(func(s *state, holds bool) bool { return s.learn(v.Self, natureOf(holds != equal)) })
	case v.Form != single || w.Form != single && !ways.IsNil(y):
	case syntax.IsError(x.Type()) && (equal || op == token.NEQ):
		if ways.IsNil(y) {
			return s.both(func(s *state, holds bool) bool { return s.learn(v.Self, natureOf(holds != equal)) })
		}
		return f.same(s, v.Self, w.Self, equal)
	case isDuration(x.Type()):
		if w.Self.Is == no {
			switch op {
			case token.NEQ, token.GTR:
				return s.both(func(s *state, holds bool) bool { return s.learn(v.Self, natureOf(holds)) })
			case token.EQL, token.LEQ:
				return s.both(func(s *state, holds bool) bool { return s.learn(v.Self, natureOf(!holds)) })
			}
		}
	case equal || op == token.NEQ:
		if w.Self.Is == yes || w.Self.Is == no {
			return s.both(func(s *state, holds bool) bool {
				return s.learn(v.Self, natureOf((holds == equal) == (w.Self.Is == yes)))
			})
		}
	}
	return s.clone(), s
}

// same compares an error with another, which may be one of a known kind.
func (f *frame) same(s *state, v, w scalar, equal bool) (then, otherwise *state) {
	if w.Is != yes || w.Kinds == "" {
		v, w = w, v
	}
	if w.Is != yes || w.Kinds == "" {
		return s.clone(), s
	}
	return s.both(func(s *state, holds bool) bool { return s.learnIs(v, w.Kinds, holds == equal) })
}

// learnIs notes that an error is of all the kinds in a list, or not of the first.
func (s *state) learnIs(v scalar, kinds string, is bool) bool {
	first, _, _ := strings.Cut(kinds, " ")
	if !is {
		return s.learnLack(v, first)
	}
	return s.learnKind(v, first)
}

// learnZero notes whether a Result is zero.
func (s *state) learnZero(v value, zero bool) bool {
	if zero {
		return s.learn(v.After, no) && s.learn(v.Requeue, no)
	}
	switch {
	case v.After.Is == no && v.Requeue.Is == no:
		return false
	case v.Requeue.Is == no:
		return s.learn(v.After, yes)
	case v.After.Is == no:
		return s.learn(v.Requeue, yes)
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
