package symbol_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// What a name is made of can be read from it, wherever its import path has dots.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		name                                     symbol.Name
		pkg, declared, last, short               string
		owner                                    symbol.Name
		outermost                                symbol.Name
		method, anonymous, exported, initialises bool
	}{
		{name: "example.com/app/topic.Setup", pkg: "example.com/app/topic", declared: "Setup", last: "Setup", short: "topic.Setup",
			exported: true},
		{name: "example.com/app/foo%2epolicy.Setup", pkg: "example.com/app/foo.policy", declared: "Setup", last: "Setup",
			short: "foo.policy.Setup", exported: true},
		{name: "example%2ecom.Setup", pkg: "example.com", declared: "Setup", last: "Setup", short: "example.com.Setup", exported: true},
		{name: "example%2ecom.T.setup", pkg: "example.com", declared: "T.setup", last: "setup", short: "example.com.T.setup",
			owner: "example%2ecom.T", method: true},
		{name: "gopkg.in/yaml%2ev3.Node.Decode", pkg: "gopkg.in/yaml.v3", declared: "Node.Decode", last: "Decode", short: "yaml.v3.Node.Decode",
			owner: "gopkg.in/yaml%2ev3.Node", method: true, exported: true},
		{name: "k8s.io/klog/v2.Fatal", pkg: "k8s.io/klog/v2", declared: "Fatal", last: "Fatal", short: "klog.Fatal", exported: true},
		{name: "klog/v2.Fatal", pkg: "klog/v2", declared: "Fatal", last: "Fatal", short: "klog.Fatal", exported: true},
		{name: "example.com/app.Setup$1$2", pkg: "example.com/app", declared: "Setup$1$2", last: "Setup$1$2", short: "app.Setup$1$2",
			outermost: "example.com/app.Setup", anonymous: true, exported: true},
		{name: "example.com/a%2eb.T.run$1", pkg: "example.com/a.b", declared: "T.run$1", last: "run$1", short: "a.b.T.run$1",
			owner: "example.com/a%2eb.T", outermost: "example.com/a%2eb.T.run", anonymous: true},
		{name: "example.com/app.init#1", pkg: "example.com/app", declared: "init#1", last: "init#1", short: "app.init#1", initialises: true},
		{name: "example.com/app.init", pkg: "example.com/app", declared: "init", last: "init", short: "app.init", initialises: true},
		{name: "example.com/app.T.init", pkg: "example.com/app", declared: "T.init", last: "init", short: "app.T.init",
			owner: "example.com/app.T", method: true},
		{name: "fmt.Sprintf", pkg: "fmt", declared: "Sprintf", last: "Sprintf", short: "fmt.Sprintf", exported: true},
		{name: "error", declared: "error", last: "error", short: "error"},
		{},
	} {
		if test.outermost == "" {
			test.outermost = test.name
		}
		n := test.name
		for _, part := range []struct{ what, got, want string }{
			{"Package", n.Package(), test.pkg},
			{"Declared", n.Declared(), test.declared},
			{"Last", n.Last(), test.last},
			{"Short", n.Short(), test.short},
			{"Owner", string(n.Owner()), string(test.owner)},
			{"Outermost", string(n.Outermost()), string(test.outermost)},
		} {
			if part.got != part.want {
				t.Errorf("%s of %q is %q, want %q", part.what, n, part.got, part.want)
			}
		}
		for _, part := range []struct {
			what      string
			got, want bool
		}{
			{"IsMethod", n.IsMethod(), test.method},
			{"Anonymous", n.Anonymous(), test.anonymous},
			{"Exported", n.Exported(), test.exported},
			{"Initialises", n.Initialises(), test.initialises},
			{"In", n.In(test.pkg), true},
			{"In", n.In(test.pkg + "/x"), false},
		} {
			if part.got != part.want {
				t.Errorf("%s of %q is %t, want %t", part.what, n, part.got, part.want)
			}
		}
		if test.pkg == "" {
			continue
		}
		if joined := symbol.Join(test.pkg, test.declared); joined != n {
			t.Errorf("%q is joined to %q", n, joined)
		}
		if !slices.Contains(symbol.Readings(n.Written()), n) {
			t.Errorf("%q is written %q, which is read as %q", n, n.Written(), symbol.Readings(n.Written()))
		}
	}
}

func TestBelow(t *testing.T) {
	for prefix, want := range map[string]bool{
		"github.com/urfave/cli": true, "github.com/urfave": true, "github.com/urfave/cli/v2": true,
		"github.com/urfave/c": false, "github.com/urfave/cli/v2/x": false,
	} {
		if got := symbol.Name("github.com/urfave/cli/v2.App.Run").Below(prefix); got != want {
			t.Errorf("below %s: %t", prefix, got)
		}
	}
}

// What people write can be read in as many ways as its path can end.
func TestReadings(t *testing.T) {
	for text, want := range map[string][]symbol.Name{
		"example.com/lib.New":         {"example.com/lib.New"},
		"example.com/lib.Config.Rate": {"example.com/lib.Config.Rate", "example.com/lib%2eConfig.Rate"},
		"gopkg.in/quota.v2.Rate":      {"gopkg.in/quota.v2.Rate", "gopkg.in/quota%2ev2.Rate"},
		"example.com.New":             {"example.com.New", "example%2ecom.New"},
		"a.b/c.d.e.F.G":               {"a.b/c.d.e.F.G", "a.b/c%2ed.e.F.G", "a.b/c%2ed%2ee.F.G", "a.b/c%2ed%2ee%2eF.G"},
		"New":                         nil, "example.com/lib": nil, "lib.": nil, ".New": nil, "example.com/.New": nil, "": nil,
	} {
		got := symbol.Readings(text)
		if !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
		for _, n := range got {
			if n.Written() != text {
				t.Errorf("%q is read as %q, which is written %q", text, n, n.Written())
			}
		}
	}
}

const source = `package policy

type T[P any] struct{}

func (*T[P]) Setup() {}

type I interface{ Ask() error }

func Setup() {}

var Anonymous interface{ Run() }

func use(i I, t *T[int]) { _ = i.Ask(); t.Setup(); Setup(); Anonymous.Run(); _ = error(nil).Error() }
`

// The name of an object tells its package, whatever that is called, and is that of the generic one.
func TestOf(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "policy.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	if _, err := new(types.Config).Check("example.com/foo.policy", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	got := make(map[symbol.Name]bool)
	for _, obj := range info.Uses {
		if _, ok := obj.(*types.Func); ok || obj.Parent() != nil && obj.Parent() == obj.Pkg().Scope() {
			got[symbol.Of(obj)] = true
		}
	}
	for _, want := range []symbol.Name{
		"example.com/foo%2epolicy.Setup", "example.com/foo%2epolicy.T", "example.com/foo%2epolicy.T.Setup",
		"example.com/foo%2epolicy.I.Ask", "example.com/foo%2epolicy.Anonymous", "interface.Run", "error.Error",
	} {
		if !got[want] {
			t.Errorf("nothing is named %s: %v", want, got)
		}
	}
}
