package ratelimiter_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

// BucketReconciler stands for a reconciler of the program.
type BucketReconciler struct{}

func (r *BucketReconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// SetupWithManager builds the controller under the limits that main made.
func (r *BucketReconciler) SetupWithManager(mgr ctrl.Manager, limits *ratelimiter.Limits) error {
	return ratelimiter.Complete(
		ctrl.NewControllerManagedBy(mgr).
			For(&corev1.ConfigMap{}),
		r, limits,
	)
}

// setupManaged builds a controller of a Crossplane provider, with r for what
// managed.NewReconciler returned.
func setupManaged(mgr ctrl.Manager, name string, r reconcile.Reconciler, limits *ratelimiter.Limits) error {
	return ratelimiter.Complete(
		ctrl.NewControllerManagedBy(mgr).
			Named(name).
			For(&corev1.ConfigMap{}),
		r, limits,
	)
}

// sdkError stands for the error of the SDK that a program calls a remote API with.
type sdkError struct {
	error
	status     int
	retryAfter time.Duration
}

// throttled tells the limiter which errors of the SDK ask to slow down.
func throttled(err error) error {
	var answer *sdkError // with the status and the Retry-After of an HTTP answer
	if errors.As(err, &answer) && (answer.status == http.StatusTooManyRequests || answer.status >= 500) {
		return ratelimiter.Throttled(err, answer.retryAfter)
	}
	return err
}

// logging stands for the package of crossplane-runtime.
var logging struct{ NewLogrLogger func(logr.Logger) any }

// The logger of a Crossplane provider, whose reconcilers log the errors of its remote API.
func ExampleLimits_Listen() {
	main := func(limits *ratelimiter.Limits, zl logr.Logger) any {
		log := logging.NewLogrLogger(limits.Listen(zl.WithName("provider-example"), throttled))
		return log // as the Logger of controller.Options
	}
	_ = main
}

// A whole program: one flag, one value, and one call for each controller.
func Example() {
	run := func() error {
		rate := flag.Int("max-reconcile-rate", 10, "The most reconciles a second, over all controllers together.")
		flag.Parse()

		limits, err := ratelimiter.New(*rate)
		if err != nil {
			return err
		}
		cfg, err := ctrl.GetConfig()
		if err != nil {
			return err
		}
		mgr, err := ctrl.NewManager(limits.LimitRESTConfig(cfg), ctrl.Options{
			Controller: limits.ManagerDefaults(),
		})
		if err != nil {
			return err
		}
		if err := (&BucketReconciler{}).SetupWithManager(mgr, limits); err != nil {
			return err
		}
		if err := setupManaged(mgr, "managed", &BucketReconciler{}, limits); err != nil {
			return err
		}
		return mgr.Start(ctrl.SetupSignalHandler())
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func ExampleNew() {
	limits, err := ratelimiter.New(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(limits.ManagerDefaults().MaxConcurrentReconciles, "workers for each controller")

	_, err = ratelimiter.New(0)
	fmt.Println(err)
	// Output:
	// 10 workers for each controller
	// max-reconcile-rate 0 is outside 1 to 214748364
}

func ExampleNewReconciler() {
	limits, err := ratelimiter.New(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	inner := reconcile.Func(func(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
		fmt.Println("reconciling", req.Name)
		return reconcile.Result{}, nil
	})
	limited, err := ratelimiter.NewReconciler("bucket", inner, limits, ratelimiter.WithJitter(0.1))
	if err != nil {
		fmt.Println(err)
		return
	}
	var req reconcile.Request
	req.Name = "a"
	_, _ = limited.Reconcile(context.Background(), req)

	_, err = ratelimiter.NewReconciler("bucket", inner, limits)
	fmt.Println(err)
	// Output:
	// reconciling a
	// cannot limit a controller: share "bucket": the limiter already has a share of that name
}

// A controller without a builder: options that the limits do not set stay its own.
func ExampleNewController() {
	limits, err := ratelimiter.New(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	setup := func(mgr ctrl.Manager) error {
		_, err := ratelimiter.NewController("bucket", mgr, controller.Options{
			Reconciler:       &BucketReconciler{},
			CacheSyncTimeout: 5 * time.Minute,
		}, limits, ratelimiter.WithWorkers(1))
		return err
	}
	_ = setup
}

// Five reconciles a second for all controllers of one cloud, of which two for
// those of one of its services.
func ExampleLimiter_NewClass() {
	limits, err := ratelimiter.New(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	setup := func() error {
		cloud, err := limits.Global().NewClass(5, 50)
		if err != nil {
			return err
		}
		service, err := cloud.NewClass(2, 20)
		if err != nil {
			return err
		}
		_, err = ratelimiter.NewReconciler("instance", &BucketReconciler{}, limits, ratelimiter.WithClass(service))
		return err
	}
	fmt.Println(setup())
	// Output: <nil>
}

// providerOptions stands for crossplane-runtime's controller.Options.
type providerOptions struct {
	GlobalRateLimiter workqueue.TypedRateLimiter[string]
}

// The drop-in: the one field of a provider's options from which all controllers
// get their global limiter.
func ExampleNewGlobalRateLimiter() {
	options := func(mgr ctrl.Manager, maxReconcileRate *int) providerOptions {
		return providerOptions{
			GlobalRateLimiter: ratelimiter.NewGlobalRateLimiter(mgr, *maxReconcileRate),
		}
	}
	rate := 10
	fmt.Println(options(nil, &rate).GlobalRateLimiter.When("managed/bucket.example.io/a"))
	// Output: 0s
}

// A controller that is made by hand on a queue of client-go's has a part of the same limit: each of its workers waits
// for its turn before it handles an item.
func ExampleNewReconciler_queue() {
	limits, err := ratelimiter.New(10)
	if err != nil {
		panic(err)
	}
	handle := reconcile.TypedFunc[string](func(_ context.Context, key string) (reconcile.Result, error) {
		return reconcile.Result{}, sync(key)
	})
	limited, err := ratelimiter.NewReconciler("configmaps", handle, limits)
	if err != nil {
		panic(err)
	}
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute))
	queue.Add("default/settings")
	queue.ShutDown()

	next := func(ctx context.Context) bool {
		key, quit := queue.Get()
		if quit {
			return false
		}
		defer queue.Done(key)
		if _, err := limited.Reconcile(ctx, key); err != nil {
			queue.AddRateLimited(key)
			return true
		}
		queue.Forget(key)
		return true
	}
	for next(context.Background()) {
	}
	// Output: default/settings is in order
}

// sync stands for what the controller does with an object.
func sync(key string) error {
	fmt.Println(key, "is in order")
	return nil
}
