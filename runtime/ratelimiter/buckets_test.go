package ratelimiter_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

// TestBucketsOfAClient holds what the documentation says of QPS: a client of controller-runtime has a bucket for each kind of object,
// with or without LimitRESTConfig, and one for all kinds only if the config has a RateLimiter.
func TestBucketsOfAClient(t *testing.T) {
	limits, err := ratelimiter.New(1)
	if err != nil {
		t.Fatal(err)
	}
	slow := func() *rest.Config {
		return &rest.Config{Host: "http://cluster.example", QPS: 0.001, Burst: 1, Transport: answers{}}
	}
	for name, test := range map[string]struct {
		config *rest.Config
		kinds  bool // each kind has its own
		tokens int
	}{
		"QPS":             {slow(), true, 1},
		"LimitRESTConfig": {limits.LimitRESTConfig(slow()), true, 10},
		"RateLimiter":     {withOneBucket(slow()), false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, test.config)
				for range test.tokens {
					if err := get(c, &corev1.ConfigMap{}); err != nil {
						t.Fatalf("a request within the burst: %v", err)
					}
				}
				if err := get(c, &corev1.ConfigMap{}); err == nil || !strings.Contains(err.Error(), "rate limiter") {
					t.Errorf("a request more than the burst: %v, want that of a rate limiter", err)
				}
				if err := get(c, &corev1.Secret{}); test.kinds != (err == nil) {
					t.Errorf("a request for another kind: %v, want a bucket of its own: %t", err, test.kinds)
				}
			})
		})
	}
}

// TestBucketsOfAClientset holds the same of clientsets of client-go, which share one bucket only if QPS is set.
func TestBucketsOfAClientset(t *testing.T) {
	for qps, shared := range map[float32]bool{0: false, 50: true} {
		c, err := kubernetes.NewForConfig(&rest.Config{Host: "http://cluster.example", QPS: qps, Burst: int(qps)})
		if err != nil {
			t.Fatal(err)
		}
		core, apps := c.CoreV1().RESTClient().GetRateLimiter(), c.AppsV1().RESTClient().GetRateLimiter()
		if core == nil || (core == apps) != shared {
			t.Errorf("with QPS %v, core and apps have one bucket: %t, want %t", qps, core == apps, shared)
		}
		if want := map[float32]float32{0: 5, 50: 50}[qps]; core.QPS() != want {
			t.Errorf("with QPS %v, the bucket gives %v a second, want %v", qps, core.QPS(), want)
		}
	}
}

// TestClientsetWithoutBurst holds that client-go makes no clientset of a config with QPS and without Burst.
func TestClientsetWithoutBurst(t *testing.T) {
	if _, err := kubernetes.NewForConfig(&rest.Config{Host: "http://cluster.example", QPS: 50}); err == nil {
		t.Error("a clientset is made")
	}
}

// withOneBucket gives a config a limiter that all clients made of it share.
func withOneBucket(cfg *rest.Config) *rest.Config {
	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(cfg.QPS, cfg.Burst)
	return cfg
}

// get asks for an object, and waits for no token longer than a tenth of a second.
func get(c client.Client, obj client.Object) error {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	return c.Get(ctx, client.ObjectKey{Namespace: "a", Name: "b"}, obj)
}

func newClient(t *testing.T, cfg *rest.Config) client.Client {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	c, err := client.New(cfg, client.Options{Scheme: scheme, Mapper: mapper, HTTPClient: &http.Client{Transport: answers{}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answers is an API server whose objects are all empty.
type answers struct{}

func (answers) RoundTrip(req *http.Request) (*http.Response, error) {
	kind := "ConfigMap"
	if strings.Contains(req.URL.Path, "secrets") {
		kind = "Secret"
	}
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(`{"apiVersion":"v1","kind":"` + kind + `"}`)),
		Request:    req,
	}, nil
}
