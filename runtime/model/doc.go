// Package model runs real controllers, under client-go's, crossplane-runtime's and this
// library's limiters, in the cases that the model of the linter's report is held against.
// It is a module of its own because of crossplane-runtime.
package model
