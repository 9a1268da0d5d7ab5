// Package dashboard draws the Grafana dashboard of docs/monitoring as its reader would see
// it: a program runs for an hour of virtual time, its metrics are recorded every 15 seconds,
// and Prometheus's own query engine answers the expression of each panel.
package dashboard
