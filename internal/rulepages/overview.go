package main

// An overview is what docs/rules/README.md tells of a rule beside its title.
type overview struct {
	audience string // who it is for
	needs    string // what the analysed packages must hold for it to speak
	sure     string // what a finding rests on
}

// The kinds of program that rules are for.
const (
	anyone   = "all"
	rated    = "programs with a max-reconcile-rate"
	operator = "all operators"
)

var overviews = map[string]overview{
	"RL0001": {anyone, "the file", "the directive's text"},
	"RL0002": {anyone, "the package", "the findings of the same run"},
	"RL1000": {"programs without a max-reconcile-rate", "main", "there is neither a rate nor a global limiter"},
	"RL1001": {rated, "the set-up function, and main where options are handed in", "the value of RateLimiter on every way"},
	"RL1002": {rated, "main, and the code of the middleware", "what is asked on every way to the innermost reconciler"},
	"RL1003": {rated, "main", "what the number is computed from"},
	"RL1004": {rated, "main", "the rest.Config at the moment the manager is made"},
	"RL1005": {rated, "main and all that it reaches", "no code that is followed uses it, and none that is not has it"},
	"RL1006": {rated, "main", "the instances that middleware asks"},
	"RL1007": {rated, "main, and the code of the middleware", "the instance that middleware asks on every way"},
	"RL2001": {operator, "main, or the package that keeps the limiter", "the instance in each queue, and the kinds"},
	"RL2002": {operator, "the function that makes both calls", "the name, or the site with the same values"},
	"RL2003": {operator, "the reconciler and the options of its controller", "the instance that is asked and the one in the queue"},
	"RL2004": {"operators without a max-reconcile-rate", "main", "a convention of the program: at least three of four controllers"},
	"RL3001": {operator, "the set-up function", "constants, and defaults of flags"},
	"RL4001": {operator, "the reconciler and what it calls", "pairs of results that can arrive together"},
	"RL4003": {operator, "the reconciler and what it calls", "the durations on a way from Reconcile"},
	"RL4004": {operator, "the reconciler and what it calls", "the way on which the limiter said no"},
}
