package report

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analysis returns an analyzer that computes an R of each package from its syntax and types, and reports nothing itself. It never
// fails and never panics, since a fault in the analysis of one package must not end a driver's whole run: the result then
// has the [Fault] that R embeds, and nothing else.
func Analysis[R any, P interface {
	*R
	fail(Fault)
}](name, doc string, analyse func(*analysis.Pass) *R, facts ...analysis.Fact) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       name,
		Doc:        doc,
		URL:        "https://pkg.go.dev/" + reflect.TypeFor[R]().PkgPath(),
		Requires:   []*analysis.Analyzer{Analyzer, syntax.Analyzer},
		ResultType: reflect.TypeFor[*R](),
		FactTypes:  facts,
		Run: func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if r := recover(); r != nil {
					faulty := new(R)
					P(faulty).fail(FaultOf(pass, r))
					result, err = faulty, nil
				}
			}()
			return analyse(pass), nil
		},
	}
}

// A Fault is a [Partial] result of an analyzer, to be embedded in others: what went wrong inside the analysis.
// Of a result that embeds it a driver keeps the fault alone for its next run; all else is for the rules that
// run with the analysis. It is changed by one goroutine at a time.
type Fault struct {
	// Why says, for people, what went wrong; it is empty if nothing did.
	Why string
	// Trace is the stack at that moment.
	Trace string
}

// FaultOf returns the fault of an analysis that panicked with a value.
func FaultOf(pass *analysis.Pass, panicked any) Fault {
	return Fault{fmt.Sprintf("internal error in the analysis of %s: %v", pass.Pkg.Path(), panicked), string(debug.Stack())}
}

func (f *Fault) fail(with Fault) { *f = with }

// Problems returns what went wrong, if something did.
func (f *Fault) Problems() []string {
	if f.Why == "" {
		return nil
	}
	return []string{f.Why}
}

// Failure returns what went wrong and the stack at that moment, "" if nothing did.
func (f *Fault) Failure() string {
	if f.Why == "" {
		return ""
	}
	return f.Why + "\n" + f.Trace
}

// GobEncode implements [gob.GobEncoder].
func (f *Fault) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(f.Why)
	return b.Bytes(), err
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (f *Fault) GobDecode(data []byte) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(&f.Why)
}
