package code

import (
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// TypeString returns the notation for a type: "*" for a pointer, a [symbol.Name] with
// bracketed type arguments for a named type, "$T" for a type parameter, and the
// Go notation for any other.
func TypeString(t types.Type) string {
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

func writeType(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		b.WriteByte('*')
		writeType(b, t.Elem())
	case *types.Named:
		b.WriteString(string(symbol.Of(t.Obj())))
		if args := t.TypeArgs(); args.Len() > 0 {
			b.WriteByte('[')
			for i := range args.Len() {
				if i > 0 {
					b.WriteByte(',')
				}
				writeType(b, args.At(i))
			}
			b.WriteByte(']')
		}
	case *types.TypeParam:
		b.WriteByte('$')
		b.WriteString(t.Obj().Name())
	case *types.Basic:
		b.WriteString(t.Name())
	case *types.Struct:
		b.WriteString("struct")
	case *types.Array:
		b.WriteString("array")
	case *types.Slice:
		b.WriteString("[]")
		writeType(b, t.Elem())
	case *types.Map:
		b.WriteString("map")
	case *types.Signature:
		b.WriteString("func")
	case *types.Interface:
		b.WriteString("interface")
	case *types.Chan:
		b.WriteString("chan")
	default:
		b.WriteString("?")
	}
}

// BaseType returns the name in a type's notation, without pointers and type
// arguments.
func BaseType(t string) symbol.Name {
	t = strings.TrimLeft(t, "*")
	if i := strings.IndexByte(t, '['); i > 0 {
		t = t[:i]
	}
	return symbol.Name(t)
}

// TypeArgs splits the bracketed arguments of a type's notation.
func TypeArgs(t string) []string {
	open := strings.IndexByte(t, '[')
	if open <= 0 || !strings.HasSuffix(t, "]") {
		return nil
	}
	var args []string
	depth, start := 0, open+1
	for i := open + 1; i < len(t)-1; i++ {
		switch t[i] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				args = append(args, t[start:i])
				start = i + 1
			}
		}
	}
	return append(args, t[start:len(t)-1])
}

// IsPointer reports whether the underlying type of a type is a pointer.
func IsPointer(t types.Type) bool {
	_, is := t.Underlying().(*types.Pointer)
	return is
}

// Deref returns what a pointer type points to, and any other type itself.
func Deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// TypeName returns the name of a type, or of what it points to, nil for one without.
func TypeName(t types.Type) *types.TypeName {
	if named, ok := types.Unalias(Deref(t)).(*types.Named); ok {
		return named.Obj()
	}
	return nil
}
