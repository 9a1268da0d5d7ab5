package given

// Facts tell something that is not an item of a queue.
type Facts interface {
	Get() (*Job, error)
}

// Switches have something, or have not.
type Switches interface {
	Get() (string, bool)
}
