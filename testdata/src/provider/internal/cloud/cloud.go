// Package cloud reaches the store.
package cloud

import (
	"context"
	"errors"

	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
)

// A Connector connects to the store.
type Connector struct{}

// Connect returns a client of the store.
func (Connector) Connect(context.Context, resource.Managed) (managed.ExternalClient, error) {
	return &managed.ExternalClientFns{
		ObserveFn: func(context.Context, resource.Managed) (managed.ExternalObservation, error) {
			return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: true}, nil
		},
	}, nil
}

// Keeper keeps the name of the object that it was asked for last.
type Keeper struct{ name string }

// Connect returns a client for one object.
func (k *Keeper) Connect(_ context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	k.name = mg.GetName() // want RL4011:"^Connect keeps state of a request in Keeper.name"
	return k.client(), nil
}

func (k *Keeper) client() managed.ExternalClient {
	name := k.name
	return &managed.ExternalClientFns{DisconnectFn: func(context.Context) error { return errors.New(name) }}
}
