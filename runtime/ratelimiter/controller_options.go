package ratelimiter

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

// builderOptions returns the options that a builder was given. It hands them to nobody,
// and its next WithOptions drops them: so numbers and switches are copied, and what
// cannot be copied is an error rather than lost.
func builderOptions[request comparable](b *builder.TypedBuilder[request]) (o controller.TypedOptions[request], err error) {
	return o, copyOptions(&o, reflect.ValueOf(b).Elem())
}

// copyOptions sets the options to those in a builder.
func copyOptions(options any, b reflect.Value) error {
	to := reflect.ValueOf(options).Elem()
	from := b.FieldByName("ctrlOptions")
	if !from.IsValid() || from.Type() != to.Type() {
		return errors.New("the options of this controller-runtime's builder cannot be read: give the controller's to WithControllerOptions, " +
			"or empty ones")
	}
	for i := range from.NumField() {
		value, field := from.Field(i), to.Field(i)
		if value.IsZero() {
			continue
		}
		switch {
		case value.Kind() == reflect.Pointer && value.Elem().Kind() == reflect.Bool:
			is := value.Elem().Bool()
			field.Set(reflect.ValueOf(&is))
		case value.CanInt():
			field.SetInt(value.Int())
		case value.Kind() == reflect.Bool:
			field.SetBool(value.Bool())
		default:
			return fmt.Errorf("%s was given to the builder, which does not hand it on: give the controller's options to WithControllerOptions",
				from.Type().Field(i).Name)
		}
	}
	return nil
}

// keepsPriorities reports whether a controller with these options would have a queue that
// heeds priorities, if it made the queue itself.
func keepsPriorities[request comparable](o controller.TypedOptions[request]) bool {
	choice := reflect.ValueOf(o).FieldByName("UsePriorityQueue")
	if !choice.IsValid() {
		return false
	}
	if chosen, ok := choice.Interface().(*bool); ok && chosen != nil {
		return *chosen
	}
	return prioritiesByDefault()
}

// prioritiesByDefault reports whether controllers of this controller-runtime have the
// priority queue if nobody chooses: those of v0.23 and later, which also count the
// reconciles that time out.
var prioritiesByDefault = sync.OnceValue(func() bool {
	timeouts, _ := registered("controller_runtime_reconcile_timeouts_total", counters)
	return timeouts != nil
})
