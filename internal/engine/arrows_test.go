package engine_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// arrowsBack are the arrows between files that point back, and why: the files of a package have an order without them, in which each uses
// only those before it.
var arrowsBack = map[string]string{
	"blocking: blocking.go -> reach.go":     "the analyzer asks which waits are reached",
	"blocking: graph.go -> repeat.go":       "the graph notes how often a call is repeated",
	"blocking: walk.go -> retry.go":         "what is tried again is walked as what is called once",
	"code: body.go -> controlflow.go":       "control flow is worked out when a body is read",
	"code: codec.go -> body.go":             "a stored function has its body, which is read when it is first asked for",
	"host: ownlimiter.go -> primitives.go":  "a run aside means by primitives what the run means",
	"host: parts.go -> passes.go":           "the parts of a watch are told by the events that its filter lets pass",
	"host: watch.go -> passes.go":           "a watch is told by the events that its filter lets pass",
	"interp: access.go -> run.go":           "what is read from a package variable runs its initialiser",
	"interp: again.go -> call.go":           "a call that may repeat another is made as any other",
	"interp: branch.go -> exec.go":          "a branch runs the blocks of its sides",
	"interp: collections.go -> mixed.go":    "an element of a list without an order is any of them",
	"interp: defers.go -> call.go":          "deferred calls are calls",
	"interp: escape.go -> derived.go":       "what code returns that is not read is known by its type",
	"interp: escape.go -> fill.go":          "such code fills what it is handed, and what it finds in that escapes",
	"interp: escape.go -> unread.go":        "what escapes is called, and what it is called with escapes",
	"interp: iterators.go -> call.go":       "an iterator is called, and calls the body of its loop",
	"interp: ops.go -> call.go":             "an instruction may be a call, which runs instructions",
	"interp: starts.go -> call.go":          "a goroutine begins with a call",
	"interp: unread.go -> call.go":          "what escapes is called, and what it is called with escapes",
	"interp: unresolved.go -> run.go":       "so does what code without types may have set",
	"interp: widen.go -> ops.go":            "a loop is run once more with what its rounds can have made",
	"judge: alone.go -> peritem.go":         "a limiter in the queue alone counts by what it does for one item",
	"judge: concurrency.go -> partial.go":   "a number that code without types may decide is judged by what it would be",
	"judge: concurrency.go -> queue.go":     "workers of queues are told as those of controllers",
	"judge: ineffective.go -> requests.go":  "a client that is overwritten has the requests that are left",
	"judge: limiter.go -> queuekind.go":     "the default limiter depends on the kind of the queue",
	"judge: program.go -> middleware.go":    "a global limiter is one that middleware asks",
	"judge: requests.go -> sharing.go":      "a client is starved by what shares it",
	"judge: strayed.go -> sibling.go":       "a sibling that strays is found among siblings",
	"known: waits.go -> known.go":           "what waits is a primitive",
	"lost: calls.go -> gone.go":             "what only wraps an error is as good as the error",
	"lost: gets.go -> gone.go":              "a Get that hands its error on is asked about by its callers",
	"mistakes: delays.go -> until.go":       "a delay may be what is left until a moment",
	"model: entry.go -> conclude.go":        "what an entry point did is concluded where it ends",
	"pairs: client.go -> fact.go":           "a fact holds what the client concludes",
	"pairs: limiter.go -> client.go":        "what asks limiters is found by the client and kept in it",
	"paths: exec.go -> call.go":             "an instruction may be a call",
	"paths: primitive.go -> exec.go":        "what a primitive returns is made as by an instruction",
	"paths: program.go -> fact.go":          "the summaries of other packages are in their facts",
	"paths: variables.go -> fact.go":        "variables of other packages are in their facts",
	"queuing: program.go -> class.go":       "which variables hold one queue, the whole package tells",
	"queuing: worker.go -> forget.go":       "what a worker forgets is found for each worker",
	"ssacode: convertcall.go -> convert.go": "a function is converted instruction by instruction, and calls are most of them",
	"ssacode: selection.go -> choose.go":    "what chooses functions is built up by the rounds that choose",
	"value: collector.go -> join.go":        "what is collected is joined, and a join of many values collects them",
	"value: hash.go -> collector.go":        "equal hashes are compared as the collector does",
	"value: value.go -> join.go":            "what fields hold that were not written is a join",
}

// An arrow is from a file to one that declares what it uses.
type arrow struct{ from, to string }

// ownPackages are those of the engine.
var ownPackages = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./...")
})

// TestArrows looks for files of a package that use each other. Who reads one should not have to read the other first, and who changes one
// should not have to think of the other. What must be so is in arrowsBack, with its reason.
func TestArrows(t *testing.T) {
	list, err := ownPackages()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 30 {
		t.Fatalf("%d packages, want those of the engine", len(list))
	}
	unused := maps.Clone(arrowsBack)
	for _, p := range list {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors[0])
		}
		uses := usesOf(p)
		for a := range uses {
			name := fmt.Sprintf("%s: %s -> %s", p.Name, a.from, a.to)
			if _, known := arrowsBack[name]; known {
				delete(unused, name)
				delete(uses, a)
			}
		}
		for _, a := range knotted(uses) {
			t.Errorf("%s: %s -> %s: %s, where %s leads back: declare it lower, or say in arrowsBack why not",
				p.Name, a.from, a.to, strings.Join(uses[a], ", "), a.to)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("%s: there is no such arrow", name)
	}
}

// usesOf returns what the files of a package use of each other. Fields of structs do not count, nor do methods of interfaces.
func usesOf(p *packages.Package) map[arrow][]string {
	uses := make(map[arrow][]string)
	for id, o := range p.TypesInfo.Uses {
		if o.Pkg() != p.Types || !atTop(o) {
			continue
		}
		file := func(n ast.Node) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
		a := arrow{file(id), filepath.Base(p.Fset.Position(o.Pos()).Filename)}
		if a.from != a.to && !slices.Contains(uses[a], o.Name()) {
			uses[a] = append(uses[a], o.Name())
		}
	}
	return uses
}

// atTop reports whether an object is a method, or declared by a package.
func atTop(o types.Object) bool {
	if fn, ok := o.(*types.Func); ok && fn.Signature().Recv() != nil {
		return !types.IsInterface(fn.Signature().Recv().Type())
	}
	return o.Parent() == o.Pkg().Scope()
}

// knotted returns the arrows between files that lead to each other, in order.
func knotted(uses map[arrow][]string) []arrow {
	to := make(map[string][]string)
	for a := range uses {
		to[a.from] = append(to[a.from], a.to)
	}
	leads := func(from, goal string) bool {
		seen := map[string]bool{from: true}
		for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
			if todo[0] == goal {
				return true
			}
			for _, next := range to[todo[0]] {
				if !seen[next] {
					seen[next] = true
					todo = append(todo, next)
				}
			}
		}
		return false
	}
	list := slices.DeleteFunc(slices.Collect(maps.Keys(uses)), func(a arrow) bool { return !leads(a.to, a.from) })
	slices.SortFunc(list, func(a, b arrow) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return list
}

func TestKnotted(t *testing.T) {
	uses := map[arrow][]string{{"a", "b"}: nil, {"b", "c"}: nil, {"c", "b"}: nil, {"c", "d"}: nil}
	if got, want := knotted(uses), []arrow{{"b", "c"}, {"c", "b"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
