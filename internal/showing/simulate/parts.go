package simulate

import "math"

// A bucket is a token bucket that may owe tokens: who comes later waits longer.
type bucket struct {
	rate, burst, tokens, last float64
}

// newBucket returns a bucket of so many times the size, nil for none.
func newBucket(b *Bucket, times float64) *bucket {
	if b == nil {
		return nil
	}
	burst := math.Max(1, b.Burst*times)
	return &bucket{rate: b.Rate * times, burst: burst, tokens: math.Min(b.Start*times, burst)}
}

func (b *bucket) fill(now float64) {
	b.tokens = math.Min(b.burst, b.tokens+(now-b.last)*b.rate)
	b.last = now
}

// reserve takes a token and returns how long to wait for it.
func (b *bucket) reserve(now float64) float64 {
	b.fill(now)
	b.tokens--
	if b.tokens > -tiny {
		return 0
	}
	return -b.tokens / b.rate
}

// until returns how long it takes until there is a token.
func (b *bucket) until(now float64) float64 {
	b.fill(now)
	if b.tokens > 1-tiny {
		return 0
	}
	return (1 - b.tokens) / b.rate
}

// tiny is less than any part of a token or of a second that matters: sums of waits are not exact.
const tiny = 1e-9

// A fifo is a queue.
type fifo[T any] struct {
	items []T
	first int
}

func (f *fifo[T]) len() int { return len(f.items) - f.first }

func (f *fifo[T]) push(x T) { f.items = append(f.items, x) }

func (f *fifo[T]) pop() (x T, ok bool) {
	if f.first == len(f.items) {
		return x, false
	}
	x = f.items[f.first]
	if f.first++; f.first > 1024 && f.first*2 > len(f.items) {
		f.items = append(f.items[:0], f.items[f.first:]...)
		f.first = 0
	}
	return x, true
}

// bin returns the bin that the present is in: what is due when a bin begins is in it, though sums of times are not exact.
func (m *model) bin() int { return int((m.now + tiny) / m.out.Bin) }

// close writes down what waits at the end of each bin that ends before a time.
func (m *model) close(at float64) {
	for float64(len(m.out.Waiting)+1)*m.out.Bin <= at {
		m.out.Waiting = append(m.out.Waiting, float64(m.backOff)*m.scale)
	}
}

// at returns element i of a list, which grows for it.
func at(list *[]float64, i int) *float64 {
	for len(*list) <= i {
		*list = append(*list, 0)
	}
	return &(*list)[i]
}

func (m *model) count() {
	*at(&m.out.Reconciles, m.bin()) += m.scale / m.out.Bin
	*at(&m.reconciles, int(m.now+tiny)) += m.scale
	m.out.Total += m.scale
}

func (m *model) requested(n float64) {
	*at(&m.out.Requests, m.bin()) += n * m.scale / m.out.Bin
	*at(&m.requests, int(m.now+tiny)) += n * m.scale
}

// result returns what was counted, with lists of one length.
func (m *model) result() Result {
	n := len(m.out.Waiting)
	if m.scenario == Steady {
		n = min(n, int(m.length/m.out.Bin))
		m.out.Waiting = m.out.Waiting[:n]
	}
	for _, list := range []*[]float64{&m.out.Reconciles, &m.out.Requests} {
		at(list, n-1)
		*list = (*list)[:n]
	}
	m.out.MostReconciles, m.out.MostRequests = most(m.reconciles, m.out.Bin, n), most(m.requests, m.out.Bin, n)
	return m.out
}

// most returns the largest of the seconds of each of n bins.
func most(seconds []float64, bin float64, n int) []float64 {
	list := make([]float64, n)
	for s, x := range seconds {
		if i := int(float64(s) / bin); i < n {
			list[i] = math.Max(list[i], x)
		}
	}
	return list
}
