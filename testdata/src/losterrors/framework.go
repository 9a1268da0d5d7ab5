package losterrors

import (
	"testing"

	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// framework makes a client for end-to-end tests. It is no part of a controller, although its file has no name of a test's.
func framework(t *testing.T, config clientcmd.ClientConfig) (client.Client, error) {
	t.Helper()
	rest, err := config.ClientConfig()
	if err != nil {
		return nil, nil
	}
	return client.New(rest, client.Options{})
}
