package typedata

import (
	"go/constant"
	"math/big"
)

// writeConstant writes a value without rounding it.
func writeConstant(b *buffer, v constant.Value) {
	switch v.Kind() {
	case constant.Bool:
		b.int(valBool)
		b.bool(constant.BoolVal(v))
	case constant.String:
		b.int(valString)
		b.bytes([]byte(constant.StringVal(v)))
	case constant.Complex:
		b.int(valComplex)
		writeConstant(b, constant.Real(v))
		writeConstant(b, constant.Imag(v))
	case constant.Int, constant.Float:
		writeNumber(b, v)
	default:
		b.int(valUnknown)
	}
}

func writeNumber(b *buffer, v constant.Value) {
	var data []byte
	var err error
	switch x := constant.Val(v).(type) {
	case int64:
		b.int(valInt64)
		b.int64(x)
		return
	case *big.Int:
		b.int(valInt)
		data, err = x.GobEncode()
	case *big.Rat:
		b.int(valRat)
		data, err = x.GobEncode()
	case *big.Float:
		b.int(valFloat)
		data, err = x.GobEncode()
	}
	if err != nil {
		panic(encodeError{err})
	}
	b.bytes(data)
}

func (r *reader) constant() constant.Value {
	switch tag := r.int(); tag {
	case valUnknown:
		return constant.MakeUnknown()
	case valBool:
		return constant.MakeBool(r.bool())
	case valString:
		return constant.MakeString(string(r.bytes()))
	case valComplex:
		re, im := r.constant(), r.constant()
		return constant.BinaryOp(constant.ToComplex(re), tokenAdd, constant.MakeImag(im))
	case valInt64:
		return constant.MakeInt64(r.int64())
	case valInt:
		x := new(big.Int)
		r.decode(x)
		return constant.Make(x)
	case valRat:
		x := new(big.Rat)
		r.decode(x)
		return constant.Make(x)
	case valFloat:
		x := new(big.Float)
		r.decode(x)
		return constant.Make(x)
	default:
		panic(dataError("kind of constant", tag))
	}
}
