package code

import (
	"go/token"
	"strings"
)

// short returns a type or function in the way people write it: the last element of
// its import path and its name.
func Short(sym string) string {
	sym = BaseType(sym)
	if i := strings.LastIndexByte(sym, '/'); i >= 0 {
		pkg, rest, _ := strings.Cut(sym[i+1:], ".")
		if len(pkg) > 1 && pkg[0] == 'v' && strings.Trim(pkg[1:], "0123456789") == "" {
			// A major version: the element before it names the package.
			if j := strings.LastIndexByte(sym[:i], '/'); j >= 0 {
				pkg = sym[j+1 : i]
			}
		}
		return pkg + "." + rest
	}
	return sym
}

func ShortFunc(sym string) string { return Short(Outermost(sym)) }

// packageOf returns the import path a function's symbol begins with.
func PackageOf(sym string) string {
	slash := strings.LastIndexByte(sym, '/')
	if dot := strings.IndexByte(sym[slash+1:], '.'); dot >= 0 {
		return sym[:slash+1+dot]
	}
	return sym
}

func Exported(sym string) bool { return token.IsExported(MethodName(Outermost(sym))) }

func Outermost(sym string) string {
	slash := strings.LastIndexByte(sym, '/')
	if i := strings.IndexByte(sym[slash+1:], '$'); i >= 0 {
		return sym[:slash+1+i]
	}
	return sym
}

// isMethod reports whether a symbol is a method's: it has a type's name before its own.
func IsMethod(sym string) bool {
	last := sym[strings.LastIndexByte(sym, '/')+1:]
	return strings.Count(last, ".") >= 2 && !strings.Contains(last, "$")
}
