package controllers

import (
	"go/token"
	"strings"

	"github.com/rllint/rllint/analyzer/flow"
)

// short returns a type or function in the way people write it: the last element of
// its import path and its name.
func short(sym string) string {
	sym = flow.BaseType(sym)
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

func shortSymbol(sym string) string { return short(outermost(sym)) }

// packageOf returns the import path a function's symbol begins with.
func packageOf(sym string) string {
	slash := strings.LastIndexByte(sym, '/')
	if dot := strings.IndexByte(sym[slash+1:], '.'); dot >= 0 {
		return sym[:slash+1+dot]
	}
	return sym
}

func exported(sym string) bool { return token.IsExported(flow.MethodName(outermost(sym))) }
