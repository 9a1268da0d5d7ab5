// Package main makes limiters of what it decodes: how many there are is known to nobody here, and no error is certain.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
)

type limiter = workqueue.TypedRateLimiter[reconcile.Request]

type single struct {
	Exponential *struct{ First, Longest time.Duration }
}

type settings struct {
	single
	MaxOf []single
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	text, err := os.ReadFile("settings.json")
	must(err)
	var s settings
	must(json.Unmarshal(text, &s))
	l, err := build(s)
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: l}).
		Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func build(s settings) (limiter, error) {
	if s.Exponential != nil {
		return one(s.single)
	}
	if len(s.MaxOf) > 0 {
		var all []limiter
		for _, x := range s.MaxOf {
			l, err := one(x)
			if err != nil {
				return nil, err
			}
			all = append(all, l)
		}
		return workqueue.NewTypedMaxOfRateLimiter(all...), nil
	}
	return nil, errors.New("no limiter")
}

func one(s single) (limiter, error) {
	if e := s.Exponential; e != nil {
		return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](e.First, e.Longest), nil
	}
	return nil, errors.New("no kind of limiter")
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
