// Package report decides which findings are shown: it drops those that a
// directive suppresses, those in test files and those in paths that the settings
// leave out. The rules report through it, so that every way of running them
// shows the same.
//
// # Contract
//
//	report.Finding(pass, diagnostic, report.Rule{…}) // in a rule: shown, or not
//
// Analyses also begin here. [Analysis] turns a function from a package to a result into an analyzer that never fails and never panics. A
// result that is not complete says so ([Partial], [Fault]), and every driver tells the user. An analysis that stopped must not look like
// one that found nothing.
package report
