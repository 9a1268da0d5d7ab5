package e2e

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// server is how to reach the API server that all tests share.
var server *rest.Config

// lines are what the limiters logged. All else is not kept: the tests say what went wrong.
type lines struct {
	mu  sync.Mutex
	all []string
}

var logged lines

func (l *lines) logger() logr.Logger {
	return funcr.New(func(name, text string) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if strings.HasPrefix(name, "ratelimiter") {
			l.all = append(l.all, text)
		}
	}, funcr.Options{})
}

// with reports whether a line has all the parts.
func (l *lines) with(parts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.all, func(line string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) })
	})
}

func TestMain(m *testing.M) {
	os.Exit(withServer(m.Run))
}

func withServer(run func() int) int {
	for _, variable := range []string{"TEST_ASSET_KUBE_APISERVER", "TEST_ASSET_ETCD"} {
		if _, err := os.Stat(os.Getenv(variable)); err != nil {
			fmt.Fprintf(os.Stderr, "%s names no program: run the tests by make -C runtime e2e, which builds the servers\n", variable)
			return 1
		}
	}
	ctrl.SetLogger(logged.logger()) // which can be set once
	environment := &envtest.Environment{ControlPlaneStartTimeout: 2 * time.Minute, ControlPlaneStopTimeout: time.Minute}
	config, err := environment.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot start the API server:", err)
		return 1
	}
	// The servers must not outlive the tests, however those end.
	stop := sync.OnceFunc(func() { environment.Stop() })
	defer stop()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-interrupted:
		case <-time.After(longest):
			fmt.Fprintln(os.Stderr, "the tests did not end within", longest)
		}
		stop()
		os.Exit(1)
	}()
	server = config
	return run()
}

// longest is how long all tests together may take. It is less than the time after
// which go test ends them without asking.
const longest = 18 * time.Minute

// namespace is a part of the cluster that one test has for itself.
type namespace struct {
	t      *testing.T
	name   string
	client client.Client
}

func newNamespace(t *testing.T) *namespace {
	t.Helper()
	unlimited := rest.CopyConfig(server)
	unlimited.QPS = -1
	c, err := client.New(unlimited, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "e2e-"}}
	if err := c.Create(context.Background(), object); err != nil {
		t.Fatal(err)
	}
	return &namespace{t: t, name: object.Name, client: c}
}

// objects makes n objects and returns when all are there.
func (n *namespace) objects(count int, one func(metav1.ObjectMeta) client.Object) []client.Object {
	n.t.Helper()
	all := make([]client.Object, count)
	n.parallel(count, func(i int) error {
		all[i] = one(metav1.ObjectMeta{Namespace: n.name, Name: fmt.Sprintf("object-%d", i)})
		return n.client.Create(context.Background(), all[i])
	})
	return all
}

// parallel runs do for 0 to count-1, eight at a time.
func (n *namespace) parallel(count int, do func(i int) error) {
	n.t.Helper()
	next := make(chan int)
	errs := make(chan error, 8)
	var all sync.WaitGroup
	for range cap(errs) {
		all.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	all.Wait()
	select {
	case err := <-errs:
		n.t.Fatal(err)
	default:
	}
}

func configMap(meta metav1.ObjectMeta) client.Object { return &corev1.ConfigMap{ObjectMeta: meta} }
func secret(meta metav1.ObjectMeta) client.Object    { return &corev1.Secret{ObjectMeta: meta} }
func serviceAccount(meta metav1.ObjectMeta) client.Object {
	return &corev1.ServiceAccount{ObjectMeta: meta}
}

// eventually returns when the condition holds, and fails the test if it does not
// within the time.
func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}
