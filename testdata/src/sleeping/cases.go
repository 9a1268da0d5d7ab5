package sleeping

import "context"

// cases gives the lock back in one case, and in another one only where nothing fails. What follows both has no lock.
func (r *locked) cases(ctx context.Context, name string) error {
	r.mu.Lock() // want RL4003:"cases leaves this locked, and whoever wants it next waits for ever"
	switch {
	case name == "":
		return nil
	case r.known[name]:
		r.mu.Unlock()
		return nil
	}
	r.mu.Unlock()
	r.mu.Lock() // want RL4003:"cases leaves this locked, and whoever wants it next waits for ever"
	if r.known[name] {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.mu.Unlock()
		return nil
	}
	r.mu.Unlock()
	r.mu.Lock()
	if r.known[name] {
		if err := r.free(ctx); err != nil {
			return err
		}
		return nil
	}
	switch {
	case r.known["all"]:
		r.mu.Unlock()
	default:
		r.mu.Unlock()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.mu.Lock()
	delete(r.known, name)
	r.mu.Unlock()
	return nil
}

func (r *locked) free(ctx context.Context) error {
	r.mu.Unlock()
	return ctx.Err()
}
