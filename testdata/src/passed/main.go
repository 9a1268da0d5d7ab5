// Package main sets up what is in a table, but for what its role leaves out: a round then ends in the midst of a branch.
package main

import (
	"os"
	"strings"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
)

type setUp interface{ SetupWithManager(mgr ctrl.Manager) error }

type selector interface{ Enabled(role string) bool }

var all, more = make(map[string]setUp), make(map[string]setUp)

type plain struct {
	obj  client.Object
	name string
}

func (p *plain) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named(p.name).For(p.obj).Complete(&inert.Reconciler{})
}

type hostOnly struct{ plain }

func (*hostOnly) Enabled(role string) bool { return strings.EqualFold(role, "host") }

func init() {
	all["first"] = &hostOnly{plain{&corev1.Pod{}, "first"}}
	all["second"] = &plain{&corev1.Secret{}, "second"}
	all["third"] = &hostOnly{plain{&corev1.Node{}, "third"}}
	all["fourth"] = &plain{&corev1.Service{}, "fourth"}
	more["fifth"] = &hostOnly{plain{&corev1.Pod{}, "fifth"}}
	more["sixth"] = &plain{&corev1.Secret{}, "sixth"}
	more["seventh"] = &hostOnly{plain{&corev1.Node{}, "seventh"}}
}

func enabled(name string) bool { return os.Getenv("WITHOUT") != name }

func setUpAll(mgr ctrl.Manager, role string) error {
	for _, c := range all {
		if s, ok := c.(selector); ok && !s.Enabled(role) {
			continue
		}
		if err := c.SetupWithManager(mgr); err != nil {
			return err
		}
	}
	for name, c := range more {
		if enabled(name) {
			if s, ok := c.(selector); ok && !s.Enabled(role) {
				continue
			}
			if err := c.SetupWithManager(mgr); err != nil {
				return err
			}
		}
	}
	return nil
}

func main() {
	role := pflag.String("role", "none", "")
	pflag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 7 controllers"
	if err != nil {
		panic(err)
	}
	if err := setUpAll(mgr, *role); err != nil {
		panic(err)
	}
	_ = mgr.Start(ctrl.SetupSignalHandler())
}
