// Package methods describes the types of a package so that those that import it can tell which of them
// implement an interface. Drivers show an importer only some of the types that a package declares: what
// compilers export, or what the importer mentions.
//
// # Contract
//
//	fact.Types = methods.Of(pkg, relevant)        // in the package: types of which a method is relevant
//	for _, t := range fact.Types {                // in an importer
//		if m, ok := t.Implementation(iface, fn); ok {
//			follow(m.Func)
//		}
//	}
//
// [Type.Implements] answers as [types.Implements] does of a pointer to the type. Generic types are left out: their methods have
// a signature for each instance.
package methods
