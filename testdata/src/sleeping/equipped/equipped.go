// Package equipped gives clients to what sends its requests by them.
package equipped

import (
	"net/http"
	"time"

	"k8s.io/client-go/rest"
)

type equipped struct {
	api, slow *rest.RESTClient
	own       struct{ Client *http.Client }
}

func (e *equipped) build() {
	e.api.Client = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()} // want RL4003:"equipped.equipped.build gives RESTClient a client without a time-out here: a server that accepts and never answers keeps whoever asks it by a context that does not end; set Timeout .e.api.Client."
	e.slow.Client = &http.Client{Timeout: time.Minute}
	e.own.Client = &http.Client{} // requests by this one are seen where they are sent
}
