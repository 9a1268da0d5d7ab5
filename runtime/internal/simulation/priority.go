package simulation

import (
	"reflect"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// AddWithPriority adds the request to the queue with that priority. It reports
// false, and adds nothing, if the queue has no priorities. By reflection, since
// the oldest controller-runtime has no package priorityqueue to import.
func AddWithPriority(queue workqueue.TypedRateLimitingInterface[reconcile.Request], r reconcile.Request, priority int) bool {
	add := reflect.ValueOf(queue).MethodByName("AddWithOpts")
	if !add.IsValid() {
		return false
	}
	// The controller hands its sources a queue with this method around every
	// queue; a plain one drops the priority.
	options := reflect.New(add.Type().In(0)).Elem()
	field := options.FieldByName("Priority")
	if field.Kind() == reflect.Int { // up to v0.21
		field.SetInt(int64(priority))
	} else {
		field.Set(reflect.ValueOf(&priority))
	}
	add.Call([]reflect.Value{options, reflect.ValueOf(r)})
	return true
}

// HasPriorities reports whether the controller's default queue has priorities.
func HasPriorities() bool {
	_, has := reflect.TypeFor[controller.Options]().FieldByName("UsePriorityQueue")
	return has
}
