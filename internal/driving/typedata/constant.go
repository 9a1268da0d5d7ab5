package typedata

import (
	"go/constant"
	"go/token"

	"github.com/rllint/rllint/internal/engine/code"
)

// writeConstant writes a value without rounding it.
func writeConstant(b *buffer, v constant.Value) {
	b.int(int(v.Kind()))
	if v.Kind() == constant.Complex {
		writeConstant(b, constant.Real(v))
		writeConstant(b, constant.Imag(v))
		return
	}
	b.bytes([]byte(v.ExactString()))
}

func (r *reader) constant() constant.Value {
	kind := constant.Kind(r.int())
	if kind == constant.Complex {
		re, im := r.constant(), r.constant()
		return constant.BinaryOp(constant.ToComplex(re), token.ADD, constant.MakeImag(im))
	}
	return code.ParseConst(kind, string(r.bytes()))
}
