package typedata

import (
	"go/constant"
	"go/token"
	"testing"
)

// Constants come back as they were, those too that no number of the language can hold.
func TestConstants(t *testing.T) {
	big := constant.Shift(constant.MakeInt64(3), token.SHL, 700)
	for _, v := range []constant.Value{
		constant.MakeBool(true), constant.MakeInt64(-5), big, constant.UnaryOp(token.SUB, big,
			0), constant.MakeFloat64(-0.1), constant.ToFloat(constant.MakeInt64(2)),
		constant.BinaryOp(constant.MakeInt64(1), token.QUO, constant.MakeInt64(3)), constant.BinaryOp(constant.ToFloat(constant.MakeInt64(1)),
			token.QUO, big),
		constant.MakeFromLiteral("1e-5000", token.FLOAT, 0), constant.MakeFromLiteral("3.25e4000", token.FLOAT, 0),
		constant.MakeImag(constant.MakeFloat64(2.5)), constant.MakeString(""), constant.MakeString("a\xff\"\n`é"), constant.MakeUnknown(),
	} {
		var b buffer
		writeConstant(&b, v)
		got := (&reader{data: b.data}).constant()
		if got.Kind() != v.Kind() || got.ExactString() != v.ExactString() {
			t.Errorf("%v is %v", v, got)
		}
	}
}
