// Package each sets up what it is handed.
package each

import ctrl "sigs.k8s.io/controller-runtime"

// A Setter sets up a controller.
type Setter interface {
	SetUp(mgr ctrl.Manager) error
}

// All are set up when somebody asks for them.
type All struct{ list []Setter }

// Add adds another one.
func (a *All) Add(s Setter) { a.list = append(a.list, s) }

// Start sets them up.
func (a *All) Start(mgr ctrl.Manager) error {
	for _, s := range a.list {
		if err := s.SetUp(mgr); err != nil {
			return err
		}
	}
	return nil
}
