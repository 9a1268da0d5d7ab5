package sleeping

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// loads reads again what others only look at, if it is there.
type loads struct {
	sync.RWMutex
	clientset kubernetes.Interface
	all       *corev1.PodList
}

func (r *loads) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.Lock() // want RL4003:"Reconcile holds r.RWMutex, for which pods waits too, during a request or a pause .r.load."
	defer r.Unlock()
	return ctrl.Result{}, r.load(ctx)
}

func (r *loads) pods(ctx context.Context) (*corev1.PodList, error) {
	r.Lock()
	defer r.Unlock()
	if r.all == nil {
		if err := r.load(ctx); err != nil {
			return nil, err
		}
	}
	return r.all, nil
}

func (r *loads) load(ctx context.Context) (err error) {
	r.all, err = r.clientset.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	return err
}

// stored keeps a database waiting, and asks by what is given to an interface.
type stored struct {
	mu     sync.RWMutex
	db     *sql.DB
	http   doer
	counts map[string]int
}

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

func newStored(db *sql.DB) *stored { return &stored{db: db, http: &http.Client{}} }

func (r *stored) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock()                                                    // want RL4003:"Reconcile holds r.mu, for which count waits too, during a request or a pause .r.db.Exec."
	_, err := r.db.Exec("INSERT INTO counts VALUES (?)", req.Name) // want RL4003:"Reconcile blocks here with no upper bound .sql.DB.Exec, which has no time-out"
	r.mu.Unlock()
	if err != nil {
		return ctrl.Result{}, err
	}
	get, err := http.NewRequest(http.MethodGet, "https://example.com/"+req.Name, nil)
	if err != nil {
		return ctrl.Result{}, err
	}
	resp, err := r.http.Do(get) // want RL4003:"Reconcile blocks here with no upper bound .sleeping.doer.Do, which has no time-out"
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, resp.Body.Close()
}

func (r *stored) count(name string) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.counts[name]
}

// readers may have their lock at the same time.
type readers struct {
	client.Client
	mu    sync.RWMutex
	names []string
}

func (r *readers) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return ctrl.Result{}, r.Update(ctx, &corev1.Pod{})
}

func (r *readers) first() string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.names[0]
}
