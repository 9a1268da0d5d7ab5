package model

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/callgraph"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
)

var settings = new(known.Settings)

// A packageAnalysis is the analysis of one package.
type packageAnalysis struct {
	pass     *analysis.Pass
	pkg      *code.Package
	imports  map[string]*code.Package // code of all imports, transitively
	imported map[symbol.Name]bool     // functions of imports that can create a controller
	methods  map[string]bool          // names of those that are methods
	reported map[string]bool          // causes that imports report
	creators map[symbol.Name]bool

	importedMakers, makers map[symbol.Name]bool // functions that can make a queue, of imports and of the package

	version string
	decided []string
	aparts  map[symbol.Name]sighted // set-up functions of imports that need not be followed again
	apart   []ranApart              // and those of the package

	learns bool // an import has something to say

	cutShort   bool // the latest run did not follow all that functions do which lead to nothing
	sight      bool // a rate, a limiter or middleware is in the package or its imports
	silent     bool // the program promises no rate: one finding tells, and none about each controller
	promise    Promised
	uncalled   []callgraph.Site // of a main package
	suppresses []suppression    // directives of the package and its imports
	kept       []Kept           // what reconcilers of the package and its imports keep of a request
	open       []symbol.Name    // methods of the package and its imports that an interface may lead to, see openIn
}

// A suppression is a directive as importers see it: a finding that stands at main may
// be suppressed at the controller it is about.
type suppression struct {
	File     string // as a [Site] has it
	From, To int    // lines
	Rules    []string
}

// A ranApart is a set-up function that importers of its package need not follow, if callers decide all of its arguments.
type ranApart struct {
	Func  symbol.Name
	Keys  []string // with which its controllers are registered
	Sites []Site   // of these
}

// A sighted is a ranApart of an import. It also says whether that package has a limiter or a rate
// in sight, and which controller-runtime it is built with.
type sighted struct {
	ranApart
	sight   bool
	version string
}

// keptBy returns what a reconciler of the package or one that it imports keeps, nil for nothing.
func (a *packageAnalysis) keptBy(reconciler symbol.Name) *Kept {
	i := slices.IndexFunc(a.kept, func(k Kept) bool { return k.Reconciler == reconciler })
	if i < 0 {
		return nil
	}
	return &a.kept[i]
}

// packages returns the code of the package and of all that it imports, by import path.
func (a *packageAnalysis) packages() map[string]*code.Package {
	all := maps.Clone(a.imports)
	all[a.pkg.Path] = a.pkg
	return all
}
