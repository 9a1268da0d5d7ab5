package ratelimiter

import (
	"context"
	"sync"
	"sync/atomic"
)

// A place in line is the number of a call of Wait, by order of arrival. A
// request that was put off keeps its place, so that it is not overtaken without
// end by those who arrive when there is room; 0 means none.
type place uint64

type placeKey struct{}

// withPlace returns a context whose call of Wait has the place.
func withPlace(ctx context.Context, p place) context.Context {
	return context.WithValue(ctx, placeKey{}, p)
}

func placeOf(ctx context.Context) place {
	p, _ := ctx.Value(placeKey{}).(place)
	return p
}

// places holds those of the requests that were put off and did not come back
// yet. Its methods may be called concurrently.
type places[request comparable] struct {
	count atomic.Int64 // so that nobody locks while there are none

	mu        sync.Mutex
	byRequest map[request]place
}

// keep sets the request's place.
func (p *places[request]) keep(req request, at place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byRequest == nil {
		p.byRequest = map[request]place{}
	}
	p.byRequest[req] = at
	p.count.Store(int64(len(p.byRequest)))
}

// take returns the request's place and forgets it.
func (p *places[request]) take(req request) place {
	if p.count.Load() == 0 {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.byRequest[req]
	delete(p.byRequest, req)
	p.count.Store(int64(len(p.byRequest)))
	return at
}
