package settingsfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// symbolKeys are the settings whose values are import/path.Name.
var symbolKeys = []string{"limiters", "middleware", "rate-sources"}

// Check returns an error, with file and line, for the first value that means nothing in the
// module whose root is dir: a path that is not there, or a function or type that no package
// declares. The build flags are those of the packages that are analysed.
func (f *File) Check(ctx context.Context, dir string, buildFlags []string) error {
	for i, pattern := range f.Exclude {
		if path := Missing(pattern, dir); path != "" {
			return f.at("exclude", i, "there is no %s in %s", path, dir)
		}
	}
	packages, err := f.packages(ctx, dir, buildFlags)
	if err != nil {
		return nil // loading the packages will say what is wrong, and better
	}
	for _, key := range symbolKeys {
		for i, written := range *f.List(key) {
			if problem := problemWith(symbol.Readings(written), packages); problem != "" {
				return f.at(key, i, "%s", problem)
			}
		}
	}
	return nil
}

// problemWith says why a setting names nothing, whichever way it is read; "" if it names something.
func problemWith(readings []symbol.Name, packages map[string]*goPackage) string {
	problem := ""
	for _, name := range readings {
		p := packages[name.Package()]
		if p == nil || p.Error != nil {
			continue
		}
		if p.declares(name.Declared()) {
			return ""
		}
		problem = fmt.Sprintf("the package %s declares no %s", name.Package(), name.Declared())
	}
	if problem == "" {
		problem = fmt.Sprintf("no package %s can be imported in this module", readings[0].Package())
	}
	return problem
}

func (f *File) at(key string, i int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s: %s", f.name, f.lines[key][i], key, fmt.Sprintf(format, args...))
}

// Missing returns the path at the start of a pattern of -exclude if it is in none of the modules with these roots, else "".
func Missing(pattern string, roots ...string) string {
	path := literal(pattern)
	if slices.ContainsFunc(roots, func(dir string) bool { return exists(filepath.Join(dir, filepath.FromSlash(path))) }) {
		return ""
	}
	return path
}

// literal returns the names at the start of a pattern that stand for themselves.
func literal(pattern string) string {
	var names []string
	for name := range strings.SplitSeq(pattern, "/") {
		if strings.ContainsAny(name, `*?[`) {
			break
		}
		names = append(names, name)
	}
	return strings.Join(names, "/")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// A goPackage is a package as the go command describes it.
type goPackage struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	Error             *struct{ Err string }
}

// packages describes the packages that the settings name, by import path.
func (f *File) packages(ctx context.Context, dir string, buildFlags []string) (map[string]*goPackage, error) {
	var paths []string
	for _, key := range symbolKeys {
		for _, written := range *f.List(key) {
			for _, name := range symbol.Readings(written) {
				paths = append(paths, name.Package())
			}
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	slices.Sort(paths)
	args := slices.Concat([]string{"list", "-find", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,Error"}, buildFlags, []string{"--"},
		slices.Compact(paths))
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	list := make(map[string]*goPackage)
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		p := new(goPackage)
		if err := decoder.Decode(p); err != nil {
			return nil, err
		}
		list[p.ImportPath] = p
	}
	return list, nil
}

// declares reports whether the package declares Name, or for Type.Name a type that has or
// may have such a method or field. What cannot be parsed declares everything.
func (p *goPackage) declares(declared string) bool {
	name, member, isMember := strings.Cut(declared, ".")
	fset := token.NewFileSet()
	for _, file := range slices.Concat(p.GoFiles, p.CgoFiles) {
		parsed, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return true
		}
		for _, decl := range parsed.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if !isMember && fn.Recv == nil && fn.Name.Name == name ||
					isMember && fn.Recv != nil && fn.Name.Name == member && syntax.Spells(fn.Recv.List[0].Type, name) {
					return true
				}
			}
			if gen, ok := decl.(*ast.GenDecl); ok && declaredIn(gen, name, member) {
				return true
			}
		}
	}
	return false
}

// declaredIn reports whether a declaration is that of the name or, if member is not empty,
// of a type of that name in which the member can come from elsewhere.
func declaredIn(decl *ast.GenDecl, name, member string) bool {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.Name == name && (member == "" || mayHave(spec.Type, member)) {
				return true
			}
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				if member == "" && id.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// mayHave reports whether a type has a field or method of that name in itself, or takes over
// those of another type.
func mayHave(t ast.Expr, member string) bool {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		_, isFunc := t.(*ast.FuncType)
		return !isFunc
	}
	for _, field := range fields.List {
		if len(field.Names) == 0 { // embedded
			return true
		}
		for _, id := range field.Names {
			if id.Name == member {
				return true
			}
		}
	}
	return false
}
