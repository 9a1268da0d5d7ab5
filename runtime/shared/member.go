package shared

import (
	"math"
	"time"
)

const (
	// answerTime is how long a store may take to answer before it counts as away.
	answerTime = time.Second

	// minRetry bounds how often a process tries to reach a store that is away.
	minRetry = 10 * time.Millisecond

	// usualLease is how many tokens a process takes at a time from a store that is near.
	usualLease = 100

	// tripsAhead is for how many round trips tokens are fetched ahead.
	tripsAhead = 2.2

	// leastReplies is after how many calls their time tells how far the store is: the
	// first one has to connect.
	leastReplies = 8

	// idleRetry is how often it tries if nothing waits.
	idleRetry = time.Second
)

// never is later than all moments.
const never = math.MaxInt64

// member is one process's dealings with the store's bucket. It knows no network
// and no clock: it is told what happens when, and says what to do next. It is
// not safe for concurrent use.
type member struct {
	id       string
	settings settings
	maxLease int64 // 0 for what the rate and the distance call for

	stock   stock
	kept    int64 // as in call
	owed    int64 // tokens to give back with the next call
	waiting int64 // reconciles that wait for tokens, if dry
	dry     bool  // asked for a token in vain
	spent   int64 // tokens used since the last call
	pace    int64 // tokens to fetch at a time, by recent use

	trip    int64 // how long a call takes of late, in ns
	replies int

	number    int64
	inFlight  bool
	sent      instant // of the last call
	asked     int64   // tokens, in the last call
	notBefore int64   // when the next may be made

	epoch string
	seen  int64
	lead  int64 // bucket time plus lost, less own time, at most the true difference, in ns

	failing     bool
	firstFailed int64 // when the first call since the last reply failed
	lastFailed  int64
	away        bool
	fallback    *fallback // in use while the store is away
	selfHelped  bool      // tokens of it were used
}

// take uses a token, if there is one. If not, waiting is how many reconciles wait
// for one.
func (m *member) take(now instant, waiting int64) bool {
	m.expire(now)
	if m.stock.take(now) {
		m.spent++
		return true
	}
	if m.helpsItself(now.mono) && m.fallback.take(now.mono) {
		m.spent++
		m.selfHelped = true
		return true
	}
	m.dry, m.waiting = true, max(1, waiting)
	return false
}

func (m *member) expire(now instant) {
	if n := m.stock.expire(now); n > 0 {
		m.owe(n)
	}
}

// owe gives tokens back to the store with the next call.
func (m *member) owe(n int64) {
	m.kept -= n
	m.owed += n
}

// giveBack returns a token that was taken and not used. When its life ends is not
// known any more, so the store gets it.
func (m *member) giveBack() {
	m.spent = max(0, m.spent-1)
	m.owe(1)
}

// helpsItself reports whether the process may use its fallback. It may not once
// the store could be back for all that it knows.
func (m *member) helpsItself(now int64) bool {
	if m.fallback == nil {
		return false
	}
	return now-m.lastFailed <= int64(noticeTime) || m.inFlight && now-m.sent.mono > int64(noticeTime)
}

// fallbackDue is when the fallback can be used, as far as is known, after take
// returned false.
func (m *member) fallbackDue(now int64) int64 {
	switch {
	case m.fallback == nil:
		return never
	case m.helpsItself(now):
		return m.fallback.due()
	case m.inFlight:
		return max(m.fallback.due(), m.sent.mono+int64(noticeTime)+1)
	default:
		return never // a call is about to be made
	}
}

// hasToken reports whether take would succeed. None of the tokens may have
// expired.
func (m *member) hasToken(now instant) bool {
	if m.stock.size > 0 && m.stock.due() <= now.mono {
		return true
	}
	return m.helpsItself(now.mono) && m.fallback.has(now.mono)
}

// wantsCall reports whether there is something to say to the store.
func (m *member) wantsCall() bool {
	switch {
	case m.failing:
		return true
	case m.dry && m.stock.size < m.waiting:
		return true
	case m.pace > 1 && m.spent > 0 && 2*m.stock.size <= m.pace:
		return true // the next lease is fetched while this one is used
	default:
		return m.owed > 0 && m.stock.size == 0
	}
}

// mayCall reports whether a call is wanted and can be made now.
func (m *member) mayCall(now int64) bool {
	return !m.inFlight && now >= m.notBefore && m.wantsCall()
}

// begin returns the call to make now.
func (m *member) begin(now instant) call {
	m.expire(now)
	m.pace = m.estimate(now.mono)
	m.number++
	c := call{
		id: m.id, number: m.number, kept: m.kept, want: m.wanted(),
		settings: m.settings, epoch: m.epoch, seen: m.seen,
		vouched:    (m.lead + now.mono) / int64(time.Microsecond),
		selfHelped: m.selfHelped,
	}
	m.inFlight, m.sent, m.asked, m.spent, m.owed = true, now, c.want, 0, 0
	return c
}

// estimate is how many tokens are used in a part of a lease's life, or in two round trips
// if that is longer: the next lease is fetched when half of them are left. It grows step
// by step, so that a short rush does not take tokens from other processes.
func (m *member) estimate(now int64) int64 {
	since := max(1, now-m.sent.mono)
	if m.number == 0 || m.spent == 0 {
		return 0
	}
	rate := float64(m.spent) / float64(since)
	ahead := max(float64(m.settings.life)/4, tripsAhead*float64(m.trip))
	return int64(min(rate*ahead, float64(2*m.spent+1), float64(m.largestLease())))
}

// largestLease is how many tokens to ask for at most: what was set, or what is used
// during some round trips at the whole rate.
func (m *member) largestLease() int64 {
	if m.maxLease > 0 {
		return m.maxLease
	}
	perTrips := 1.5 * tripsAhead * float64(m.trip) * float64(m.settings.rate) / rateUnit / float64(time.Second)
	return int64(min(max(perTrips, usualLease), maxMaxLease))
}

// leastBurst is the burst at which leases outlast the way from the store, 0 while that is
// not known or another burst would not help.
func (m *member) leastBurst() int64 {
	const trips = 1.1 * holdParts // a horizon of a little more than one
	needed := min(trips*float64(m.trip), float64(maxHold))
	if m.replies < leastReplies || needed <= float64(m.settings.hold) {
		return 0
	}
	held := math.Ceil(needed / float64(time.Second) * float64(m.settings.rate) / rateUnit)
	var unnoticed float64
	if m.settings.fallback > 0 {
		unnoticed = math.Ceil(noticeTime.Seconds() * float64(m.settings.rate) / rateUnit)
	}
	return int64(2*held + 1 + unnoticed)
}

// wanted is how many tokens to ask for.
func (m *member) wanted() int64 {
	n := m.pace - m.stock.size
	if m.dry {
		n = max(n, m.waiting-m.stock.size)
	}
	return min(max(n, 0), m.largestLease())
}

// leave returns the call that takes leave of the store.
func (m *member) leave(now instant) call {
	m.owe(m.stock.size)
	m.stock = stock{}
	m.dry, m.pace, m.spent = false, 0, 0
	c := m.begin(now)
	c.leaving = true
	return c
}

// answered takes in the store's reply to the last call.
func (m *member) answered(now instant, r reply) {
	m.inFlight, m.failing, m.away = false, false, false
	trip := max(now.mono-m.sent.mono, 0)
	if m.replies++; m.replies == 1 {
		m.trip = trip
	}
	m.trip += (trip - m.trip) / 4 // one that is slow does not count for the whole
	m.fallback, m.selfHelped = nil, false
	if r.epoch != m.epoch {
		m.epoch, m.seen, m.lead = r.epoch, 0, math.MinInt64
	}
	m.seen = max(m.seen, r.time)
	m.lead = max(m.lead, (r.time+r.lost)*int64(time.Microsecond)-now.mono)
	m.notBefore = now.mono
	switch {
	case r.granted > 0:
		m.kept += r.granted
		m.stock.add(lease{
			sent: m.sent, got: now, debt: r.debt, rate: r.rate,
			life: time.Duration(r.life) * time.Microsecond, count: r.granted,
		})
	case m.asked > 0:
		m.notBefore += r.wait * int64(time.Microsecond)
	}
}

// failed takes in that the last call failed.
func (m *member) failed(now instant) {
	m.inFlight = false
	if !m.failing {
		m.failing, m.firstFailed = true, now.mono
	}
	m.lastFailed = now.mono
	retry := int64(idleRetry)
	if m.dry {
		retry = int64(max(minRetry, m.settings.hold/12))
	}
	m.notBefore = now.mono + retry
	m.checkAway(now.mono)
}

// pass takes in that time has passed.
func (m *member) pass(now instant) {
	m.expire(now)
	m.checkAway(now.mono)
}

// checkAway finds out whether the store has been away for so long that no token
// of it is in use any more.
func (m *member) checkAway(now int64) {
	if m.inFlight && !m.failing && now-m.sent.mono > int64(answerTime) {
		m.failing, m.firstFailed, m.lastFailed = true, now, now
	}
	if m.away || !m.failing || now < m.awayAt() {
		return
	}
	m.away = true
	if m.settings.fallback > 0 {
		m.fallback = newFallback(m.settings, m.awayAt())
	}
}

// awayAt is when the last token that the store gave to anybody has expired.
func (m *member) awayAt() int64 { return m.firstFailed + int64(m.settings.hold) }

// hurry brings forward the next try to reach a store that is away, because
// something waits now.
func (m *member) hurry(now int64) {
	if m.failing && !m.inFlight {
		m.notBefore = min(m.notBefore, max(now, m.lastFailed+int64(max(minRetry, m.settings.hold/12))))
	}
}

// next is when there is something to do again, on the monotonic clock.
func (m *member) next(now int64) int64 {
	at := int64(never)
	if m.stock.size > 0 {
		at = m.stock.end()
		if m.dry {
			at = min(at, m.stock.due())
		}
	}
	if m.dry {
		at = min(at, m.fallbackDue(now))
	}
	if m.failing && !m.away {
		at = min(at, m.awayAt())
	}
	if m.inFlight {
		if !m.failing {
			at = min(at, m.sent.mono+int64(answerTime)+1)
		}
	} else if m.wantsCall() {
		at = min(at, m.notBefore)
	}
	return at
}
