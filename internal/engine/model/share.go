package model

import (
	"fmt"
	"go/types"
	"sync"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// Each main package may take all of a run's work, so that a program of one hundred could take a hundred times as much. Those that
// are analysed together share what a few may take: first all get the same, and what these leave goes to those that need more. What
// one gets does not depend on which of them is first.

// wholeShares is how many main packages may take all of the work each: some ten seconds, with what loading them takes.
const wholeShares = 3

// wholeWork is the work that a main package may take at most, in the unit that shares are counted in.
const wholeWork = 10_000

// worthwhile is how much of its first share, in percent, a main package must get to be analysed once more: it begins anew.
const worthwhile = 125

// A sharing says what each main package may take.
type sharing struct {
	mu    sync.RWMutex
	first int            // what all may take at first
	more  map[string]int // what some may take that are analysed once more, by import path
}

var mains = sharing{first: wholeWork}

func (s *sharing) of(path string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if more, ok := s.more[path]; ok {
		return more
	}
	return s.first
}

func (s *sharing) set(first int, more map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.first, s.more = first, more
}

// ShareWork says how many main packages that can set up controllers are analysed together. What is found in one of them depends on
// it as [Share] tells.
func ShareWork(n int) { mains.set(firstShare(n), nil) }

func firstShare(n int) int {
	if n <= wholeShares {
		return wholeWork
	}
	return max(wholeWork*wholeShares/n, 1)
}

// Share tells apart the works that a main package may take, "" for all of it.
func Share(path string) string {
	if share := mains.of(path); share < wholeWork {
		return fmt.Sprintf("%d of %d", share, wholeWork)
	}
	return ""
}

// ShareRest gives what all main packages have left of their work to those that took all they might, and returns the import paths of
// those that are to be analysed once more. Results are those of all main packages, by import path.
func ShareRest(results map[string][]*Result) (again []string) {
	all := make(map[string]took)
	for path, list := range results {
		t := all[path]
		for _, r := range list {
			t.work += r.taken
			t.all = t.all || r.tookAll
		}
		all[path] = t
	}
	first := mains.of("")
	share := restShare(first, all)
	if share*100 < worthwhile*first {
		return nil
	}
	more := make(map[string]int)
	for path, t := range all {
		if t.all {
			again = append(again, path)
			more[path] = share
		}
	}
	mains.set(first, more)
	return again
}

// took is what a main package took of its work, and whether that is all it might.
type took struct {
	work int
	all  bool
}

// restShare returns what each of the main packages may take that took all of the first share.
func restShare(first int, mains map[string]took) int {
	rest, needy := wholeShares*wholeWork, 0
	for _, t := range mains {
		rest -= t.work
		if t.all {
			needy++
		}
	}
	if needy == 0 || first >= wholeWork {
		return 0
	}
	return min(max(rest, 0)/needy, wholeWork)
}

// SetsUp reports whether a program that imports the package, directly or not, can set up controllers or make queues.
func SetsUp(path string) bool {
	return path == known.Builder || path == known.Controller || path == known.Workqueue
}

// share limits the work of a run of a main package.
func share(in *interp.Interp, pkg *types.Package) {
	if pkg.Name() == "main" {
		in.Allow(mains.of(pkg.Path()), wholeWork)
	}
}

// tookOf notes what a run of a main package took.
func (r *Result) tookOf(in *interp.Interp, pkg *types.Package) {
	if pkg.Name() == "main" {
		r.taken += in.Taken(wholeWork)
		r.tookAll = r.tookAll || in.Spent()
	}
}

// alone says what to do where a run took all the work that its package may.
func alone(in *interp.Interp, pkg *types.Package) string {
	if in.Spent() && pkg.Name() == "main" && Share(pkg.Path()) != "" {
		return fmt.Sprintf("; it shares the work with other main packages: analyse %s alone", pkg.Path())
	}
	return ""
}
