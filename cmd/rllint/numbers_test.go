package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"testing"
)

const (
	confPackage = `// Package conf knows how many workers there are.
package conf

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var workers = 1

func Set(n int) { workers = n }

func Workers() int { return workers }

var byName = map[string]int{}

func Load(ctx context.Context, c client.Client) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, client.ObjectKey{Name: "workers"}, cm); err != nil {
		return err
	}
	for _, name := range []string{"pods", "secrets"} {
		val, err := strconv.Atoi(cm.Data[name])
		if err != nil {
			return err
		}
		byName[name] = val
	}
	return nil
}

func Of(name string) (int, error) {
	if _, ok := byName[name]; !ok {
		return 1, fmt.Errorf("no workers for %s", name)
	}
	return byName[name], nil
}

func Fill(ctx context.Context, c client.Client, m map[string]int) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, client.ObjectKey{Name: "workers"}, cm); err != nil {
		return err
	}
	for name, text := range cm.Data {
		val, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		m[name] = val
	}
	return nil
}

func Parse(text string) (map[string]int, error) {
	m := map[string]int{"pods": 1}
	return m, json.Unmarshal([]byte(text), &m)
}

func In(m map[string]int, name string) (int, error) {
	var err error
	if _, ok := m[name]; !ok {
		return 1, err
	}
	return m[name], nil
}
`
	confMain = `package main

import (
	"context"
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/conf"
	"rllint.test/inert"
)

func main() {
	n := flag.Int("workers", 1, "")
	flag.Parse()
	conf.Set(*n)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	must(conf.Load(context.Background(), mgr.GetClient()))
	m := map[string]int{}
	must(conf.Fill(context.Background(), mgr.GetClient(), m))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: conf.Workers()}).Complete(&inert.Reconciler{}))
	k, err := conf.Of("pods")
	if err != nil {
		log.Print(err)
	}
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: k}).Complete(&inert.Reconciler{}))
	l, err := conf.In(m, "pods")
	if err != nil {
		log.Print(err)
	}
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(controller.Options{MaxConcurrentReconciles: l}).Complete(&inert.Reconciler{}))
	parsed, err := conf.Parse(os.Getenv("WORKERS"))
	must(err)
	p, err := conf.In(parsed, "pods")
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Event{}).WithOptions(controller.Options{MaxConcurrentReconciles: p}).Complete(&inert.Reconciler{}))
	own := map[string]int{"pods": 3}
	q, err := conf.In(own, "pods")
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).WithOptions(controller.Options{MaxConcurrentReconciles: q}).Complete(&inert.Reconciler{}))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
)

// What a package's functions set in its variables, or in a map that they are given, is what is read there, also where those functions
// return no number: what an initialiser says is not all.
func TestNumbersFromElsewhere(t *testing.T) {
	program(t, []string{"inert"}, map[string]string{"conf/conf.go": confPackage, "cmd/main.go": confMain})
	var stdout, stderr bytes.Buffer
	if code := run([]string{"inventory", "-json", "./..."}, &stdout, &stderr); code != clean {
		t.Fatalf("the inventory ends with %d:\n%s", code, stderr.String())
	}
	var document struct {
		Controllers []struct {
			For         string
			Concurrency struct{ Verdict, Value, Flag string }
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, c := range document.Controllers {
		got[c.For] = c.Concurrency.Verdict + " " + c.Concurrency.Value + c.Concurrency.Flag
	}
	want := map[string]string{
		"core/v1.Pod":     "flag workers",
		"core/v1.Secret":  "flag Data",
		"core/v1.Node":    "flag Data.[]",
		"core/v1.Event":   "unknown ",
		"core/v1.Service": "const 3",
	}
	if !maps.Equal(got, want) {
		t.Errorf("the inventory has %v, want %v", got, want)
	}
}
