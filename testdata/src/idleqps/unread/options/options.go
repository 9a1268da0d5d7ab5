// Package options has the options of one command.
package options

import "rllint.test/idleqps/unread/shared"

// Hub has the options that are shared.
type Hub struct {
	Name string
	*shared.Options
}

// NewHub returns the defaults.
func NewHub() (*Hub, error) {
	o, err := shared.NewOptions()
	if err != nil {
		return nil, err
	}
	o.Connection.QPS = 50
	return &Hub{Name: "hub", Options: o}, nil
}
