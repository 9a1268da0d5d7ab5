package answers

import "fmt"

// Finish is deferred: it makes an error of a panic.
func Finish(name string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
	if name == "" {
		return
	}
	if *err == nil {
		fmt.Println("fine")
	} else {
		fmt.Println("failed", *err)
	}
	if name == "x" {
		if update := write(); update != nil {
			if *err == nil {
				*err = fmt.Errorf("failed to update: %w", update)
			} else {
				*err = fmt.Errorf("failed to update: %w (%w)", update, *err)
			}
		}
	}
}

func write() error { return fmt.Errorf("no") }
