// Package known names the primitives that rate limiting in a controller-runtime
// program is made of: controller-runtime itself and the names it has for kinds, client-go's work
// queues and rest configuration, x/time/rate, and the libraries flags come from. It is data; what
// the primitives mean is in package host, which also names the functions that any code may use.
//
// # Contract
//
// A name stands in one table, and its [Kind] says all that other layers need to know of it without running anything:
//
//	known.Func("sigs.k8s.io/controller-runtime/pkg/controller.New") // NewController
//
// Nothing else is named: Crossplane's runtime and every other library are
// understood from their own source. A name that a library has dropped stays: programs with its older versions have it.
package known
