// Command served sets up its controllers through a list that requests change too: they come once the program is set up.
package main

import (
	"errors"
	"log"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	l := new(list)
	http.HandleFunc("/watch", func(w http.ResponseWriter, r *http.Request) {
		own := new(watcher)
		l.add(own)
		defer l.remove(own)
		<-r.Context().Done()
	})
	m := new(manager)
	l.add(m)
	l.add(&controllers{of: m})
	check(l.setUp())
	check(m.Start(ctrl.SetupSignalHandler()))
}

// A part of the program may need what parts before it made.
type part interface{ setUp() error }

type list struct{ parts []part }

func (l *list) add(p part) { l.parts = append(l.parts, p) }

func (l *list) remove(p part) {
	for i, other := range l.parts {
		if other == p {
			l.parts = append(l.parts[:i], l.parts[i+1:]...)
			return
		}
	}
}

func (l *list) setUp() error {
	for _, p := range append([]part{}, l.parts...) {
		if err := p.setUp(); err != nil {
			return err
		}
	}
	return nil
}

type watcher struct{}

func (*watcher) setUp() error { return nil }

type manager struct{ ctrl.Manager }

func (m *manager) setUp() (err error) {
	m.Manager, err = ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"has no limit besides its queue.s"
	return err
}

type controllers struct{ of *manager }

func (c *controllers) setUp() error {
	if c.of.Manager == nil {
		return errors.New("the manager comes first")
	}
	return ctrl.NewControllerManagedBy(c.of).Named("served").For(&corev1.Node{}).Complete(&inert.Reconciler{})
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
