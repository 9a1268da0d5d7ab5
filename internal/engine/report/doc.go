// Package report decides which findings are shown: it drops those that a
// directive suppresses, those in test files and those in paths that the settings
// leave out. The rules report through it, so that every way of running them
// shows the same.
//
// # Contract
//
//	report.Finding(pass, diagnostic, report.Rule{…}) // in a rule: shown, or not
//
// It is also how analyses begin: [Analysis] makes an analyzer of a function from a package to a result, which never fails and never panics. A
// result that is not whole says so ([Partial], [Fault]), and every driver tells the user: an analysis that stopped must not look like one
// that found nothing.
package report
