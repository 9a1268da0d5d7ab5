package host

import (
	"go/constant"
	"go/token"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// clauseDefault notes the default of a flag whose clause has a method Default, which takes it as text.
func clauseDefault(c *interp.Call, clause value.Value) {
	flag, ok := c.Load(clause).(*Input)
	if !ok || c.Sym.Last() != "Default" || flag.Default != nil {
		return
	}
	elements, rest := c.Elements(arg(c, 1))
	if len(elements) != 1 || rest != nil {
		return
	}
	text, ok := value.StringValue(elements[0])
	if !ok {
		return
	}
	for _, kind := range []token.Token{token.INT, token.FLOAT} {
		if v := constant.MakeFromLiteral(text, kind, 0); v.Kind() != constant.Unknown {
			flag.Default = &value.Basic{Val: v, At: c.At}
			return
		}
	}
}
