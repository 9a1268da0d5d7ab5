// Package keeper has a connecter that keeps something of the object which it was asked for last.
package keeper

import (
	"context"
	"errors"

	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
)

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

// Maker makes a client of what it is asked for.
type Maker struct{ endpoint string }

// Connect returns a client for one object.
func (m *Maker) Connect(_ context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	name := m.endpoint + mg.GetName()
	return &managed.ExternalClientFns{DisconnectFn: func(context.Context) error { return errors.New(name) }}, nil
}

// Shared hands back what all objects share.
type Shared struct{ *client }

type client struct {
	managed.ExternalClientFns
	account string
}

// Connect returns the client of all objects.
func (s *Shared) Connect(_ context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	s.account = mg.GetName() // want RL4011:"^Connect keeps state of a request in Shared.client.account"
	return s.client, nil
}

// Itself is a client, too.
type Itself struct {
	managed.ExternalClientFns
	account string
}

// Connect returns what it is a method of.
func (i *Itself) Connect(_ context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	i.account = mg.GetName() // want RL4011:"^Connect keeps state of a request in Itself.account"
	return i, nil
}
