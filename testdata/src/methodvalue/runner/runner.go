// Package runner calls functions without arguments.
package runner

// Run calls each of steps until one fails.
func Run(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
