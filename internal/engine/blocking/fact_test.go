package blocking

import (
	"bytes"
	"encoding/gob"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"
	"time"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/methods"
	"golang.org/x/tools/go/analysis"
)

// TestFact checks that facts have one stored form and come back as they were.
func TestFact(t *testing.T) {
	fact := new(Waits)
	fact.Funcs = []waitsOf{
		{"p.g", []Wait{{Place: code.Place{File: "a.go", Line: 3, Column: 2}, What: "time.Sleep", Length: 7,
			Way: []Step{{Name: "p.h", Place: code.Place{File: "a.go", Line: 9, Column: 2}}}}}},
		{"p.f", []Wait{{Place: code.Place{File: "a.go", Line: 1, Column: 2}, Repeat: Repeat{Endless: true}}}},
	}
	fact.Types = []handedType{{Type: methods.Type{Name: "T", Methods: []methods.Method{{ID: "M()()", Func: "p.T.M", Package: "p"}}}}}
	fact.sort()
	var stored, again bytes.Buffer
	if err := gob.NewEncoder(&stored).Encode(fact); err != nil {
		t.Fatal(err)
	}
	data := stored.Bytes()
	var read Waits
	if err := gob.NewDecoder(&stored).Decode(&read); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&read, fact) || read.Funcs[0].Symbol != "p.f" {
		t.Errorf("got %+v, want %+v", read, *fact)
	}
	if err := gob.NewEncoder(&again).Encode(&read); err != nil || !bytes.Equal(again.Bytes(), data) {
		t.Errorf("what was read is stored in another form (error %v)", err)
	}
}

// TestSum checks how long a back-off is in all: one pause less than it has steps.
func TestSum(t *testing.T) {
	fset, imports := token.NewFileSet(), importer.Default()
	for _, test := range []struct {
		backoff string
		want    time.Duration
	}{
		{"Backoff{Duration: time.Second, Steps: 4}", 3 * time.Second},
		{"Backoff{Duration: time.Second, Factor: 2, Steps: 4}", 7 * time.Second},
		{"Backoff{Duration: time.Second, Factor: 2, Steps: 4, Cap: 2 * time.Second}", 3 * time.Second},
		{"Backoff{Duration: time.Second, Steps: 4, Jitter: 0.5}", 4500 * time.Millisecond},
		{"Backoff{Duration: time.Second, Steps: 20_001}", 20_000 * time.Second},
		{"Backoff{Duration: time.Second, Factor: 2, Steps: 1 << 31 - 1}", 1 << 62},
		{"Backoff{Duration: time.Second, Factor: 0.5, Steps: 3}", 1500 * time.Millisecond},
		{"Backoff{Duration: time.Second, Steps: 1}", 0},
		{"Backoff{Duration: pause, Steps: 4}", 0}, // not known
		{"Backoff{time.Second, 2, 0, 4, 0}", 0},   // nobody writes it so
	} {
		source := `package p
import "time"
type Backoff struct { Duration time.Duration; Factor, Jitter float64; Steps int; Cap time.Duration }
var pause time.Duration
var backoff = ` + test.backoff
		file, err := parser.ParseFile(fset, "p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
		if _, err := (&types.Config{Importer: imports}).Check("p", fset, []*ast.File{file}, info); err != nil {
			t.Fatal(err)
		}
		w := &walker{g: &graph{pass: &analysis.Pass{Fset: fset}}, info: info}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				if got := time.Duration(w.sum(lit).total); got != test.want {
					t.Errorf("%s: got %s, want %s", test.backoff, got, test.want)
				}
			}
			return true
		})
	}
}
