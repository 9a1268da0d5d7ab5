// Package farside has clients of a store that take whatever fails for a store without the thing.
package farside

import (
	"context"
	"errors"
	"log"

	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type store interface {
	GetTopic(ctx context.Context, name string) (string, error)
	DeleteTopic(ctx context.Context, name string) error
}

type external struct {
	kube  client.Client
	store store
}

func (e *external) Observe(ctx context.Context, mg resource.Managed) (managed.ExternalObservation, error) {
	topic, err := e.store.GetTopic(ctx, mg.GetName())
	if err != nil {
		// If the topic is not found, it does not exist.
		return managed.ExternalObservation{ResourceExists: false}, nil // want RL4007:"any error of e.store.GetTopic is taken to say that there is no such object"
	}
	return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: topic != ""}, nil
}

func (e *external) Delete(ctx context.Context, mg resource.Managed) (managed.ExternalDelete, error) {
	if err := e.store.DeleteTopic(ctx, mg.GetName()); err != nil { // want RL4007:"the error of e.store.DeleteTopic is lost where the steps after it go well"
		log.Print("cannot delete the topic: ", err)
	}
	return managed.ExternalDelete{}, nil
}

// careful asks what failed, and keeps for there what cannot be read.
type careful struct{ external }

func (e *careful) Observe(ctx context.Context, mg resource.Managed) (managed.ExternalObservation, error) {
	topic, err := e.store.GetTopic(ctx, mg.GetName())
	if errors.Is(err, errGone) {
		return managed.ExternalObservation{}, nil
	}
	if err != nil {
		return managed.ExternalObservation{}, err
	}
	if _, err := e.store.GetTopic(ctx, topic); err != nil {
		return managed.ExternalObservation{ResourceExists: true}, nil // want RL4007:"the error of e.store.GetTopic is lost: the caller"
	}
	return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: true}, nil
}

var errGone = errors.New("gone")
