package sleeping

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// opening opens connections.
type opening struct {
	kept   net.Conn
	events record.EventRecorder
}

func (r *opening) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	conn, err := net.Dial("tcp", req.Name) // want RL4003:"Reconcile opens conn here, which nothing closes: one more is left behind each time .net.Dial."
	if err != nil {
		return ctrl.Result{}, err
	}
	if _, err := conn.Write([]byte(req.Name)); err != nil {
		return ctrl.Result{}, err
	}
	closed, err := net.Dial("tcp", req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer closed.Close()
	handed, err := net.Dial("tcp", req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	use(handed)
	events := record.NewBroadcaster() // want RL4003:"Reconcile opens events here, which nothing closes: one more is left behind each time .record.NewBroadcaster."
	events.StartLogging(func(string, ...any) {})
	lazy := record.NewBroadcaster()
	r.events = lazy.NewRecorder(nil, corev1.EventSource{})
	ended := record.NewBroadcaster()
	defer ended.Shutdown()
	kept, err := net.Dial("tcp", req.Name)
	r.kept = kept
	return ctrl.Result{}, err
}

var used net.Conn

func use(conn net.Conn) { used = conn }

// pooled keeps what it opens.
type pooled struct{ conns map[string]net.Conn }

func (r *pooled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	conn, err := r.newConn(req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	if _, err := conn.Write(nil); err != nil {
		return ctrl.Result{}, err
	}
	api, err := newAPI()
	if err != nil {
		return ctrl.Result{}, err
	}
	api.send()
	return ctrl.Result{}, nil
}

func (r *pooled) newConn(name string) (net.Conn, error) {
	conn, err := net.Dial("tcp", name)
	r.conns[name] = conn // want RL4011:"Reconcile writes into the map pooled.conns without a lock" RL4011:"pooled.conns has an entry for each object"
	return conn, err
}

// api has nothing to close but what is idle.
type api struct{ client http.Client }

func newAPI() (*api, error) { return &api{}, nil }

func (a *api) send() {}

func (a *api) Close() { a.client.CloseIdleConnections() }

// watching opens a watch in each pass.
type watching struct{ clientset kubernetes.Interface }

func (r *watching) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	nodes, err := r.clientset.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{}) // want RL4003:"Reconcile opens nodes here, which nothing closes"
	if err != nil {
		return ctrl.Result{}, err
	}
	for range nodes.ResultChan() {
		break
	}
	return ctrl.Result{}, r.stopped(ctx)
}

func (r *watching) stopped(ctx context.Context) error {
	pods, err := r.clientset.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	defer pods.Stop()
	for range pods.ResultChan() {
		break
	}
	return nil
}

// reading leaves the body of a response open, and closes that of another.
type reading struct{ client http.Client }

func (r *reading) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	client := http.Client{Timeout: time.Second}
	left, err := client.Get("https://example.com") // want RL4003:"sleeping.reading.Reconcile opens left.Body here, which nothing closes: one more is left behind each time .client.Get."
	if err != nil {
		return ctrl.Result{}, err
	}
	closed, err := client.Get("https://example.com")
	if err != nil {
		return ctrl.Result{}, err
	}
	defer closed.Body.Close()
	read, err := r.whole()
	if err != nil {
		return ctrl.Result{}, err
	}
	part, err := r.unlessFound() // want RL4003:"sleeping.reading.Reconcile opens part.Body here, which nothing closes"
	if err != nil {
		return ctrl.Result{}, err
	}
	if left.StatusCode != closed.StatusCode || part.StatusCode != http.StatusOK || read.StatusCode != http.StatusOK {
		println(req.Name)
	}
	return ctrl.Result{}, nil
}

// whole returns a response whose body it has closed.
func (r *reading) whole() (*http.Response, error) {
	client := http.Client{Timeout: time.Second}
	read, err := client.Get("https://example.com")
	if err != nil {
		return nil, err
	}
	defer func(body io.ReadCloser) { _ = body.Close() }(read.Body)
	return read, nil
}

// unlessFound closes the body of a response that says no, and leaves any other open.
func (r *reading) unlessFound() (*http.Response, error) {
	client := http.Client{Timeout: time.Second}
	part, err := client.Get("https://example.com")
	if err != nil {
		return nil, err
	}
	if part.StatusCode != http.StatusOK {
		_ = part.Body.Close()
	}
	return part, nil
}

// connected has connections made by its own methods, and hands them to functions.
type connected struct {
	client.Client
	pool map[string]*link
}

func (r *connected) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	db, err := r.database(ctx, req) // want RL4003:"Reconcile opens db here, which nothing closes: one more is left behind each time .r.database."
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := grant(ctx, db, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	to, err := r.link(req) // want RL4003:"Reconcile opens to here, which nothing closes"
	if err != nil {
		return ctrl.Result{}, err
	}
	to.send()
	conn, err := net.Dial("tcp", req.Name) // want RL4003:"Reconcile opens conn here, which nothing closes"
	if err != nil {
		return ctrl.Result{}, err
	}
	writer := bufio.NewWriter(conn)
	if err := writer.Flush(); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.closes(ctx, req)
}

func (r *connected) closes(ctx context.Context, req ctrl.Request) error {
	db, err := r.database(ctx, req)
	if err != nil {
		return err
	}
	defer finish(db)
	shared, err := r.pooled(req)
	if err != nil {
		return err
	}
	shared.send()
	conn, err := net.Dial("tcp", req.Name)
	if err != nil {
		return err
	}
	to := link{conn: conn}
	once, err := r.link(req)
	if err != nil {
		return err
	}
	once.sendOnce()
	conn2, giveBack, err := borrow(req)
	if err != nil {
		return err
	}
	defer giveBack()
	_, _ = conn2.Write(nil)
	return to.Close()
}

// borrow returns what closes the connection, too.
func borrow(req ctrl.Request) (net.Conn, func(), error) {
	conn, err := net.Dial("tcp", req.Name)
	if err != nil {
		return nil, nil, err
	}
	return conn, func() { _ = conn.Close() }, nil
}

func (r *connected) database(ctx context.Context, req ctrl.Request) (*sql.DB, error) {
	var secret corev1.Secret
	if err := r.Get(ctx, req.NamespacedName, &secret); client.IgnoreNotFound(err) != nil {
		return nil, err
	}
	db, err := sql.Open("postgres", string(secret.Data["url"]))
	if err != nil {
		return nil, err
	}
	return db, nil
}

func grant(ctx context.Context, db *sql.DB, name string) error { return run(ctx, db, "grant "+name) }

func run(ctx context.Context, db *sql.DB, query string) error {
	_, err := db.ExecContext(ctx, query)
	return err
}

func finish(db *sql.DB) { _ = db.Close() }

type link struct{ conn net.Conn }

func (l *link) send()        { _, _ = l.conn.Write(nil) }
func (l *link) Close() error { return l.conn.Close() }

// sendOnce closes the connection, too.
func (l *link) sendOnce() {
	defer func() { _ = l.conn.Close() }()
	l.send()
}

func (r *connected) link(req ctrl.Request) (*link, error) {
	conn, err := net.Dial("tcp", req.Name)
	if err != nil {
		return nil, err
	}
	return &link{conn: conn}, nil
}

func (r *connected) pooled(req ctrl.Request) (*link, error) {
	to, err := r.link(req)
	if err != nil {
		return nil, err
	}
	r.keep(req.Name, to)
	return to, nil
}

func (r *connected) keep(name string, to *link) { r.pool[name] = to } // want RL4011:"Reconcile writes into the map" RL4011:"connected.pool has an entry"

// early returns before it closes what it has opened, or asks first whether there is something.
type early struct{ client http.Client }

func (r *early) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	client := http.Client{Timeout: time.Second}
	resp, err := client.Get("https://example.com")
	if err != nil {
		return ctrl.Result{}, err
	}
	if resp.StatusCode != http.StatusOK {
		return ctrl.Result{Requeue: true}, nil // want RL4003:"sleeping.early.Reconcile leaves resp.Body open here, which is closed only further down: one more is left behind each time .client.Get."
	}
	defer resp.Body.Close()
	conn, err := net.Dial("tcp", req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	if _, err := conn.Write(nil); err != nil {
		return ctrl.Result{}, err // want RL4003:"Reconcile leaves conn open here, which is closed only further down"
	}
	defer func() { _ = conn.Close() }()
	return ctrl.Result{}, r.late(req)
}

func (r *early) late(req ctrl.Request) error {
	conn, err := net.Dial("tcp", req.Name)
	if err != nil {
		return err
	}
	if conn == nil {
		return io.EOF
	}
	if req.Namespace == "" {
		_ = conn.Close()
		return nil
	}
	defer conn.Close()
	_, err = conn.Write(nil)
	return err
}

// provides is called by who knows whom, and returns before it looks into what it has got.
type provides struct{ client *http.Client }

func (p *provides) Run(req *http.Request) ([]byte, error) {
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	} else if resp.StatusCode >= 300 {
		return nil, io.EOF // want RL4003:"sleeping.provides.Run leaves resp.Body open here, which nothing has closed: one more is left behind each time .p.client.Do."
	}
	return io.ReadAll(resp.Body)
}

// Try asks in two steps what went wrong, and hands on what it has got.
func (p *provides) Try(req *http.Request) (*http.Response, error) {
	resp, err := p.client.Do(req)
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		return resp, io.EOF
	}
	return resp, nil
}
