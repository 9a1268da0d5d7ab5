package fix

import (
	"errors"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Fields of controller.Options.
const (
	queueField      = "NewQueue"
	prioritiesField = "UsePriorityQueue"
)

// plainFields are the options that the runtime takes over from a builder.
var plainFields = []string{workersField, "CacheSyncTimeout", "RecoverPanic", "NeedLeaderElection", "SkipNameValidation", prioritiesField,
	"EnableWarmup", "ReconciliationTimeout"}

// logConstructor is the builder's method that sets one more.
const logConstructor = "WithLogConstructor"

// Given options are what a controller is given, and how the runtime gets them.
type givenOptions struct {
	text  string              // options that are to be handed to the runtime, "" if it takes them over
	edits []analysis.TextEdit // that drop them where they were
	kept  bool                // nobody knows what they say of workers: they go on to decide it

	workers                  bool // they set the number of workers
	priorities, noPriorities bool // they choose priorities, or none
}

// givenOptions returns what the options of the controller say.
func (s *site) givenOptions() (givenOptions, error) {
	if s.kind == known.NewController {
		lit, ok := ast.Unparen(s.call.Args[len(s.call.Args)-1]).(*ast.CompositeLit)
		if !ok {
			return givenOptions{}, errors.New("its options are not written where it is created")
		}
		given, _, err := s.read(lit)
		return given, err
	}
	links := s.chain()
	for _, link := range links {
		if id := calleeName(link); id != nil && id.Name == logConstructor {
			return givenOptions{}, errors.New("its builder has a log constructor of its own")
		}
	}
	calls := s.optionCalls()
	if last := slices.IndexFunc(calls, func(call *ast.CallExpr) bool { return syntax.Within(s.call, call) }); last >= 0 {
		calls = calls[last : last+1] // it replaces what was set before
	}
	switch {
	case len(calls) == 0:
		return givenOptions{}, nil
	case len(calls) > 1 || len(calls[0].Args) != 1:
		return givenOptions{}, errors.New("its options are set in several places")
	}
	given, plain := givenOptions{kept: true}, false
	if lit, ok := ast.Unparen(calls[0].Args[0]).(*ast.CompositeLit); ok {
		var err error
		if given, plain, err = s.read(lit); err != nil || plain {
			return given, err
		}
	} else if s.setsQueue() {
		return given, errors.New("it may have a queue of its own")
	}
	return given, s.moveOptions(&given, calls[0])
}

// read returns what options say that are written where they are used, and whether they say nothing but what the
// runtime takes over from a builder.
func (s *site) read(lit *ast.CompositeLit) (given givenOptions, plain bool, err error) {
	plain = true
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return given, false, errors.New("its options are written without field names")
		}
		switch key := keyName(kv); key {
		case queueField:
			return given, false, errors.New("it has a queue of its own")
		case workersField:
			given.workers = true
		case prioritiesField:
			given.noPriorities = IsFalse(kv.Value)
			given.priorities = !given.noPriorities
		}
		plain = plain && slices.Contains(plainFields, keyName(kv))
	}
	return given, plain, nil
}

// moveOptions takes the options out of the builder, which does not hand on what they may say.
func (s *site) moveOptions(given *givenOptions, call *ast.CallExpr) error {
	arg := call.Args[0]
	if !known.IsOptions(symbol.OfType(s.pass.TypesInfo.TypeOf(arg))) {
		return errors.New("its options are of another type")
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !syntax.Within(s.call, call) {
		return errors.New("its options are set before it is created")
	}
	for _, group := range s.file.Comments {
		if sel.X.End() <= group.Pos() && group.Pos() < call.End() {
			return errors.New("its options have comments")
		}
	}
	given.text = s.text(arg)
	given.edits = []analysis.TextEdit{{Pos: sel.X.End(), End: call.End()}}
	return nil
}

// setsQueue reports whether anything in the package sets the queue of a controller.
func (s *site) setsQueue() bool {
	for id, obj := range s.pass.TypesInfo.Uses {
		if id.Name == queueField && obj.Pkg() != nil && obj.Pkg().Path() == known.Controller {
			return true
		}
	}
	return false
}
