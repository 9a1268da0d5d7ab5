// Package served answers requests over HTTP.
package served

import (
	"context"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// writer answers whoever asked, also with an error.
type writer interface {
	http.ResponseWriter
	RespondWithError(error)
}

type server struct {
	client.Client
	w writer
}

// Setup adds it to a manager.
func Setup(mgr ctrl.Manager) error { return mgr.Add(&server{Client: mgr.GetClient()}) }

func (s *server) Start(ctx context.Context) error {
	s.list(ctx, s.w)
	return nil
}

func (s *server) list(ctx context.Context, w writer) {
	if err := s.List(ctx, &corev1.PodList{}); err != nil {
		w.RespondWithError(err)
		return
	}
	w.WriteHeader(http.StatusOK)
}
