// Package rl1002 reports: reconciler not wrapped in global-rate middleware.
package rl1002
