package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

// primitive follows a call of a function whose meaning for errors is known.
func (f *Frame) primitive(s *Path, i *ssa.Call) (out []*Path, done bool) {
	fn := i.Call.StaticCallee()
	if fn == nil || fn.Object() == nil {
		return nil, false
	}
	sym := symbol.Of(fn.Object())
	if sym == resultType+".IsZero" {
		return f.condition(s, i, func(s *Path, holds bool) bool { return s.learnZero(f.eval(s, i.Call.Args[0]), holds) }), true
	}
	kind := known.Error(sym)
	if kind == known.NoError || len(i.Call.Args) == 0 {
		return nil, false
	}
	arg := f.eval(s, i.Call.Args[0]).Self
	switch kind {
	case known.NewError:
		f.makeError(s, i, Scalar{Is: Yes, Kinds: Plain + " "})
	case known.FormatError:
		f.makeError(s, i, f.formatted(s, i))
	case known.TerminalError:
		f.makeError(s, i, Scalar{Is: Yes, Kinds: Terminal + " ", with: arg.with})
	case known.WrapError:
		s.regs[i] = Value{Form: Single, Self: arg}
	case known.JoinError:
		f.makeError(s, i, f.joined(s, i))
	case known.MaybeError:
		if arg.Is != No {
			arg = Scalar{}
		}
		f.makeError(s, i, arg)
	case known.IgnoreError:
		gone, rest := s.both(f.isOf(i, "Is"+strings.TrimPrefix(sym.Last(), "Ignore")))
		if gone != nil {
			f.makeError(gone, i, Scalar{Is: No})
			out = append(out, gone)
		}
		if rest != nil {
			rest.regs[i] = Value{Form: Single, Self: f.eval(rest, i.Call.Args[0]).Self}
			out = append(out, rest)
		}
		return out, true
	case known.IsError:
		kinds := f.eval(s, i.Call.Args[1]).Self.Kinds
		if kinds == "" {
			kinds = unknownKind + strings.TrimSpace(i.Name()) + " "
		}
		return f.condition(s, i, func(s *Path, holds bool) bool { return s.learnIs(arg, kinds, holds) }), true
	case known.AsError:
		kind := typeKind + "?"
		if target, ok := i.Call.Args[1].(*ssa.MakeInterface); ok {
			kind = strings.TrimSpace(kindOfType(code.Deref(target.X.Type())))
		}
		return f.condition(s, i, func(s *Path, holds bool) bool { return s.learnIs(arg, kind, holds) }), true
	case known.APIError:
		return f.condition(s, i, f.isOf(i, sym.Last())), true
	}
	return []*Path{s}, true
}

// condition follows both answers of a function that reports something.
func (f *Frame) condition(s *Path, i *ssa.Call, learn func(*Path, bool) bool) []*Path {
	then, otherwise := s.both(learn)
	return answers(i, then, otherwise)
}

// isOf returns what is learnt of a call's first argument where the API server has answered so, by the name of the function that asks.
func (f *Frame) isOf(i *ssa.Call, asks string) func(*Path, bool) bool {
	one := OfAPI + "." + strings.ReplaceAll(asks, " ", "")
	return func(s *Path, holds bool) bool {
		arg := f.eval(s, i.Call.Args[0]).Self
		if !holds {
			return s.learnLack(arg, one) // it may be another
		}
		return s.learnKind(arg, OfAPI) && s.learnKind(f.eval(s, i.Call.Args[0]).Self, one)
	}
}

func (f *Frame) makeError(s *Path, i *ssa.Call, e Scalar) {
	f.make(s, i, Value{Form: Single, Self: e})
}

// formatted returns the error that fmt.Errorf makes: of the kinds of the one it wraps.
func (f *Frame) formatted(s *Path, i *ssa.Call) Scalar {
	out := Scalar{Is: Yes, Kinds: Plain + " "}
	format, ok := i.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return Scalar{Is: Yes}
	}
	if !strings.Contains(constant.StringVal(format.Value), "%w") {
		return out
	}
	out.Kinds = ""
	for _, arg := range ways.Variadic(&i.Call) {
		if !types.AssignableTo(arg.Type(), types.Universe.Lookup("error").Type()) {
			continue
		}
		wrapped := f.eval(s, arg).Self
		if wrapped.Is != No {
			out.Kinds, out.with = wrapped.Kinds, wrapped.with
		}
		if load, ok := arg.(*ssa.UnOp); ok && load.Op == token.MUL {
			if g, ok := load.X.(*ssa.Global); ok {
				out.Kinds = kindOfVariable(g)
			}
		}
		if out.Kinds != "" {
			break
		}
	}
	return out
}

// joined returns the error that is made of several, of which some may be nil.
func (f *Frame) joined(s *Path, i *ssa.Call) Scalar {
	list := i.Call.Args
	if i.Call.Signature().Params().Len() == 1 { // a list of them, written down here or not
		if list = ways.Variadic(&i.Call); len(list) == 0 {
			return Scalar{Is: filled(i)}
		}
	}
	out := Scalar{Is: No}
	for _, arg := range list {
		e := f.eval(s, arg).Self
		switch {
		case e.Is == Yes:
			out.Is = Yes
		case e.Is != No && out.Is == No:
			out.Is = Either
		}
		if out.with == nil && e.Is != No && !e.Doubtful() {
			out.with = e.with // the pair that comes back with one of them is the one to look at
		}
	}
	return out
}

// filled returns Yes where a call stands in a branch that is taken if the list which it is handed is not empty, else Either.
func filled(i *ssa.Call) Nature {
	uses := i.Call.Args[0].Referrers()
	if uses == nil {
		return Either
	}
	for length := range ssacode.Only[*ssa.Call](*uses) {
		if b, ok := length.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
			continue
		}
		for test := range ssacode.Only[*ssa.BinOp](*length.Referrers()) {
			side, ok := map[token.Token]int{token.GTR: 0, token.NEQ: 0, token.EQL: 1}[test.Op]
			for branch := range ssacode.Only[*ssa.If](*test.Referrers()) {
				taken := branch.Block().Succs[side]
				if ok && test.Y.Name() == "0:int" && len(taken.Preds) == 1 && taken.Dominates(i.Block()) {
					return Yes
				}
			}
		}
	}
	return Either
}

func kindOfType(t types.Type) string {
	return typeKind + strings.ReplaceAll(code.TypeString(t), " ", "") + " "
}

func kindOfVariable(g *ssa.Global) string {
	if g.Object() == nil {
		return varKind + strings.ReplaceAll(g.String(), " ", "") + " "
	}
	return varKind + string(symbol.Of(g.Object())) + " "
}
