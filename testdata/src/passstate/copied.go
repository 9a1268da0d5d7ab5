package passstate

import (
	"context"
	"net/http"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// copied is a copy in each pass.
type copied struct{ pod *corev1.Pod }

func (c copied) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	c.pod = &corev1.Pod{}
	c.label()
	return ctrl.Result{}, nil
}

func (c copied) label() { c.pod.Labels["app"] = "web" }

var inserted = sets.New[string]()

var common = map[string]string{"app": "web"}

// renamed has a map of the package by another name, and one of what it is a copy of.
type renamed struct{ headers http.Header }

func (r *renamed) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	set := common
	set["name"] = req.Name // want RL4011:"Reconcile writes into the map variable common without a lock"
	r.with(req.Name)
	r.fresh(req.Name)
	inserted.Insert(req.Name) // want RL4011:"Reconcile writes into the map variable inserted without a lock"
	return ctrl.Result{}, nil
}

func (r *renamed) with(name string) *renamed {
	out := *r
	out.headers.Set("X-Name", name) // want RL4011:"Reconcile writes into the map renamed.headers without a lock"
	return &out
}

func (r *renamed) fresh(name string) *renamed {
	out := *r
	out.headers = r.headers.Clone()
	out.headers.Set("X-Name", name)
	return &out
}

// A ticker's method has a copy of the lock, and the map of all.
type ticker struct {
	client.Client
	ticked ticked
	marked marked
	shared shared
}

// marked is a map behind a lock that is a copy for each call, and shared one behind a lock that all have.
type (
	marked struct {
		sync.Mutex
		seen map[string]bool
	}
	shared struct {
		*sync.Mutex
		seen map[string]bool
	}
)

func (m marked) mark(name string) {
	m.Lock()
	defer m.Unlock()
	if len(m.seen) > 100 {
		clear(m.seen)
	}
	m.seen[name] = true // want RL4011:"writes into the map marked.seen under a lock that is a copy for each call"
}

func (s shared) mark(name string) {
	s.Lock()
	defer s.Unlock()
	if len(s.seen) > 100 {
		clear(s.seen)
	}
	s.seen[name] = true
}

type ticked struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (r *ticker) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.ticked.mark(req.Name)
	r.marked.mark(req.Name)
	r.shared.mark(req.Name)
	return ctrl.Result{}, nil
}

func (t ticked) mark(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.seen) > 100 {
		clear(t.seen)
	}
	t.seen[name] = true // want RL4011:"writes into the map ticked.seen under a lock that is a copy for each call: .*give the method a pointer receiver"
}
