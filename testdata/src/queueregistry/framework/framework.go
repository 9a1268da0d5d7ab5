// Package framework keeps the controllers of a program by name.
package framework

import (
	"fmt"

	"k8s.io/client-go/kubernetes"
)

// Options are what controllers are made with.
type Options struct {
	Client  kubernetes.Interface
	Workers int
}

// A Controller is one of the program's.
type Controller interface {
	Name() string
	Initialize(o *Options) error
	Run(stop <-chan struct{})
}

var controllers = map[string]Controller{}

// Register keeps a controller.
func Register(c Controller) error {
	if c == nil {
		return fmt.Errorf("there is no controller")
	}
	if _, found := controllers[c.Name()]; found {
		return fmt.Errorf("there are two of that name")
	}
	controllers[c.Name()] = c
	return nil
}

// Each calls a function with each controller.
func Each(f func(Controller)) {
	for _, c := range controllers {
		f(c)
	}
}
