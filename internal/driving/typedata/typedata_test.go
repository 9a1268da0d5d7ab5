package typedata_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/typedata"
)

// A world has packages in source, in data, and read back from it.
type world struct {
	t        *testing.T
	universe *typedata.Universe
	fset     *token.FileSet
	opened   map[string]*typedata.Package
	read     map[string]*types.Package
}

func newWorld(t *testing.T) *world {
	fset := token.NewFileSet()
	return &world{t, typedata.NewUniverse(fset), fset, make(map[string]*typedata.Package), make(map[string]*types.Package)}
}

func (w *world) Lookup(path, name string) types.Object {
	if w.opened[path] == nil {
		return nil
	}
	obj, err := w.opened[path].Lookup(name)
	if err != nil {
		w.t.Fatalf("%s.%s: %v", path, name, err)
	}
	return obj
}

func (w *world) Package(path string) *types.Package { return w.read[path] }

func (w *world) add(path, name string, data []byte) {
	w.t.Helper()
	w.read[path] = types.NewPackage(path, name)
	p, err := w.universe.Open(w.read[path], "/"+path, data, w)
	if err != nil {
		w.t.Fatal(err)
	}
	w.opened[path] = p
}

func (w *world) finish() {
	w.t.Helper()
	if err := w.universe.Finish(); err != nil {
		w.t.Fatal(err)
	}
}

// What has been read back has the bytes that it was read from: nothing was lost.
func TestRoundTrip(t *testing.T) {
	fset := token.NewFileSet()
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: fset}, "go/types", "maps", "sync/atomic", "math",
		"net/netip", "iter")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	data := make(map[string][]byte)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == "unsafe" {
			return
		}
		b := encode(t, fset, p.Types)
		data[p.PkgPath] = b
		w.add(p.PkgPath, p.Name, b)
	})
	for path, p := range w.opened {
		for _, name := range p.Exported() {
			w.Lookup(path, name)
		}
	}
	w.finish()
	for path, b := range data {
		again := encode(t, w.fset, w.read[path])
		if !bytes.Equal(b, again) {
			t.Errorf("%s: %d bytes have become %d", path, len(b), len(again))
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath != "unsafe" {
			compareScopes(t, p.Types, w.read[p.PkgPath])
		}
	})
}

// compareScopes compares what people see of the objects of a package.
func compareScopes(t *testing.T, want, got *types.Package) {
	t.Helper()
	for _, name := range want.Scope().Names() {
		if !token.IsExported(name) {
			continue
		}
		a, b := want.Scope().Lookup(name), got.Scope().Lookup(name)
		if b == nil {
			t.Errorf("%s.%s is lost", want.Path(), name)
			continue
		}
		if x, y := describe(a), describe(b); x != y {
			t.Errorf("%s has become\n%s", x, y)
		}
		if _, ok := a.(*types.TypeName); !ok {
			continue
		}
		if x, y := methodSet(a.Type()), methodSet(b.Type()); x != y {
			t.Errorf("%s.%s: methods\n%s\nhave become\n%s", want.Path(), name, x, y)
		}
	}
}

// describe is types.ObjectString without what depends on which types are one in memory: whether
// type parameters share their constraint and whether interface{} was called any.
func describe(obj types.Object) string {
	text := types.ObjectString(obj, nil)
	if sig, ok := obj.Type().(*types.Signature); ok {
		text = obj.Name() + sig.Params().String() + sig.Results().String()
		for tp := range sig.TypeParams().TypeParams() {
			text += " " + tp.String() + " " + tp.Constraint().String()
		}
	}
	return strings.ReplaceAll(text, "interface{}", "any")
}

func methodSet(t types.Type) string {
	var list []string
	set := types.NewMethodSet(types.NewPointer(t))
	if types.IsInterface(t) {
		set = types.NewMethodSet(t)
	}
	for m := range set.Methods() {
		list = append(list, m.String())
	}
	return strings.Join(list, "\n")
}

func encode(t *testing.T, fset *token.FileSet, pkg *types.Package) []byte {
	t.Helper()
	data, complete := typedata.Encode(fset, pkg)
	if !complete {
		t.Fatalf("%s is not complete", pkg.Path())
	}
	return data
}

func check(t *testing.T, path, src string) (*token.FileSet, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/src/p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, []*ast.File{f}, nil) // errors are for Encode to find
	return fset, pkg
}

const declarations = `package p

type A = *T
type T struct {
	A A
	unexported struct{ x int }
	Tagged string ` + "`json:\"tagged\"`" + `
}
type List[E any] struct { next *List[E]; value E }
func (l *List[F]) Push(f F) *List[F] { return l }
type Set[K comparable] = map[K]Loop
type Loop interface { ~int | Number; String() string }
type Number interface { ~float64 }
type Ordered[T interface{ Less(T) bool }] interface { Max(T, ...T) T }
func Map[X, Y any](x []X, f func(X) Y) []Y { return nil }
const Big = 1 << 100
const Third = 1.0 / 3
const Tiny = 1e-1000
const C = 1i
var Byte byte
var hidden int
type inner struct{ Deep *inner }
func Get() inner { return inner{} }
func (inner) Method(Set[string]) error { return nil }
`

// A package has only what was asked for and what that needs.
func TestLookupIsLazy(t *testing.T) {
	fset, pkg := check(t, "example.com/p", declarations)
	data := encode(t, fset, pkg)
	w := newWorld(t)
	w.add("example.com/p", "p", data)
	if w.Lookup("example.com/p", "Get") == nil {
		t.Fatal("no Get")
	}
	w.finish()
	scope := w.read["example.com/p"].Scope()
	if got, want := scope.Names(), []string{"Get", "Loop", "Number", "Set", "inner"}; !slices.Equal(got, want) {
		t.Errorf("the package has %q, want %q", got, want)
	}
	position := w.fset.Position(scope.Lookup("Get").Pos())
	if position.Filename != "/example.com/p/p.go" || position.Line != 23 {
		t.Errorf("Get is at %s, want line 23 of p.go", position)
	}
	for _, name := range []string{"hidden", "Missing"} {
		if obj := w.Lookup("example.com/p", name); obj != nil {
			t.Errorf("found %s", obj)
		}
	}
}

// A long file, of which a declaration near the top is asked for first.
func TestLinesOfLongFile(t *testing.T) {
	fset, pkg := check(t, "example.com/p", "package p\nvar Top int\n"+strings.Repeat("\n", 1<<12)+"var Late int\n"+
		strings.Repeat("\n", 1<<16)+"var Last int\n")
	w := newWorld(t)
	w.add("example.com/p", "p", encode(t, fset, pkg))
	for _, name := range []string{"Top", "Late", "Last"} {
		obj := w.Lookup("example.com/p", name)
		if obj == nil {
			t.Fatalf("no %s", name)
		}
		want := min(fset.Position(pkg.Scope().Lookup(name).Pos()).Line, 1<<16)
		if got := w.fset.Position(obj.Pos()).Line; got != want {
			t.Errorf("%s is at line %d, want %d", name, got, want)
		}
	}
}

func TestAllDeclarations(t *testing.T) {
	fset, pkg := check(t, "example.com/p", declarations)
	data := encode(t, fset, pkg)
	// Whatever is asked for first, the result is the same.
	names := pkg.Scope().Names()
	for range names {
		names = append(names[1:], names[0])
		w := newWorld(t)
		w.add("example.com/p", "p", data)
		for _, name := range names {
			w.Lookup("example.com/p", name)
		}
		w.finish()
		compareScopes(t, pkg, w.read["example.com/p"])
		if again := encode(t, w.fset, w.read["example.com/p"]); !bytes.Equal(data, again) {
			t.Errorf("%s first: other data", names[0])
		}
	}
}

func TestPackagesWithErrors(t *testing.T) {
	fset, pkg := check(t, "example.com/p", "package p\n\nvar V missing.Type\nvar W int\n")
	data, complete := typedata.Encode(fset, pkg)
	if complete {
		t.Errorf("a variable without a type is complete")
	}
	w := newWorld(t)
	w.add("example.com/p", "p", data)
	for name, want := range map[string]types.BasicKind{"V": types.Invalid, "W": types.Int} {
		if got := w.Lookup("example.com/p", name).Type(); got != types.Typ[want] {
			t.Errorf("%s has become %s", name, got)
		}
	}
}

// A type that stands for one that another package could not resolve is in no scope. Importers learn as much
// as of a type with errors.
func TestTypesOutOfScope(t *testing.T) {
	fset, pkg := check(t, "example.com/p", "package p\n\nvar W int\n")
	other := types.NewPackage("example.com/unresolved", "unresolved")
	lost := types.NewNamed(types.NewTypeName(token.NoPos, other, "Type", nil), types.NewInterfaceType(nil, nil).Complete(), nil)
	pkg.Scope().Insert(types.NewVar(token.NoPos, pkg, "V", lost))
	data, complete := typedata.Encode(fset, pkg)
	if complete {
		t.Fatalf("a variable of a type out of scope is complete")
	}
	w := newWorld(t)
	w.add("example.com/p", "p", data)
	if got := w.Lookup("example.com/p", "V").Type(); got != types.Typ[types.Invalid] {
		t.Errorf("V has become %s", got)
	}
}

// Data that is cut short gives an error. (That it is not changed otherwise, who keeps it must see to.)
func TestCutShort(t *testing.T) {
	fset, pkg := check(t, "example.com/p", declarations)
	data := encode(t, fset, pkg)
	for i := range data {
		if err := readAll(data[:i]); err == nil {
			t.Fatalf("%d of %d bytes are enough", i, len(data))
		}
	}
	if err := readAll(data); err != nil {
		t.Error(err)
	}
}

type nobody struct{}

func (nobody) Lookup(string, string) types.Object { return nil }
func (nobody) Package(string) *types.Package      { return nil }

func readAll(data []byte) error {
	u := typedata.NewUniverse(token.NewFileSet())
	p, err := u.Open(types.NewPackage("example.com/p", "p"), "/src", data, nobody{})
	if err != nil {
		return err
	}
	for _, name := range p.Exported() {
		if _, err := p.Lookup(name); err != nil {
			return err
		}
	}
	return u.Finish()
}
