package main

import (
	"bytes"
	"strings"
	"testing"
)

const (
	confOfTwo = `package conf

// Config is what people set.
type Config struct{ Pods, Secrets int }
`
	mainOfTwo = `package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/conf"
	"rllint.test/limits"
	"rllint.test/inert"
)

func main() {
	rate := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	var cfg conf.Config
	must(json.NewDecoder(os.Stdin).Decode(&cfg))
	rest := ctrl.GetConfigOrDie()
	rest.QPS, rest.Burst = float32(5**rate), 10**rate
	mgr, err := ctrl.NewManager(rest, ctrl.Options{})
	must(err)
	o := limits.NewOptions(*rate)
	pods := o.ForControllerRuntime()
	pods.MaxConcurrentReconciles = cfg.Pods
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(pods).Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)))
	secrets := o.ForControllerRuntime()
	secrets.MaxConcurrentReconciles = cfg.Secrets
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(secrets).Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
	helperOfTests = `// Package helper starts what tests need.
package helper

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Start sets a controller up for a test.
func Start(t testing.TB, mgr ctrl.Manager, o limits.Options) {
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		t.Fatal(err)
	}
}
`
)

const (
	likeServices = `// Package services has two services with the same methods.
package services

import (
	"context"
	"time"

	_ "sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Categories are deleted at once.
type Categories interface{ Delete(context.Context, string) error }

// Policies are deleted in their time.
type Policies interface{ Delete(context.Context, string) error }

// A Client has both.
type Client struct {
	Categories Categories
	Policies   Policies
}

// New makes a client.
func New() *Client { return &Client{Categories: &categories{}, Policies: &policies{}} }

type categories struct{}

func (*categories) Delete(context.Context, string) error { return nil }

type policies struct{}

func (*policies) Delete(context.Context, string) error {
	time.Sleep(time.Minute)
	return nil
}
`
	likeReconciler = `package NAME

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/services"
)

// Reconciler deletes something.
type Reconciler struct{ Client *services.Client }

// Reconcile deletes it.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.Client.FIELD.Delete(ctx, req.Name)
}
`
)

// A call through an interface goes to the types that are handed out as it, not to those that only have the same methods and
// are handed out as another.
func TestLikeInterfaces(t *testing.T) {
	of := func(name, field string) string {
		return strings.NewReplacer("NAME", name, "FIELD", field).Replace(likeReconciler)
	}
	program(t, nil, map[string]string{
		"services/services.go": likeServices, "quick/quick.go": of("quick", "Categories"), "slow/slow.go": of("slow", "Policies"),
	})
	text := shown(t, "-RL4003", "./...")
	if !strings.Contains(text, "slow.Reconciler") && !strings.Contains(text, "services.go:32") {
		t.Errorf("no finding about the service that waits:\n%s", text)
	}
	if strings.Contains(text, "quick") {
		t.Errorf("a finding about the service that does not wait:\n%s", text)
	}
}

// shown returns what a run of the command prints.
func shown(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(append([]string{"-color=never", "-all"}, args...), &stdout, &stderr); code == failed {
		t.Fatalf("rllint %v ends with %d:\n%s", args, code, stderr.String())
	}
	return stdout.String()
}

// Several settings that one call reads are named, each of them.
func TestSettingsOfOneCall(t *testing.T) {
	program(t, []string{"inert", "limits"}, map[string]string{"conf/conf.go": confOfTwo, "main/main.go": mainOfTwo})
	const want = "2 controllers (core/v1.Pod, core/v1.Secret) run as many workers as Pods "
	if text := shown(t, "-RL1003", "./..."); !strings.Contains(text, want) || !strings.Contains(text, " and Secrets ") {
		t.Errorf("the finding does not name both settings:\n%s", text)
	}
}

// A package that a test calls with itself has no program's controllers, unless findings in tests are wanted.
func TestHelperOfTests(t *testing.T) {
	program(t, []string{"inert", "limits"}, map[string]string{"helper/helper.go": helperOfTests})
	if text := shown(t, "-rules=limits", "-tests=false", "./..."); strings.Contains(text, "RL100") {
		t.Errorf("findings in a helper of tests:\n%s", text)
	}
	if text := shown(t, "-rules=limits", "-tests", "./..."); !strings.Contains(text, "RL1002") {
		t.Errorf("no finding in a helper of tests with -tests:\n%s", text)
	}
}
