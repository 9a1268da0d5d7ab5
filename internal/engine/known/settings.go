package known

import (
	"flag"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Settings name functions and values of the user's program for code that cannot be
// read. They are flags of the [Analyzer], so that every driver's cache knows them.
type Settings struct {
	Limiters    symbolSet // functions that are the program's one place for queue limiters
	Middleware  symbolSet // types of reconcilers that take a token from a shared limiter, and functions that return one
	RateSources symbolSet // functions that return the max-reconcile-rate
	RateNames   nameSet   // further names of the max-reconcile-rate flag, setting or field

	EveryController bool // judge the controllers of programs that promise no rate too
	Dependencies    bool // show what is wrong with controllers that dependencies make and limit by themselves
}

// A symbolSet is a comma-separated flag of names as people write them. It holds each name that one of
// them may stand for: there is at most one with a package that exists and declares it.
type symbolSet map[symbol.Name]bool

func (s *symbolSet) String() string {
	if s == nil {
		return ""
	}
	written := make(nameSet)
	for name := range *s {
		written[name.Written()] = true
	}
	return written.String()
}

// Set replaces the set by the names in list.
func (s *symbolSet) Set(list string) error {
	var written nameSet
	if err := written.Set(list); err != nil {
		return err
	}
	*s = make(symbolSet)
	for text := range written {
		for _, name := range symbol.Readings(text) {
			(*s)[name] = true
		}
	}
	return nil
}

// A nameSet is a comma-separated flag.
type nameSet map[string]bool

func (s *nameSet) String() string {
	if s == nil {
		return ""
	}
	return strings.Join(slices.Sorted(maps.Keys(*s)), ",")
}

// Set replaces the set by the names in list.
func (s *nameSet) Set(list string) error {
	*s = make(nameSet)
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			(*s)[name] = true
		}
	}
	return nil
}

func (s *Settings) Register(flags *flag.FlagSet) {
	flags.Var(&s.Limiters, "limiters", "comma-separated `functions` (import/path.Func) that make the queue limiters that controllers share")
	flags.Var(&s.Middleware, "middleware", "comma-separated `types` of reconcilers (import/path.Type) that take a token from a global "+
		"limiter, or functions that return one")
	flags.Var(&s.RateSources, "rate-sources", "comma-separated `functions` (import/path.Func) that return the max-reconcile-rate")
	flags.BoolVar(&s.EveryController, "every-controller", false,
		"judge each controller of a program that has no max-reconcile-rate and no global limiter, instead of writing one note for the program")
	flags.BoolVar(&s.Dependencies, "dependencies", false, "show findings about controllers that a dependency makes and limits by itself")
	flags.Var(&s.RateNames, "rate-names", "comma-separated further `names` of the max-reconcile-rate flag, variable, setting or field")
}

// Names reports whether a function or type of the package is named.
func (s *Settings) Names(pkg string) bool {
	for _, set := range []symbolSet{s.Limiters, s.Middleware, s.RateSources} {
		for name := range set {
			if name.In(pkg) {
				return true
			}
		}
	}
	return false
}

func (s *Settings) Limiter(sym symbol.Name) bool { return s != nil && s.Limiters[sym] }

func (s *Settings) RateName(name string) bool {
	if s == nil {
		return false
	}
	return slices.ContainsFunc(slices.Collect(maps.Keys(s.RateNames)), func(n string) bool {
		return strings.HasSuffix(letters(name), letters(n))
	})
}
