package known

import "strings"

// numberTypes are the value types that flag libraries name in their functions.
var numberTypes = map[string]bool{
	"Int": true, "Int8": true, "Int16": true, "Int32": true, "Int64": true,
	"Uint": true, "Uint8": true, "Uint16": true, "Uint32": true, "Uint64": true,
	"Float32": true, "Float64": true, "String": true, "Bool": true, "Duration": true, "Count": true,
}

func isPointerFunc(name string) bool { return numberTypes[strings.TrimSuffix(name, "P")] }

func isVarFunc(name string) bool {
	base, ok := strings.CutSuffix(strings.TrimSuffix(name, "P"), "Var")
	return ok && numberTypes[base]
}

func isGetFunc(name string) bool {
	base, ok := strings.CutPrefix(name, "Get")
	return ok && numberTypes[base]
}

func isPlainGet(name string) bool { return numberTypes[name] }

func isClause(name string) bool { return name == "Flag" || name == "Arg" }

// flagLibraries are packages whose functions define flags in the style of the
// standard library: name(name, default, usage) returns a pointer, nameVar takes one.
var flagLibraries = []string{"flag", "github.com/spf13/pflag"}

var kingpins = []string{"gopkg.in/alecthomas/kingpin.v2", "github.com/alecthomas/kingpin/v2", "github.com/alecthomas/kingpin"}

var urfaves = []string{"github.com/urfave/cli", "github.com/urfave/cli/v2", "github.com/urfave/cli/v3"}

func flagFamilies() []family {
	var out []family
	for _, lib := range flagLibraries {
		for _, prefix := range []string{lib + ".", lib + ".FlagSet."} {
			out = append(out,
				family{prefix, isPointerFunc, FlagPointer},
				family{prefix, isVarFunc, FlagVar},
				family{prefix, isGetFunc, FlagValue})
		}
	}
	for _, lib := range kingpins {
		out = append(out,
			family{lib + ".", isClause, FlagClause},
			family{lib + ".Application.", isClause, FlagClause},
			family{lib + ".CmdClause.", isClause, FlagClause},
			family{lib + ".flagGroup.", isClause, FlagClause},
			family{lib + ".argGroup.", isClause, FlagClause},
			family{lib + ".cmdMixin.", isClause, FlagClause},
			family{lib + ".FlagClause.", nil, FlagClauseMethod},
			family{lib + ".ArgClause.", nil, FlagClauseMethod},
			family{lib + ".parserMixin.", nil, FlagClauseMethod})
	}
	for _, lib := range urfaves {
		out = append(out,
			family{lib + ".Context.", isPlainGet, FlagValue},
			family{lib + ".Command.", isPlainGet, FlagValue})
	}
	for _, prefix := range []string{"github.com/spf13/viper.", "github.com/spf13/viper.Viper."} {
		out = append(out, family{prefix, isGetFunc, FlagValue})
	}
	return out
}

// ClauseValue reports whether a method of a flag clause ends it: with a pointer to
// the value, or, with Var, storing it through its argument.
func ClauseValue(method string) (value, isVar bool) {
	return numberTypes[method], isVarFunc(method)
}

// FlagStruct reports whether the named type is a flag described by a struct, whose
// field Name holds the name and Destination a pointer to the variable it sets.
func FlagStruct(typ string) bool {
	for _, lib := range urfaves {
		if strings.HasPrefix(typ, lib+".") && strings.Contains(typ, "Flag") {
			return true
		}
	}
	return false
}

// IsRateName reports whether a flag, environment variable, setting or field of
// this name is the program's max-reconcile-rate.
func IsRateName(name string) bool {
	return strings.HasSuffix(letters(name), "maxreconcilerate")
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}

// SettingField reports whether an integer field of this name may hold a number of
// workers or a rate, so that code that handles its struct is kept.
func SettingField(name string) bool {
	n := letters(name)
	for _, part := range []string{"concurren", "reconcil", "rate", "worker", "parallel", "qps", "burst"} {
		if strings.Contains(n, part) {
			return true
		}
	}
	return false
}

// Ends reports whether the function with the symbol never returns.
func Ends(sym string) bool {
	if ends[sym] {
		return true
	}
	return strings.HasPrefix(sym, "log.Fatal") || strings.HasPrefix(sym, "log.Panic") || strings.HasPrefix(sym, "log.Logger.Fatal") ||
		strings.HasPrefix(sym, "k8s.io/klog/v2.Fatal") || strings.HasPrefix(sym, "k8s.io/klog/v2.Exit") ||
		strings.HasPrefix(sym, "go.uber.org/zap.Logger.Fatal") || strings.HasPrefix(sym, "go.uber.org/zap.SugaredLogger.Fatal") ||
		strings.HasPrefix(sym, "github.com/sirupsen/logrus.Fatal")
}

var ends = map[string]bool{"os.Exit": true, "runtime.Goexit": true, "syscall.Exit": true}

// harmlessPackages leave what they are given alone and call none of it.
var harmlessPackages = map[string]bool{
	"fmt": true, "errors": true, "log": true, "log/slog": true, "strings": true, "strconv": true, "time": true,
	"context": true, "reflect": true, "math": true, "sort": true,
	"github.com/go-logr/logr": true, "github.com/pkg/errors": true, "go.uber.org/zap": true, "k8s.io/klog/v2": true,
}

// Harmless reports whether a function leaves its arguments alone and calls none of them.
func Harmless(sym string) bool {
	path, _ := split(sym)
	return harmlessPackages[path]
}

// Keeps reports whether a function may call the functions among its arguments, now or later, but
// changes nothing of the others.
func Keeps(sym string) bool {
	path, name := split(sym)
	return Foundation(path) && !fills(path, name)
}

// split returns the import path of a symbol and the name in the package.
func split(sym string) (path, name string) {
	slash := strings.LastIndexByte(sym, '/')
	dot := strings.IndexByte(sym[slash+1:], '.')
	if dot < 0 {
		return "", sym
	}
	return sym[:slash+1+dot], sym[slash+dot+2:]
}

// fills reports whether a function fills what its arguments point to.
func fills(path, name string) bool {
	if path == ControllerRuntime+"/pkg/client" {
		return true // the objects that are read, and those written, with what the server made of them
	}
	for _, part := range []string{"Decode", "Unmarshal", "Load", "Parse", "Convert", "CreateOr", "Into", "FromUnstructured"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "Default" || strings.HasSuffix(name, ".Default")
}

// laterPackages keep the functions they are given to call them once the program
// is set up: flag libraries, whose commands run after all flags are defined.
var laterPackages = []string{"github.com/spf13/cobra", "github.com/urfave/cli", "github.com/alecthomas/", "gopkg.in/alecthomas/", "flag.", "github.com/spf13/pflag", ControllerRuntime}

// Later reports whether a function keeps function arguments to call them once the
// program is set up.
func Later(sym string) bool {
	for _, p := range laterPackages {
		if strings.HasPrefix(sym, p) {
			return true
		}
	}
	return false
}
