//go:build go1.25

package specification

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	theirs "sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// histories is how many random histories the queues have to agree on.
const histories = 500

// A history is what happens to a queue and what that answers.
type history struct {
	random *rand.Rand
	queue  theirs.PriorityQueue[string]
	plain  bool     // no priorities
	idle   int      // workers that wait for a request
	work   []string // requests in work
	told   []string

	mu  sync.Mutex
	got []answer // in this step
}

// answer is what a worker got.
type answer struct {
	request  string
	priority int
	shutdown bool
}

// step does one thing to the queue, and waits until all that follows has happened. Some
// requests always have a delay and others never: of one that has, theirs makes an event
// come before what was ready earlier, in the place from when the delay began.
func (h *history) step() {
	now, later := fmt.Sprint("now-", h.random.IntN(12)), fmt.Sprint("later-", h.random.IntN(12))
	switch h.random.IntN(8) {
	case 0, 1:
		h.tell("add %s", now)
		h.queue.Add(now)
	case 2:
		after := time.Duration(1 + h.random.IntN(5_000_000_000))
		h.tell("add %s after %v", later, after)
		h.queue.AddAfter(later, after)
	case 3:
		h.tell("add %s after its back-off", later)
		h.queue.AddRateLimited(later)
	case 4:
		o := AddOpts{After: time.Duration(h.random.IntN(3)-1) * time.Second, RateLimited: h.random.IntN(2) == 0}
		priority := h.random.IntN(5) - 2
		if h.plain {
			priority = 0
		}
		setPriority(&o, priority)
		requests := []string{now, fmt.Sprint("now-", h.random.IntN(12))}
		if o.After > 0 || o.RateLimited && o.After == 0 {
			requests = []string{later, fmt.Sprint("later-", h.random.IntN(12))}
		}
		h.tell("add %v after %v, limited: %v, priority %d", requests, o.After, o.RateLimited, priority)
		h.queue.AddWithOpts(o, requests...)
	case 5:
		if h.idle < 3 {
			h.idle++
			go h.get()
		}
	case 6:
		if len(h.work) > 0 {
			i := h.random.IntN(len(h.work))
			done := h.work[i]
			h.work = slices.Delete(h.work, i, i+1)
			if h.random.IntN(2) == 0 {
				h.queue.Forget(done)
			}
			h.tell("done %s, failed %d times", done, h.queue.NumRequeues(done))
			h.queue.Done(done)
		}
	case 7:
		time.Sleep(time.Duration(h.random.IntN(2_000_000_000)))
	}
	h.settle()
	h.tell("%d are due", h.queue.Len())
}

func (h *history) get() {
	request, priority, shutdown := h.queue.GetWithPriority()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.got = append(h.got, answer{request, priority, shutdown})
}

// setPriority sets a field that is a number up to v0.21 of controller-runtime, and a pointer
// to one after that.
func setPriority(o *AddOpts, priority int) {
	field := reflect.ValueOf(o).Elem().FieldByName("Priority")
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.ValueOf(&priority))
	} else {
		field.SetInt(int64(priority))
	}
}

// settle waits until the queue has handed out what it can. Of several workers chance decides
// who tells first what it got.
func (h *history) settle() {
	synctest.Wait()
	slices.SortFunc(h.got, func(a, b answer) int { return strings.Compare(a.request, b.request) })
	for _, g := range h.got {
		h.tell("got %+v", g)
		h.idle--
		if !g.shutdown {
			h.work = append(h.work, g.request)
		}
	}
	h.got = nil
}

func (h *history) tell(format string, args ...any) {
	h.told = append(h.told, fmt.Sprintf(format, args...))
}

// tellHistory returns the history of a queue that is made with those random numbers.
func tellHistory(seed uint64, plain bool, queue theirs.PriorityQueue[string]) []string {
	h := &history{random: rand.New(rand.NewPCG(seed, 4)), plain: plain, queue: queue}
	for range 200 {
		h.step()
	}
	h.queue.ShutDown()
	h.settle()
	h.queue.Add("too late")
	h.tell("shut down: %v", h.queue.ShuttingDown())
	h.get()
	h.settle()
	return h.told
}

// plainQueue is a limited queue without priorities.
type plainQueue struct {
	workqueue.TypedRateLimitingInterface[string]
	backOff workqueue.TypedRateLimiter[string]
}

func (q plainQueue) AddWithOpts(o AddOpts, requests ...string) {
	for _, r := range requests {
		after := o.After
		if o.RateLimited {
			if d := q.backOff.When(r); after == 0 || d < after {
				after = d
			}
		}
		q.AddAfter(r, after)
	}
}

func (q plainQueue) GetWithPriority() (request string, priority int, shutdown bool) {
	request, shutdown = q.Get()
	return request, 0, shutdown
}

// Whatever happens, the limited queues answer as controller-runtime's priority queue does, if
// only their limiter lets everything through.
func TestQueuesAnswerAsTheirs(t *testing.T) {
	if reflect.TypeFor[AddOpts]().Field(2).Type.Kind() != reflect.Pointer {
		t.Skip("up to v0.21 of controller-runtime, those who ask its queue for a request once it is shut down wait for ever")
	}
	backOff := func() workqueue.TypedRateLimiter[string] {
		return workqueue.NewTypedItemExponentialFailureRateLimiter[string](1234567*time.Nanosecond, 30*time.Second)
	}
	for name, limited := range map[string]func() theirs.PriorityQueue[string]{
		"with priorities": func() theirs.PriorityQueue[string] {
			q := New[string]("")
			q.rateLimiter = backOff()
			return q
		},
		"without": func() theirs.PriorityQueue[string] {
			b := backOff()
			return plainQueue{limitedReconciler[string]("plain").ControllerOptions().NewQueue("", b), b}
		},
	} {
		t.Run(name, func(t *testing.T) {
			plain, lines := name == "without", 0
			for seed := range uint64(histories) {
				synctest.Test(t, func(t *testing.T) {
					want := tellHistory(seed, plain, theirs.New("", func(o *theirs.Opts[string]) { o.RateLimiter = backOff() }))
					ours := tellHistory(seed, plain, limited())
					for i := range want {
						if i >= len(ours) || ours[i] != want[i] {
							t.Fatalf("history %d: after %q theirs says %q, the limited queue %q",
								seed, want[:i], want[i], ours[min(i, len(ours)-1)])
						}
					}
					lines += len(want)
				})
				if t.Failed() {
					return
				}
			}
			t.Logf("%d histories agree, %d lines in all", histories, lines)
		})
	}
}

// The one difference: what was to come later, and has an event now, does not come before what
// was ready earlier.
func TestEventForWhatWasToComeLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for want, queue := range map[string]theirs.PriorityQueue[string]{
			"delayed": theirs.New[string](""),
			"ready":   New[string](""),
		} {
			queue.AddAfter("delayed", time.Hour)
			time.Sleep(time.Minute)
			queue.Add("ready")
			synctest.Wait()
			queue.Add("delayed")
			synctest.Wait()
			if first, _ := queue.Get(); first != want {
				t.Errorf("%T hands out the %s one first, want the %s one", queue, first, want)
			}
			queue.ShutDown()
		}
	})
}
