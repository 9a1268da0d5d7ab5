package rl7002

import (
	_ "embed"
	"strings"

	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityInfo, &analysis.Analyzer{
	Name:     "RL7002",
	Requires: []*analysis.Analyzer{mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, e := range mistakes.Of(pass, mistakes.Dropped, mistakes.Unheard, mistakes.Misnamed, mistakes.Astray,
		mistakes.Unmapped, mistakes.Tombstone) {
		pass.Report(analysis.Diagnostic{Pos: e.Pos, Message: message(e)})
	}
	for _, m := range mistakes.Of(pass, mistakes.Spaced) {
		watched, of, _ := strings.Cut(m.Text, " ")
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "the map function asks for an object of kind " + of +
			" in the namespace of the " + watched + ", and objects of that kind have none: the reconciler finds nothing; leave the namespace out"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Misowned) {
		owner, of, _ := strings.Cut(m.Text, " ")
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this watch asks for an owner of kind " + owner +
			", and the controller is for kind " + of + ": unless the two share their names, it reaches none; ask for owners of kind " + of}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Uncontrolled) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this watch hears of no " + m.Text +
			": Owns looks for its controller, and the program gives it an owner that is none; set it with SetControllerReference, or add " +
			"builder.MatchEveryOwner"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Unspaced) {
		watched, of, _ := strings.Cut(m.Text, " ")
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "objects of kind " + watched +
			" have no namespace, so this asks for an object of kind " + of + " in none, and the reconciler finds nothing; take the namespace from " +
			"where the " + of + " is named"}))
	}
	return nil, nil
}

func message(e mistakes.Mistake) string {
	if watched, of, ok := strings.Cut(e.Text, " "); ok && e.Kind == mistakes.Misnamed {
		return "an event of kind " + watched + " asks for an object of kind " + of + " that has its name: unless the two share their names, it " +
			"reaches none; map it with handler.EnqueueRequestsFromMapFunc"
	}
	if named, of, ok := strings.Cut(e.Text, " "); ok && e.Kind == mistakes.Astray {
		return "the map function asks for an object of kind " + of + " by the name of one of kind " + named +
			": unless the two share their names, it reaches none; ask by the name of the " + of
	}
	if watched, of, ok := strings.Cut(e.Text, " "); ok && e.Kind == mistakes.Unmapped {
		return "no event of kind " + watched + " asks for anything: the map function takes its object for one of kind " + of + "; map " +
			watched + " instead"
	}
	if e.Kind == mistakes.Unheard {
		return "this signal is lost while nobody receives from " + e.Text +
			", which has no buffer: what comes while the last one is handled is not handled; make room for one"
	}
	if e.Kind == mistakes.Tombstone {
		return "an object whose deletion the watch missed comes as a cache.DeletedFinalStateUnknown, " + map[string]string{
			"panics":  "on which this assertion panics; ask for that first",
			"drops":   "which is dropped here: nothing tells of the deletion again; take the object out of that",
			"pointer": "a value, which this takes for a pointer: the deletion is lost; leave out the *",
			"fails":   "for which this fails: take the object out of that first",
			"whole":   "which this puts in the place of the object: take its Obj",
			"key":     "for which this function has no key: use DeletionHandlingMetaNamespaceKeyFunc",
		}[e.Text]
	}
	return "this event is lost where " + e.Text + " fails: nothing tells the handler again; add a key to the queue, and ask in the worker, " +
		"which can retry"
}
