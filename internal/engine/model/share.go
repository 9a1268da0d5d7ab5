package model

import (
	"fmt"
	"go/types"
	"sync/atomic"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// Each main package may take all of a run's work, so that a program of one hundred could take a hundred times as much. Those that
// are analysed together share what a few may take; what one needs does not depend on which of them is first.

// wholeShares is how many main packages may take all of the work each: some ten seconds, with what loading them takes.
const wholeShares = 3

// leastShare is one in so many parts of the work that a main package may take however many there are: a folder of a hundred
// small ones may have one that counts to a million.
const leastShare = 4

var mains atomic.Int32

// ShareWork says how many main packages that can set up controllers are analysed together. What is found in one of them depends on
// it as [Share] tells.
func ShareWork(n int) { mains.Store(int32(min(n, wholeShares*leastShare))) }

// Share tells apart the works that a main package may take, "" for all of it.
func Share() string {
	if n := mains.Load(); n > wholeShares {
		return fmt.Sprintf("%d of %d", wholeShares, n)
	}
	return ""
}

// SetsUp reports whether a program that imports the package, directly or not, can set up controllers or make queues.
func SetsUp(path string) bool {
	return path == known.Builder || path == known.Controller || path == known.Workqueue
}

// share limits the work of a run of a main package.
func share(in *interp.Interp, pkg *types.Package) {
	if n := int(mains.Load()); n > wholeShares && pkg.Name() == "main" {
		in.Allow(wholeShares, n)
	}
}

// alone says what to do where a run took all the work that its package may.
func alone(in *interp.Interp, pkg *types.Package) string {
	if in.Spent() && Share() != "" && pkg.Name() == "main" {
		return fmt.Sprintf("; it shares the work with other main packages: analyse %s alone", pkg.Path())
	}
	return ""
}
