// Package specification runs controller-runtime's own tests of its priority queue, and
// those that client-go has of its queue, against the limited queues. They are read where
// the Go command keeps those modules: program borrow names the limited queue in them and
// leaves out what tests the inside of another queue.
package specification
