// Command vain writes down limits that have no effect.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"golang.org/x/time/rate"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type pods struct {
	client.Client
	limiter *rate.Limiter
	unheld  *rate.Limiter
}

func (r *pods) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.unheld.Reserve() // want RL3001:"nobody heeds the answer of r.unheld.Reserve"
	r.limiter.Reserve()
	if reservation := r.limiter.Reserve(); !reservation.OK() {
		return ctrl.Result{RequeueAfter: reservation.Delay()}, nil
	}
	return ctrl.Result{}, retry.RetryOnConflict(wait.Backoff{Duration: time.Second}, func() error { // want RL3001:"this back-off has no Steps, so that retry.RetryOnConflict never calls"
		var pod corev1.Pod
		if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
			return client.IgnoreNotFound(err)
		}
		pod.Labels = map[string]string{"seen": "yes"}
		return r.Update(ctx, &pod)
	})
}

type deployments struct{ client.Client }

// Tries may be as many as the caller says.
func (r *deployments) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	tries := wait.Backoff{Duration: 10 * time.Millisecond, Factor: 2}
	tries.Steps = 3
	return ctrl.Result{}, retry.RetryOnConflict(tries, func() error {
		var d appsv1.Deployment
		if err := r.Get(ctx, req.NamespacedName, &d); err != nil {
			return client.IgnoreNotFound(err)
		}
		return r.Update(ctx, &d)
	})
}

func limits(every time.Duration, n int) []rate.Limit {
	return []rate.Limit{
		rate.Limit(every),                          // want RL4005:"takes the delay's nanoseconds for events a second"
		rate.Limit(time.Second / time.Duration(n)), // want RL4005:"call rate.Every"
		rate.Limit(time.Second / 20),               // want RL4005:"call rate.Every"
		rate.Limit(time.Second / every),
		rate.Limit(time.Minute / time.Second),
		rate.Limit(every.Seconds()),
		rate.Every(every),
	}
}

// clients have limits that come too late, and in time.
func clients(cfg *rest.Config) (kubernetes.Interface, kubernetes.Interface, error) {
	slow, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		return nil, nil, err
	}
	cfg.QPS, cfg.Burst = 100, 200
	fast, err := kubernetes.NewForConfig(cfg)
	return slow, fast, err
}

// settings have a limiter that nobody reads.
type settings struct {
	limiter workqueue.TypedRateLimiter[reconcile.Request]
	labels  map[string]string
}

func read(qps int) settings {
	return settings{
		limiter: &workqueue.TypedBucketRateLimiter[reconcile.Request]{
			Limiter: rate.NewLimiter(rate.Limit(qps), 100), // want RL1005:"this limiter, made from limiter-qps, limits nothing"
		},
	}
}

// made later has its clients after the limit is set.
func madeLater() (kubernetes.Interface, error) {
	cfg := ctrl.GetConfigOrDie()
	connect := func() (kubernetes.Interface, error) { return kubernetes.NewForConfig(cfg) }
	cfg.QPS = 100
	return connect()
}

// handed has a config that its callers have, too.
func handed(cfg *rest.Config) (ctrl.Manager, error) {
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	cfg.QPS = 100
	return mgr, err
}

func handedOn(*bool) {}

func main() {
	qps := flag.Int("limiter-qps", 10, "the rate of retries")
	var address, ignored, named string
	flag.StringVar(&address, "metrics-bind-address", ":8080", "where metrics are served") // want RL2006:"flag --metrics-bind-address has no effect: it sets address, which nothing reads"
	flag.StringVar(&ignored, "leader-id", "", "deprecated")
	flag.StringVar(&named, "zone", "", "read by its name")
	var elect, fast bool
	flag.BoolVar(&elect, "no-leader-election", false, "run without a lease")
	slow := flag.Bool("slow", false, "handed on")
	handedOn(slow)
	lead := !elect // want RL2006:"flag --no-leader-election always has its default here: flags are parsed at line 133; read it after that"
	flag.BoolVar(&fast, "fast", elect, "has the default of another one")
	var zone = flag.String("region", "", "read too early")
	fmt.Printf("by default %v\n", fast)
	println(*zone) // want RL2006:"flag --region always has its default here"
	later := func() bool { return fast }
	flag.Parse()
	println(lead, later(), fast, *slow)
	println(flag.Lookup("zone").Value.String())
	s := read(*qps)
	println(len(s.labels))
	cfg := ctrl.GetConfigOrDie()
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{Controller: config.Controller{GroupKindConcurrency: map[string]int{ // want RL1000:"no limit spans 2 controllers"
		"deployments.apps": 5, // want RL1003:"is the name of no kind, so that this number of workers reaches no controller"
		"Pod":              5,
	}}})
	if err != nil {
		os.Exit(1)
	}
	cfg.QPS = 100                // want RL5002:"cfg.QPS has no effect: what was made of this config before has a copy of it"
	cfg.Burst = 2 * len(os.Args) // want RL5002:"cfg.Burst has no effect: what was made of this config before has a copy of it"
	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
	err = ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		WithOptions(controller.Options{RateLimiter: limiter}). // want RL2006:"these go unread: give it all options in one"
		WithOptions(controller.Options{MaxConcurrentReconciles: 2}).
		Complete(&pods{mgr.GetClient(), rate.NewLimiter(limits(pausesOf(time.Second)[0], 10)[0], 1), rate.NewLimiter(1, 1)})
	if err != nil {
		os.Exit(1)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).Complete(&deployments{mgr.GetClient()}); err != nil {
		os.Exit(1)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		os.Exit(1)
	}
}

// pauses has delays of which nothing sets one, and of which 0 is meant.
type pauses struct{ given, missing, perhaps time.Duration }

func pausesOf(given time.Duration) []time.Duration {
	p := pauses{given: given}
	if p.perhaps == 0 {
		p.given++
	}
	return []time.Duration{p.given, p.missing, p.perhaps} // want RL4005:"pauses.missing is always 0: nothing sets this field"
}

var syncTimeout = flag.Duration("sync-timeout", time.Minute, "how long to wait for caches")

// options are made before main parses the flags.
var options = controller.Options{CacheSyncTimeout: *syncTimeout} // want RL2006:"flag --sync-timeout always has its default here, which runs before anybody parses the command line"

// optionsLater are made when somebody asks.
var optionsLater = func() controller.Options { return controller.Options{CacheSyncTimeout: *syncTimeout} }

// slows sets the limits of a copy.
func slows(cfg rest.Config) {
	cfg.QPS = 1 // want RL5002:"cfg.QPS has no effect: this function was handed a copy of the config"
}

// slower hands its copy back.
func slower(cfg rest.Config) rest.Config {
	cfg.QPS = 1
	return cfg
}

// swap puts a limiter in the place of another one, and takes a token of it first where that had none left: who asks it next waits.
func (r *pods) swap(perSecond int) {
	fresh := rate.NewLimiter(rate.Limit(perSecond), 1)
	if !r.limiter.Allow() {
		fresh.Allow()
	}
	r.limiter = fresh
}
