//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache/informertest"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// reconcileOnce runs a manager, with nothing set but that it needs no cluster, until its
// limited controller has made a reconcile.
func reconcileOnce(o manager.Options, options ...ReconcilerOption) error {
	o.NewCache = func(*rest.Config, cache.Options) (cache.Cache, error) {
		return &informertest.FakeInformers{Scheme: scheme.Scheme}, nil
	}
	o.MapperProvider = func(*rest.Config, *http.Client) (meta.RESTMapper, error) {
		return meta.NewDefaultRESTMapper(nil), nil
	}
	o.Metrics = metricsserver.Options{BindAddress: "0"}
	mgr, err := manager.New(&rest.Config{Host: "localhost"}, o)
	if err != nil {
		return err
	}
	limits, err := New(7)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	reconciled := false
	limited, err := NewReconciler("workers", reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		reconciled = true
		cancel()
		return reconcile.Result{}, nil
	}), limits, options...)
	if err != nil {
		return err
	}
	co := limited.ControllerOptions()
	co.Reconciler = limited
	c, err := controller.New("workers", mgr, co)
	if err != nil {
		return err
	}
	if err := c.Watch(simulation.Appear(simulation.Objects("object", 1), 0)); err != nil {
		return err
	}
	if err := mgr.Start(ctx); err != nil {
		return err
	}
	if !reconciled {
		return fmt.Errorf("there was no reconcile within a minute")
	}
	return nil
}

// programs of which TestManyWorkersAreTold runs each as one of its own, because a program's
// logger is set once. They write to standard error.
var workerPrograms = map[string]func() error{
	"no logger": func() error { return reconcileOnce(manager.Options{}) },
	"the manager's logger": func() error {
		return reconcileOnce(manager.Options{Logger: funcr.New(func(prefix, line string) {
			fmt.Fprintln(os.Stderr, "of the manager:", prefix, line)
		}, funcr.Options{})})
	},
	"controller-runtime's logger": func() error {
		log.SetLogger(funcr.New(func(prefix, line string) {
			fmt.Fprintln(os.Stderr, "of controller-runtime:", prefix, line)
		}, funcr.Options{}))
		return reconcileOnce(manager.Options{})
	},
	"WithWorkers": func() error { return reconcileOnce(manager.Options{}, WithWorkers(2)) },
}

// A program that gives its controllers more workers than they had is told, wherever it logs.
func TestManyWorkersAreTold(t *testing.T) {
	const variable = "RATELIMITER_TEST_PROGRAM"
	if name := os.Getenv(variable); name != "" {
		if err := workerPrograms[name](); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name, want := range map[string]string{
		"no logger":                   "limits.go",
		"the manager's logger":        "of the manager:",
		"controller-runtime's logger": "of controller-runtime:",
		"WithWorkers":                 "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := exec.Command(os.Args[0], "-test.run=^"+t.Name()[:strings.IndexByte(t.Name(), '/')]+"$")
			program.Env = append(os.Environ(), variable+"="+name)
			out, err := program.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			var told []string
			for line := range strings.Lines(string(out)) {
				if strings.Contains(line, "as many workers as the max-reconcile-rate") {
					told = append(told, line)
				}
			}
			if want == "" && len(told) > 0 || want != "" && (len(told) != 1 || !strings.Contains(told[0], want) || !strings.Contains(told[0], "7")) {
				t.Errorf("told %q, want it once with %q:\n%s", told, want, out)
			}
		})
	}
}

// It is told once, and only of controllers that have more.
func TestManyWorkersAreToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			rate    int
			options []ReconcilerOption
			want    int
		}{{10, nil, 1}, {10, []ReconcilerOption{WithWorkers(10)}, 0}, {1, nil, 0}} {
			told := 0
			logger := funcr.New(func(_, line string) { told += strings.Count(line, "as many workers") }, funcr.Options{})
			limits := newLimits(t, test.rate)
			var all []simulation.Controller
			for _, name := range []string{"a", "b"} {
				o := limited(t, name, reconcile.Func(succeed), limits, test.options...)
				o.LogConstructor = func(*reconcile.Request) logr.Logger { return logger }
				all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
					simulation.Appear(simulation.Objects("object", 3), 0),
				}})
			}
			run(t, time.Second, all...)
			if told != test.want {
				t.Errorf("rate %d, %d options: told %d times, want %d", test.rate, len(test.options), told, test.want)
			}
		}
	})
}
