package sleeping

import (
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// asking asks a server that may never answer.
type asking struct {
	plain, bounded, shared *http.Client
}

func newAsking() *asking {
	return &asking{plain: &http.Client{}, bounded: &http.Client{Timeout: time.Second}, shared: http.DefaultClient}
}

func (r *asking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	client := http.Client{}
	if _, err := client.Get("https://example.com"); err != nil { // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Get, which has no time-out" RL4007:"counts as done"
		return ctrl.Result{}, err
	}
	if _, err := r.bounded.Get("https://example.com"); err != nil { // want RL4007:"counts as done"
		return ctrl.Result{}, err
	}
	if err := r.send("https://example.com", nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.sendWith(ctx, "https://example.com"); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.sendFor(ctx, "https://example.com"); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.sendAlone("https://example.com"); err != nil {
		return ctrl.Result{}, err
	}
	if err := connect(); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.tell()
}

func (r *asking) tell() error {
	_, err := r.shared.Head("https://example.com") // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Head, which has no time-out" RL4007:"counts as done"
	return err
}

func (r *asking) send(to string, body io.Reader) error {
	request, err := http.NewRequest(http.MethodPost, to, body)
	if err != nil {
		return err
	}
	_, err = r.plain.Do(request) // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Do, which has no time-out" RL4007:"counts as done"
	return err
}

// sendWith ends with its context, which is the pass's.
func (r *asking) sendWith(ctx context.Context, to string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	_, err = r.plain.Do(request) // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Do, which has no time-out" RL4007:"counts as done"
	return err
}

// sendFor has a context with an end of its own.
func (r *asking) sendFor(ctx context.Context, to string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	_, err = r.plain.Do(request) // want RL4007:"counts as done"
	return err
}

// sendCopied gives a context to a copy that nobody has, and to one that is sent. Both clients have time-outs of their own.
func sendCopied(ctx context.Context, client *http.Client, request *http.Request) error {
	request.WithContext(ctx) // want RL4003:"this returns a copy of the request, and the request itself keeps the context that it had"
	if _, err := client.Do(request); err != nil {
		return err
	}
	request = request.WithContext(ctx)
	_, err := client.Do(request)
	return err
}

// sendAlone has a context that never ends.
func (r *asking) sendAlone(to string) error {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	_, err = r.plain.Do(request) // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Do, which has no time-out" RL4007:"counts as done"
	return err
}

// connect has clients that only say how they connect.
func connect() error {
	transport := &http.Transport{TLSClientConfig: &tls.Config{ServerName: "example.com"}} // want RL4003:"Reconcile makes one more transport here, which keeps its idle connections without an end"
	client := &http.Client{Transport: transport}
	if _, err := client.Head("https://example.com/of"); err != nil { // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Head, which has no time-out" RL4007:"counts as done"
		return err
	}
	answering := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}} // want RL4003:"makes one more transport here"
	if _, err := answering.Head("https://example.com/of"); err != nil {                       // want RL4007:"counts as done"
		return err
	}
	wrapped := &http.Client{Transport: http.DefaultTransport}
	if _, err := wrapped.Head("https://example.com/of"); err != nil { // want RL4007:"counts as done"
		return err
	}
	return nil
}

// bounding gives its requests an end, and has a transport of which it sets how many connections it keeps.
type bounding struct {
	transport *http.Transport
	client    *http.Client
}

func newBounding() *bounding {
	b := &bounding{transport: &http.Transport{}}
	b.transport.MaxIdleConnsPerHost = 3
	b.client = &http.Client{Transport: b.transport}
	return b
}

func (b *bounding) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := b.plain(req.Name); err != nil {
		return ctrl.Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return ctrl.Result{}, b.within(ctx, req.Name)
}

func (b *bounding) within(ctx context.Context, to string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	_, err = b.client.Do(request) // want RL4007:"counts as done"
	return err
}

func (b *bounding) plain(to string) error {
	request, err := http.NewRequest(http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	_, err = b.client.Do(request) // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Do, which has no time-out" RL4007:"counts as done"
	return err
}

var health *http.Client

// setUpClients makes a client that connects as others do.
func setUpClients() {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{ServerName: "example.com"}
	health = &http.Client{Transport: transport}
}

// mocked is a function that tests put another one in the place of.
var mocked = func(url string) error {
	_, err := health.Get(url) // want RL4003:"Reconcile blocks here with no upper bound .http.Client.Get, which has no time-out"
	return err
}

type checking struct{}

// connects keeps no connection for long.
func connects() error {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute}}
	_, err := client.Head("https://example.com/of") // want RL4007:"counts as done"
	return err
}

func (checking) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	if err := connects(); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, mocked("https://example.com/healthz")
}
