package shared

import (
	"fmt"
	"math"
	"time"
)

const (
	// rateUnit is the number of rate units in one token a second: rates are
	// kept in thousandths of a token a second.
	rateUnit = 1000

	// tokenUnit is the number of parts in one token. A rate in rate units times
	// a time in microseconds, the store's clock, counts parts.
	tokenUnit = rateUnit * int64(time.Second/time.Microsecond)

	// maxRate and maxBurst keep the store's arithmetic, which is in floating
	// point, within the whole numbers that are exact there: 2^53.
	maxRate  = 1e6
	maxBurst = 1_000_000

	// maxHold is enough for a lease to last several round trips and for a turn
	// to be slept through on a busy machine.
	maxHold = 1500 * time.Millisecond

	// noticeTime is how long the store can be back before a process that helped
	// itself meanwhile learns of it: go-redis tries a server that was away once a
	// second.
	noticeTime = 1500 * time.Millisecond

	// holdParts is of how many parts of a hold one is the horizon and two are the life.
	// The horizon has to outlast a round trip, so that what accrues during one is handed
	// out before; and the life two of them.
	holdParts = 4

	// minHold is the least in which a lease can be fetched and used at all.
	minHold = 20 * time.Millisecond
)

// settings is what follows from a rate and a burst.
//
// A token that the store hands out is used a little later. So in a window may be
// used what was handed out in a longer one, and the store's bucket has to be
// smaller than the burst by what accrues in the difference, the hold:
//
//	horizon  by so much the store hands out tokens before they are due
//	life     for so long a token can be used after it was due
//	step     by so much a step of the store's clock passes for time, as much as the horizon
//
// With a fallback it is smaller by what accrues in noticeTime as well.
type settings struct {
	rate     int64 // in rate units
	burst    int64
	capacity int64 // of the store's bucket, in tokens
	hold     time.Duration
	horizon  time.Duration
	life     time.Duration

	fallback         float64 // the fraction, 0 for none
	fallbackRate     int64   // in rate units
	fallbackCapacity int64   // in tokens
}

// newSettings returns the settings for rate tokens a second, and the fraction of
// them that a process may use by itself while the store is away.
func newSettings(rate float64, burst int, fallback float64) (settings, error) {
	units := math.Round(rate * rateUnit)
	if !(units >= 1) || rate > maxRate {
		return settings{}, fmt.Errorf("rate %v is outside %v to %v a second", rate, 1.0/rateUnit, maxRate)
	}
	if burst < 2 || burst > maxBurst {
		return settings{}, fmt.Errorf("burst %d is outside 2 to %d", burst, maxBurst)
	}
	var unnoticed float64
	if fallback != 0 {
		unnoticed = math.Ceil(noticeTime.Seconds() * units / rateUnit)
	}
	// Half of what is left at most, or a whole token if that is more.
	half := math.Floor((float64(burst) - unnoticed - 1) / 2)
	held := max(1, min(math.Floor(maxHold.Seconds()*units/rateUnit), half))
	hold := min(maxHold, time.Duration(held*rateUnit/units*float64(time.Second)).Truncate(time.Microsecond))
	capacity := int64(burst) - int64(held+unnoticed)
	if hold < minHold || capacity < 1 {
		least := max(2, math.Ceil(1+2*minHold.Seconds()*units/rateUnit)) + unnoticed
		return settings{}, fmt.Errorf("burst %d is too small to share %v tokens a second between processes: choose at least %.0f", burst, rate,
			least)
	}
	s := settings{rate: int64(units), capacity: capacity, hold: hold}
	s.burst = int64(burst)
	s.horizon = (hold / holdParts).Truncate(time.Microsecond)
	s.life = hold - 2*s.horizon
	if fallback == 0 {
		return s, nil
	}
	if !(fallback > 0) || fallback > 1 {
		return settings{}, fmt.Errorf("fallback %v is outside 0 to 1", fallback)
	}
	s.fallback = fallback
	s.fallbackRate = int64(math.Floor(fallback * units))
	s.fallbackCapacity = int64(math.Floor(fallback * float64(s.capacity)))
	if s.fallbackRate < 1 || s.fallbackCapacity < 1 {
		return settings{}, fmt.Errorf("fallback %v of burst %d holds no whole token: choose a burst of at least %.0f",
			fallback, burst, math.Ceil(1/fallback)+held+unnoticed)
	}
	return s, nil
}
