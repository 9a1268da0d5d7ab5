package ratelimiter

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// referenceBucket is the definition of a token bucket, in exact arithmetic and
// without regard for cost. Its unit is the part, tokenUnit of which are a token.
type referenceBucket struct {
	rate  uint64
	burst int64
	level *big.Int
	last  int64
}

func newReferenceBucket(rate float64, burst int, now int64) *referenceBucket {
	r := &referenceBucket{last: now}
	r.level = parts(int64(burst))
	r.rate, r.burst = uint64(math.Round(rate*rateUnit)), int64(burst)
	return r
}

func parts(tokens int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(tokens), new(big.Int).SetUint64(tokenUnit))
}

func (r *referenceBucket) advance(now int64) {
	accrued := new(big.Int).Mul(big.NewInt(now-r.last), new(big.Int).SetUint64(r.rate))
	r.level.Add(r.level, accrued)
	r.last = now
	r.cap()
}

func (r *referenceBucket) cap() {
	if full := parts(r.burst); r.level.Cmp(full) > 0 {
		r.level = full
	}
}

// take reports whether there was a token.
func (r *referenceBucket) take() bool {
	r.level.Sub(r.level, parts(1))
	return r.level.Sign() >= 0
}

func (r *referenceBucket) set(rate float64, burst int) {
	r.rate, r.burst = uint64(math.Round(rate*rateUnit)), int64(burst)
	r.cap()
}

// equals reports whether the bucket, brought up to date, has the same level.
func (r *referenceBucket) equals(b *bucket) bool {
	have := new(big.Int).Add(parts(b.tokens), new(big.Int).SetUint64(b.part))
	return have.Cmp(r.level) == 0
}

func TestBucketIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		rate := math.Pow(10, random.Float64()*15-6)
		burst := 1 + random.IntN(1<<random.IntN(20))
		now := int64(random.IntN(1000))
		b, err := newBucket(rate, burst, now)
		if err != nil {
			t.Fatal(err)
		}
		reference := newReferenceBucket(rate, burst, now)
		for range 50 {
			switch random.IntN(5) {
			case 0:
				now += int64(math.Pow(10, random.Float64()*18))
			case 1:
				now += random.Int64N(3)
			case 2:
				wait := b.until(1)
				if early := int64(wait) - 1; early > 0 && b.last == now {
					if b.available(now + early) {
						t.Fatalf("rate %v: a token came before until said so", rate)
					}
				}
				now = max(now, b.last) + int64(wait)
				if wait > 0 && !b.available(now) {
					t.Fatalf("rate %v: no token when until said so", rate)
				}
			case 3:
				rate, burst = math.Pow(10, random.Float64()*15-6), 1+random.IntN(100)
				units, err := checkLimit(rate, burst)
				if err != nil {
					t.Fatal(err)
				}
				b.set(units, int64(burst), now)
				reference.advance(now)
				reference.set(rate, burst)
			}
			now = min(now, math.MaxInt64/4)
			now = max(now, b.last)
			reference.advance(now)
			if b.available(now) {
				b.tokens--
				if !reference.take() {
					t.Fatalf("rate %v, burst %d: took a token that is not there", rate, burst)
				}
			}
			if !reference.equals(&b) {
				t.Fatalf("rate %v, burst %d: %d tokens and %d parts, want %v parts", rate, burst, b.tokens, b.part, reference.level)
			}
		}
	}
}

func TestBucketUntilLargeNumbers(t *testing.T) {
	b, err := newBucket(1.0/rateUnit, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.tokens = 0
	if got, want := b.until(1), rateUnit*time.Second; got != want {
		t.Errorf("one token at the lowest rate takes %v, want %v", got, want)
	}
	if got := b.until(math.MaxInt64); got != math.MaxInt64 {
		t.Errorf("more tokens than time allows take %v, want the longest duration", got)
	}
}

func TestBucketDoesNotRunBackwards(t *testing.T) {
	b, err := newBucket(1, 10, 100)
	if err != nil {
		t.Fatal(err)
	}
	b.tokens = 0
	b.advance(50)
	if b.tokens != 0 || b.part != 0 || b.last != 100 {
		t.Errorf("an earlier time changed the bucket: %+v", b)
	}
}
