package e2e

import (
	"slices"
	"time"
)

// delayOver returns by how much some reconciles must have started late if the
// limiter let through no more than burst and rate a second. A limiter decides when
// a reconcile may start; a busy machine starts it later, and several that were
// held up then start together. Zero means that no window exceeds.
func delayOver(starts []time.Time, rate, burst int) time.Duration {
	starts = slices.Clone(starts)
	slices.SortFunc(starts, time.Time.Compare)
	var most, latest time.Duration
	for j, at := range starts {
		// When the bucket's j-th token is due, if it was full at the beginning of
		// the window that is the worst so far.
		due := time.Duration(j-burst+1) * time.Second / time.Duration(rate)
		since := at.Sub(starts[0])
		early := due - since
		latest = max(latest, since-time.Duration(j)*time.Second/time.Duration(rate))
		most = max(most, early+latest)
	}
	return most
}

// earlySinceStart returns by how much the earliest of the reconciles came before its token, if
// the limiter began with one token at the first: more than a window tells of a program that
// never had a burst's worth of time.
func earlySinceStart(starts []time.Time, rate int) (early time.Duration) {
	starts = slices.Clone(starts)
	slices.SortFunc(starts, time.Time.Compare)
	for j, at := range starts {
		early = max(early, time.Duration(j)*time.Second/time.Duration(rate)-at.Sub(starts[0]))
	}
	return early
}
