package known

import "testing"

// Only the three interfaces that have the same methods for requests of any type stand for each other.
func TestSameLimiter(t *testing.T) {
	same := []string{
		"k8s.io/client-go/util/workqueue.RateLimiter", "k8s.io/client-go/util/workqueue.TypedRateLimiter[interface]",
		"sigs.k8s.io/controller-runtime/pkg/ratelimiter.RateLimiter",
	}
	for _, a := range same {
		for _, b := range same {
			if !SameLimiter(a, b) {
				t.Errorf("%s is another limiter than %s", a, b)
			}
		}
		for _, other := range []string{"k8s.io/client-go/util/workqueue.TypedRateLimiter[string]", "example.com/m.RateLimiter", ""} {
			if SameLimiter(a, other) || SameLimiter(other, a) {
				t.Errorf("%s is the same limiter as %s", a, other)
			}
		}
	}
}
