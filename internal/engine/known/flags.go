package known

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// numberTypes are the value types that flag libraries name in their functions.
var numberTypes = map[string]bool{
	"Int": true, "Int8": true, "Int16": true, "Int32": true, "Int64": true,
	"Uint": true, "Uint8": true, "Uint16": true, "Uint32": true, "Uint64": true,
	"Float32": true, "Float64": true, "Float": true, "String": true, "Bool": true, "Duration": true, "Count": true,
}

// listTypes are those of them that hold several values.
var listTypes = map[string]bool{
	"StringToInt": true, "StringToInt64": true, "StringToString": true, "IntSlice": true, "Int32Slice": true, "Int64Slice": true,
	"UintSlice": true, "Float32Slice": true, "Float64Slice": true, "DurationSlice": true,
}

// FlagOfSeveral reports whether a function of a flag library is for a flag that holds several values.
func FlagOfSeveral(name string) bool {
	return listTypes[strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, "P"), "Var"), "Get")]
}

func isPointerFunc(name string) bool {
	base := strings.TrimSuffix(name, "P")
	return numberTypes[base] || listTypes[base]
}

func isVarFunc(name string) bool {
	base, ok := strings.CutSuffix(strings.TrimSuffix(name, "P"), "Var")
	return ok && (numberTypes[base] || listTypes[base])
}

func isCalledFunc(name string) bool {
	return strings.TrimPrefix(strings.TrimSuffix(name, "P"), "Bool") == "Func"
}

func isOwnFunc(name string) bool { return name == "Var" || name == "VarP" || name == "VarPF" }

func isGetFunc(name string) bool {
	base, ok := strings.CutPrefix(name, "Get")
	return ok && (numberTypes[base] || listTypes[base])
}

func isPlainGet(name string) bool { return numberTypes[name] }

func isClause(name string) bool { return name == "Flag" || name == "Arg" }

// flagLibraries are packages whose functions define flags in the style of the
// standard library: name(name, default, usage) returns a pointer, nameVar takes one.
var flagLibraries = []string{"flag", "github.com/spf13/pflag"}

var kingpins = []string{"gopkg.in/alecthomas/kingpin.v2", "github.com/alecthomas/kingpin/v2", "github.com/alecthomas/kingpin"}

var urfaves = []string{"github.com/urfave/cli", "github.com/urfave/cli/v2", "github.com/urfave/cli/v3"}

// settingLibraries are packages by which programs read their settings, often in a
// package of their own whose variables others read. The standard library's flag is none
// of them: what imports it in a dependency is far more often a library's type of flag, see flagImports.
var settingLibraries = map[string]bool{
	"github.com/spf13/pflag": true, viper: true, "github.com/kelseyhightower/envconfig": true,
	"github.com/caarlos0/env": true, "github.com/caarlos0/env/v6": true, "github.com/caarlos0/env/v9": true,
	"github.com/caarlos0/env/v10": true, "github.com/caarlos0/env/v11": true, "github.com/ilyakaznacheev/cleanenv": true,
	"github.com/sethvargo/go-envconfig": true, "github.com/knadh/koanf/v2": true,
	"gopkg.in/alecthomas/kingpin.v2": true, "github.com/alecthomas/kingpin/v2": true, "github.com/alecthomas/kong": true,
	"github.com/urfave/cli": true, "github.com/urfave/cli/v2": true, "github.com/urfave/cli/v3": true,
	"k8s.io/component-base/cli/flag": true, // Kubernetes' own types of flag, which only programs of its kind import
}

// flagLibrary reports whether a package is part of a library for flags or settings.
func flagLibrary(path string) bool {
	for _, owner := range []string{"github.com/spf13/", "github.com/alecthomas/", "github.com/urfave/"} {
		if strings.HasPrefix(path, owner) {
			return true
		}
	}
	return settingLibraries[path]
}

func flagFamilies() []family {
	var out []family
	for _, lib := range flagLibraries {
		for _, typ := range []string{"", "FlagSet"} {
			out = append(out,
				family{lib, typ, isPointerFunc, FlagPointer},
				family{lib, typ, isVarFunc, FlagVar},
				family{lib, typ, isOwnFunc, FlagOwn},
				family{lib, typ, isCalledFunc, FlagFunc},
				family{lib, typ, isGetFunc, FlagValue})
		}
	}
	for _, lib := range kingpins {
		out = append(out,
			family{lib, "", isClause, FlagClause},
			family{lib, "Application", isClause, FlagClause},
			family{lib, "CmdClause", isClause, FlagClause},
			family{lib, "flagGroup", isClause, FlagClause},
			family{lib, "argGroup", isClause, FlagClause},
			family{lib, "cmdMixin", isClause, FlagClause},
			family{lib, "FlagClause", nil, FlagClauseMethod},
			family{lib, "ArgClause", nil, FlagClauseMethod},
			family{lib, "parserMixin", nil, FlagClauseMethod})
	}
	for _, lib := range urfaves {
		out = append(out,
			family{lib, "Context", isPlainGet, FlagValue},
			family{lib, "Command", isPlainGet, FlagValue})
	}
	for _, typ := range []string{"", "Viper"} {
		out = append(out,
			family{viper, typ, isGetFunc, SettingValue},
			family{viper, typ, func(name string) bool { return strings.HasPrefix(name, "BindPFlag") }, BindFlags})
	}
	return out
}

// viper is a package that keeps settings by name, from files, variables and flags that it is bound to.
const viper = "github.com/spf13/viper"

// ClauseValue reports whether a method of a flag clause ends it: with a pointer to
// the value, or, with Var, storing it through its argument.
func ClauseValue(method string) (value, isVar bool) {
	return numberTypes[method], isVarFunc(method)
}

// FlagStruct reports whether the named type is a flag described by a struct, whose
// field Name holds the name and Destination a pointer to the variable it sets.
func FlagStruct(typ symbol.Name) bool {
	return slices.ContainsFunc(urfaves, typ.In) && strings.Contains(typ.Declared(), "Flag")
}

// Command reports whether the named type is that of a command of a library for them.
func Command(typ string) bool {
	return typ == "github.com/spf13/cobra.Command" || strings.HasPrefix(typ, urfaves[0]) && strings.HasSuffix(typ, ".Command")
}

// Parses reports whether a function of a flag library reads the command line, after which flags have
// their values.
func Parses(sym symbol.Name) bool {
	name, path := sym.Last(), sym.Package()
	return (name == "Parse" || name == "MustParse" || name == "Execute") &&
		(path == "flag" || flagLibrary(path) || slices.Contains(kingpins, path))
}

// IsRateName reports whether a flag, environment variable, setting or field of
// this name is the program's max-reconcile-rate.
func IsRateName(name string) bool {
	return strings.HasSuffix(letters(name), "maxreconcilerate")
}

// IsPollName reports whether a flag or variable of this name says after which time controllers poll: those with more in their names may
// be for other polls.
func IsPollName(name string) bool {
	return slices.Contains([]string{"poll", "pollinterval", "pollperiod"}, letters(name))
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
	return slices.ContainsFunc([]string{"concurren", "reconcil", "rate", "worker", "parallel", "qps", "burst"},
		func(part string) bool { return strings.Contains(n, part) })
}
