// Package rl2006 reports: controller options or flags that nobody reads.
//
// # RL2006: controller options or flags that nobody reads
//
//	func (r *volumes) SetupWithManager(mgr ctrl.Manager, _ controller.Options) error {
//		return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).Complete(r)
//	}
//
// The program calls a set-up function with controller.Options that have a number of workers or a RateLimiter. The function does not read
// them, and gives the controller that it makes none of its own.
//
// Or a builder is given options twice, as in WithOptions(limits).WithOptions(workers): it keeps the last ones alone. The rule says so
// if the first ones set something that the last ones do not.
//
// Or a reconciler that sets itself up has a field named as one of those options, MaxConcurrentReconciles or RateLimiter, which its package
// sets and never reads.
//
// Or a function reads the variable of a flag before it calls flag.Parse, other than for the default of another flag: whatever the user
// says, the flag has its default there. So does --kubeconfig for a config that controller-runtime's GetConfig reads before flags are
// parsed, in itself or in a function of its package.
//
// Or a function that builds a command of cobra's reads a flag of it while it does so, or a package variable is made of a flag: no flag has
// been parsed then.
//
// Or a flag sets a variable that nothing reads, or a field of main's that nothing reads, as is left when code that read it goes. The rule
// says nothing of flags whose usage says that they are ignored or deprecated, nor of those whose name stands elsewhere in the package,
// other than where viper is asked for a setting of that name, nor where all flags are handed on, as by BindPFlags.
//
// # Why it matters
//
// Whoever wrote the call believed that the options reach the controller. It runs one worker, whatever the flag says. If you
// turn the flag up in an incident, the queue of this controller keeps growing.
//
// # What to do
//
// Hand the options to the builder.
//
// Before:
//
//	func (r *volumes) SetupWithManager(mgr ctrl.Manager, _ controller.Options) error {
//		return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).Complete(r)
//	}
//
// After:
//
//	func (r *volumes) SetupWithManager(mgr ctrl.Manager, o controller.Options) error {
//		return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).WithOptions(o).Complete(r)
//	}
//
// If one worker is meant, say so with MaxConcurrentReconciles: 1, and there is no finding.
//
// # When it is a note
//
// A flag that nobody reads, or that is read too early, is a note, and so is a field of a reconciler. Of flags for numbers of workers and
// for rates, RL1003, RL1005 and RL5002 tell.
//
// # What it does not find
//
//   - Functions that read some of the options, such as for a log.
//   - Options in a struct of the program's own.
//   - Flags that set an exported field or variable of a package other than main.
package rl2006
