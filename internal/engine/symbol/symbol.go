package symbol

import (
	"go/token"
	"go/types"
	"strings"
)

// A Name names a function, method, package variable or named type the same way in every package
// and version: import path, "." and name. A method's has its receiver's type name between, without
// pointers and type arguments. An anonymous function's is that of the function around it, "$" and a
// number; one of a package's init functions is "init#" and a number.
//
// The dots in the last element of the import path are written %2e, as the linker writes them, so that
// the first dot after the last slash ends the path. No import path holds a percent sign. What has no
// package, such as the type error, has a Name without a path.
type Name string

// dot stands for a dot in the last element of an import path.
const dot = "%2e"

// Of returns the name of an object of package level or of a method.
func Of(obj types.Object) Name {
	name := obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		if recv := fn.Origin().Signature().Recv(); recv != nil {
			t := types.Unalias(recv.Type())
			if p, ok := t.(*types.Pointer); ok {
				t = types.Unalias(p.Elem())
			}
			if named, ok := t.(*types.Named); ok {
				return Of(named.Obj()).Member(name)
			}
			return Join("interface", name)
		}
	}
	if obj.Pkg() == nil {
		return Name(name)
	}
	return Join(obj.Pkg().Path(), name)
}

// OfType returns the name of a type, "" for one without a name.
func OfType(t types.Type) Name {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return Of(named.Obj())
	}
	return ""
}

// Join returns the name of what a package declares: a function, variable or type, Type.Method
// for a method.
func Join(pkg, declared string) Name {
	slash := strings.LastIndexByte(pkg, '/') + 1
	return Name(pkg[:slash] + strings.ReplaceAll(pkg[slash:], ".", dot) + "." + declared)
}

// Readings returns the names that text, in the form in which people write one, may stand for:
// one for each dot at which the import path can end, those with shorter paths first. It is
// empty if text has no dot between a path and a name.
func Readings(text string) []Name {
	var names []Name
	start := strings.LastIndexByte(text, '/') + 1
	for i := start + 1; i < len(text)-1; i++ {
		if text[i] == '.' {
			names = append(names, Join(text[:i], text[i+1:]))
		}
	}
	return names
}

// split returns the import path, as the name has it, and what the package declares.
func (n Name) split() (pkg, declared string) {
	slash := strings.LastIndexByte(string(n), '/') + 1
	if i := strings.IndexByte(string(n[slash:]), '.'); i >= 0 {
		return string(n[:slash+i]), string(n[slash+i+1:])
	}
	return "", string(n)
}

// Package returns the import path, "" for what has no package.
func (n Name) Package() string {
	pkg, _ := n.split()
	return strings.ReplaceAll(pkg, dot, ".")
}

// Declared returns what follows the import path: Func, Type.Method, Func$1.
func (n Name) Declared() string {
	_, declared := n.split()
	return declared
}

// In reports whether the package with the import path declares what is named.
func (n Name) In(path string) bool { return n.Package() == path }

// Below reports whether the import path is prefix or below it.
func (n Name) Below(prefix string) bool {
	rest, ok := strings.CutPrefix(n.Package(), prefix)
	return ok && (rest == "" || rest[0] == '/')
}

// Last returns the name that a method, function, variable or type has in its declaration; that of an anonymous
// function has what tells it apart from the one around it.
func (n Name) Last() string {
	declared := n.Declared()
	return declared[strings.LastIndexByte(declared, '.')+1:]
}

// Owner returns the name of the type that declares the method, "" for what is not a method.
func (n Name) Owner() Name {
	if !n.isMember() {
		return ""
	}
	return n[:strings.LastIndexByte(string(n), '.')]
}

// IsMethod reports whether a method is named: it has a type's name before its own. An
// anonymous function in a method is none.
func (n Name) IsMethod() bool { return n.isMember() && !n.Anonymous() }

func (n Name) isMember() bool { return strings.Contains(n.Declared(), ".") }

// Anonymous reports whether a function is named that has no name of its own.
func (n Name) Anonymous() bool { return strings.Contains(n.Declared(), "$") }

// Initialises reports whether a function is named that runs before main: one of the package's
// init functions, or that of its variables.
func (n Name) Initialises() bool {
	declared := n.Declared()
	return declared == "init" || strings.HasPrefix(declared, "init#")
}

// Outermost returns the name of the declared function around an anonymous one, and n itself for
// any other.
func (n Name) Outermost() Name {
	pkg, declared := n.split()
	if i := strings.IndexByte(declared, '$'); i >= 0 && pkg != "" {
		return n[:len(pkg)+1+i]
	}
	return n
}

// Exported reports whether other packages can name what is named, or, of an anonymous function,
// the function around it.
func (n Name) Exported() bool { return token.IsExported(n.Outermost().Last()) }

// Member returns the name of a method of the type that n names.
func (n Name) Member(method string) Name { return n + "." + Name(method) }

// Written returns the name as people write it, with the import path as it is.
func (n Name) Written() string {
	if pkg := n.Package(); pkg != "" {
		return pkg + "." + n.Declared()
	}
	return string(n)
}

// Short returns what is named in the way code writes it: the last element of the import path, or
// the one before a major version, and what the package declares.
func (n Name) Short() string {
	pkg, declared := n.Package(), n.Declared()
	if pkg == "" {
		return declared
	}
	slash := strings.LastIndexByte(pkg, '/')
	base := pkg[slash+1:]
	if slash >= 0 && len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = pkg[strings.LastIndexByte(pkg[:slash], '/')+1 : slash]
	}
	return base + "." + declared
}
