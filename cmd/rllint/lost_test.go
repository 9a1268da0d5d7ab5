package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	kindPackage = `// Package kind knows what the program is.
package kind

import (
	"errors"
	"os"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
)

const (
	Hub   = "hub"
	Spoke = "spoke"
)

type Settings struct {
	Spoke bool
	Name  string
}

var (
	Kind    string
	Current Settings
)

func Load() error {
	Kind = os.Getenv("KIND")
	if Kind != Hub && Kind != Spoke {
		return errors.New("there is no such kind")
	}
	Current.Spoke = Kind == Spoke
	return nil
}

func Config() *rest.Config { return ctrl.GetConfigOrDie() }
`
	kindMain = `package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/kind"
)

func main() {
	must(kind.Load())
	mgr, err := ctrl.NewManager(kind.Config(), ctrl.Options{})
	must(err)
	if kind.Kind == kind.Hub {
		must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))
	}
	if kind.Kind == kind.Spoke {
		must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&inert.Reconciler{}))
	}
	if kind.Current.Spoke {
		must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&inert.Reconciler{}))
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
	deadMain = `package main

import (
	"log"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// parts are set when the program is linked.
var parts = "pods"

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	setups := map[string]func(ctrl.Manager) error{"pods": pods}
	if parts == "all" {
		setups["secrets"] = secrets
		if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&inert.Reconciler{}); err != nil {
			log.Fatal(err)
		}
	}
	for _, part := range strings.Split(parts, ",") {
		if err := setups[part](mgr); err != nil {
			log.Fatal(err)
		}
	}
}

func pods(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})
}

func secrets(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&inert.Reconciler{})
}
`
)

// listed returns the controllers in the inventory of a program: its line, what it is for, and where mains were left.
func listed(t *testing.T) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run([]string{"inventory", "-json", "./..."}, &stdout, &stderr); code != clean {
		t.Fatalf("the inventory ends with %d:\n%s", code, stderr.String())
	}
	var document struct {
		Controllers []struct {
			Line      int
			For, Main string
			Left      []struct{ At string }
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, c := range document.Controllers {
		list = append(list, fmt.Sprint(c.Line, " ", c.For, " ", c.Main, c.Left))
	}
	return list
}

// What another package's function sets in a variable, though nothing else in it matters, decides which controllers there are.
func TestKindOfProgram(t *testing.T) {
	program(t, []string{"inert"}, map[string]string{"kind/kind.go": kindPackage, "main/main.go": kindMain})
	want := []string{"18 core/v1.Pod rllint.test/main[]", "21 core/v1.Secret rllint.test/main[]", "24 core/v1.Node rllint.test/main[]"}
	if got := listed(t); !slices.Equal(got, want) {
		t.Errorf("the inventory has %q, want %q", got, want)
	}
}

// What calls lead to and the run does not come to is listed, with the place where the run left the way.
func TestNotFollowed(t *testing.T) {
	program(t, []string{"inert"}, map[string]string{"main/main.go": deadMain})
	want := []string{
		"24  [{main/main.go:24}]",
		"36 core/v1.Pod rllint.test/main[]",
		"40 core/v1.Secret [{main/main.go:23}]",
	}
	if got := listed(t); !slices.Equal(got, want) {
		t.Errorf("the inventory has %q, want %q", got, want)
	}
}

// A controller behind a call that seems to repeat others is listed as not followed, and the exit code says that not all was judged.
func TestRepeatedCallWithController(t *testing.T) {
	program(t, []string{"inert"}, map[string]string{"main/main.go": `package main

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

type a struct{ b *b }
type b struct{ c *c }
type c struct{ d *d }
type d struct{ on bool }

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	for range 5 {
		serve(mgr, &a{&b{&c{&d{false}}}})
	}
	serve(mgr, &a{&b{&c{&d{true}}}})
}

func serve(mgr ctrl.Manager, of *a) {
	var list []func() int
	for i := range 3000 {
		list = append(list, func() int { return i })
	}
	if of.b.c.d.on {
		ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})
	}
}
`})
	var stdout, stderr bytes.Buffer
	if code := run([]string{"./..."}, &stdout, &stderr); code != failed || !strings.Contains(stderr.String(), "main.main is not followed to its end: "+
		"calls of rllint.test/main.serve that seem to repeat each other are not all followed") {
		t.Errorf("exit code %d:\n%s%s", code, stdout.String(), stderr.String())
	}
}
