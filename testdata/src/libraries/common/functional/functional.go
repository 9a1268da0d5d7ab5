// Package functional applies functional options. It has nothing to do with controllers.
package functional

// An Option sets something of a T.
type Option[T any] func(*T)

// Resolve returns a T that the options have set.
func Resolve[T any](options ...Option[T]) *T {
	t := new(T)
	for _, option := range options {
		option(t)
	}
	return t
}

// Apply changes a T by a function and returns it.
func Apply[T any](t T, change func(*T) error) (T, error) {
	err := change(&t)
	return t, err
}
