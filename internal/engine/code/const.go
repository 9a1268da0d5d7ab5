package code

import (
	"go/constant"
	"go/token"
	"strings"
)

// parse reads the basic constants, once: a function may run thousands of times.
func (f *Body) parse() {
	if f.basics != nil || len(f.Consts) == 0 {
		return
	}
	f.basics = make([]constant.Value, len(f.Consts))
	for i, c := range f.Consts {
		if c.Kind == ConstBasic {
			f.basics[i] = ParseConst(constant.Kind(c.Basic), c.Text)
		}
	}
}

func ParseConst(kind constant.Kind, text string) constant.Value {
	switch kind {
	case constant.Bool:
		return constant.MakeBool(text == "true")
	case constant.String:
		return constant.MakeFromLiteral(text, token.STRING, 0)
	case constant.Int:
		return parseNumber(text, token.INT)
	case constant.Float:
		num, den, ratio := strings.Cut(text, "/")
		v := parseNumber(num, token.FLOAT)
		if ratio {
			d := parseNumber(den, token.FLOAT)
			if v.Kind() == constant.Unknown || d.Kind() == constant.Unknown || constant.Sign(d) == 0 {
				return constant.MakeUnknown()
			}
			v = constant.BinaryOp(v, token.QUO, d)
		}
		return constant.ToFloat(v)
	}
	return constant.MakeUnknown()
}

func parseNumber(text string, tok token.Token) constant.Value {
	digits, negative := strings.CutPrefix(text, "-")
	v := constant.MakeFromLiteral(digits, tok, 0)
	if negative && v.Kind() != constant.Unknown {
		v = constant.UnaryOp(token.SUB, v, 0)
	}
	return v
}
