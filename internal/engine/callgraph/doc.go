// Package callgraph tells which controllers a program can come to by calls, whatever their arguments
// are. If a run that follows values does not come to one of these, it is lost, or behind a condition
// that is never true.
//
// # Contract
//
// The graph has at least what can run, as far as names tell. It checks a run, and decides no verdict.
//
//	g := callgraph.New(pkg, entries, leads)
//	for _, site := range g.Sites {
//		fmt.Println(site.In, g.Left(site, ran)) // where the run left the way to it
//	}
//
// [Graph.Uncalled] is what it does not have of packages of which it has the most.
//
// It is made from the code that packages carry, by a small form of rapid type analysis. A function can call each function that it
// mentions. A call through an interface can go to each method of that name whose type is put into an interface. This must happen in
// the package of the type or of the caller, or in a function of the graph. Functions that lead to no controller are not looked
// into, so the graph is small.
//
// # What it does not know
//
// Values, and calls that unread code makes of what it was handed, unless the function is mentioned where that happens.
package callgraph
