package driver

import (
	"context"
	"runtime"
	"sync"

	"github.com/rllint/rllint/internal/driving/load"
)

// again analyses packages once more that no other imports, and keeps what it finds in place of what was found before, unless
// the store has it.
func (r *runner) again(ctx context.Context, list []*load.Package) {
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for _, p := range list {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			r.analyzeAgain(ctx, r.index[p])
		})
	}
	wait.Wait()
}

func (r *runner) analyzeAgain(ctx context.Context, i int) {
	p := r.prog.Packages[i]
	if r.store != nil {
		r.key(i, r.prog.Key(p))
		if have, ok := r.read(i); ok {
			r.reports[i] = have.Report
			return
		}
	}
	if ctx.Err() != nil || !r.factsReadable(p) {
		return // what was found before stands
	}
	r.prog.Again(p)
	r.analyzeOne(ctx, i, false)
}

// factsReadable reports whether the facts are there of all that p imports: what is in the store may be gone.
func (r *runner) factsReadable(p *load.Package) bool {
	for imp := range p.Closure() {
		if imp != p && !r.facts.readable(imp) {
			return false
		}
	}
	return true
}
