package methods_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/methods"
)

const source = `package p

type Any = any
type Text = string
type Node struct{ Next *Node }
type Box[T any] struct{ V T }
type inner struct{}

func (inner) Promoted(Any) Text { return "" }

type embeds struct{ *inner }
type value struct{}

func (value) Promoted(interface{}) string                 { return "" }
func (*value) Parts(map[string][]byte, ...int) (*Node, error) { return nil, nil }
func (value) hidden(chan<- Box[int], [2]struct{ A int })  {}

type other struct{}

func (other) Promoted(int) string                          { return "" }
func (*other) Parts(map[string][]byte, []int) (*Node, error) { return nil, nil }
func (other) hidden(chan Box[int], [2]struct{ A int })     {}

type generic[T any] struct{}

func (generic[T]) Promoted(any) string { return "" }

type none struct{}

type Promoter interface{ Promoted(any) Text }
type Parter interface {
	Promoter
	Parts(map[Text][]byte, ...int) (*Node, error)
}
type Hider interface{ hidden(chan<- Box[int], [2]struct{ A int }) }
type Nester interface{ Nest(interface{ Promoter; More() }) }
type nester struct{}

func (nester) Nest(interface { More(); Promoted(any) string }) {}
`

// Which types implement an interface is what types.Implements says.
func TestImplements(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("example.com/p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list := methods.Of(pkg, func(*types.Func) bool { return true })
	var names []string
	for _, name := range []string{"Promoter", "Parter", "Hider", "Nester"} {
		iface := pkg.Scope().Lookup(name).Type().Underlying().(*types.Interface)
		some := false
		for _, typ := range list {
			want := types.Implements(types.NewPointer(pkg.Scope().Lookup(typ.Name).Type()), iface)
			if got := typ.Implements(iface); got != want {
				t.Errorf("%s implements %s: got %t, want %t", typ.Name, name, got, want)
			}
			method := iface.Method(0).Name()
			if m, has := typ.Has(methods.OfInterface(iface), method); has != want || has && m.Func.Last() != method {
				t.Errorf("%s has %s of %s: got %t (%s), want %t", typ.Name, method, name, has, m.Func, want)
			}
			some = some || want
		}
		if !some {
			t.Errorf("nothing implements %s", name)
		}
	}
	for _, typ := range list {
		names = append(names, typ.Name)
	}
	if want := []string{"embeds", "inner", "nester", "other", "value"}; !slices.Equal(names, want) {
		t.Errorf("the types are %q, want %q", names, want)
	}
	promoter := pkg.Scope().Lookup("Promoter").Type().Underlying().(*types.Interface)
	if m, ok := list[0].Method(promoter.Method(0)); !ok || m.Func != "example.com/p.inner.Promoted" || m.Package != "example.com/p" {
		t.Errorf("the promoted method is %+v", m)
	}
	if list := methods.Of(pkg, func(fn *types.Func) bool { return fn.Name() == "Nest" }); len(list) != 1 || list[0].Name != "nester" {
		t.Errorf("the types with the method Nest are %+v", list)
	}
}
