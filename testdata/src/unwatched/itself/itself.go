// Package itself has filters that ask the wrong things of an event.
package itself

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

var ready = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before := e.ObjectNew.(*corev1.Node)
		after := e.ObjectNew.(*corev1.Node) // want RL7001:"this filter compares the new object with itself, which never differs: take one of them from ObjectOld"
		return before.Spec.Unschedulable != after.Spec.Unschedulable
	},
}

type byMethod struct{ predicate.Funcs }

func (byMethod) Update(e event.UpdateEvent) bool {
	before, ok := e.ObjectNew.(*corev1.Node)
	if !ok {
		return false
	}
	after, ok := e.ObjectNew.(*corev1.Node) // want RL7001:"compares the new object with itself"
	return ok && before.Spec.Unschedulable != after.Spec.Unschedulable
}

var both = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		object, node := e.ObjectNew, e.ObjectNew.(*corev1.Node)
		return object.GetGeneration() != e.ObjectOld.GetGeneration() || node.Spec.Unschedulable
	},
	CreateFunc: func(e event.CreateEvent) bool {
		if e.Object.GetObjectKind().GroupVersionKind().Kind == "Node" { // want RL7001:"the kind of e.Object is empty where the watch is for a Go type"
			return true
		}
		println(e.Object.GetObjectKind().GroupVersionKind().Kind)
		switch e.Object.GetObjectKind().GroupVersionKind().Kind { // want RL7001:"the kind of e.Object is empty"
		case "Pod":
			return false
		}
		return e.Object.GetObjectKind().GroupVersionKind().Kind == ""
	},
	GenericFunc: func(e event.GenericEvent) bool { return e.Object.GetObjectKind().GroupVersionKind().Kind == "Node" },
}

var _ = builder.WithPredicates(ready, both)

var atOnce = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before, after := e.ObjectNew.(*corev1.Node), e.ObjectNew.(*corev1.Node) // want RL7001:"compares the new object with itself"
		return before.Spec.Unschedulable != after.Spec.Unschedulable
	},
}

var oldOnes = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before := e.ObjectOld.GetLabels()
		after := e.ObjectOld.GetLabels() // want RL7001:"this filter compares the old object with itself, which never differs: take one of them from ObjectNew"
		return len(before) != len(after)
	},
}

var deeply = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return !reflect.DeepEqual(e.ObjectNew.GetLabels(), e.ObjectNew.GetLabels()) // want RL7001:"compares the new object with itself"
	},
}

var oneByOne = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if pod, ok := e.ObjectNew.(*corev1.Pod); ok && pod.Spec.NodeName == "" {
			return false
		}
		if other, ok := e.ObjectNew.(*corev1.Pod); ok {
			return other.Spec.HostNetwork
		}
		return true
	},
}

var inPlace = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectNew.GetGeneration() != e.ObjectNew.GetGeneration() // want RL7001:"compares the new object with itself"
	},
}

var either = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if pod, ok := e.ObjectNew.(*corev1.Pod); ok {
			return pod.Spec.NodeName != ""
		}
		node, ok := e.ObjectNew.(*corev1.Node)
		return ok && node.Spec.Unschedulable
	},
}

// transitions asks the node before and after the update for the same.
func transitions() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, ok1 := e.ObjectOld.(*corev1.Node)
		after, ok2 := e.ObjectNew.(*corev1.Node)
		if !ok1 || !ok2 || before.Labels == nil && after.Labels == nil {
			return false
		}
		return !before.Spec.Unschedulable && !after.Spec.Unschedulable && before.Name != "" // want RL7001:"this filter asks for !before.Spec.Unschedulable and for the same of the other object, so that no update passes which changes the answer"
	}}
}

// oneSide asks for it on either side.
func oneSide() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return isReady(e.ObjectOld) || isReady(e.ObjectNew) && e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration()
	}}
}

func isReady(o client.Object) bool { return o.GetLabels()["ready"] != "" }

var finished = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	if e.ObjectOld == nil || !isRunning(e.ObjectOld) {
		return false
	}
	return isRunning(e.ObjectNew) // want RL7001:"this filter asks for isRunning.+ and for the same of the other object"
}}

func isRunning(o client.Object) bool {
	pod, ok := o.(*corev1.Pod)
	return ok && pod.Status.Phase == corev1.PodRunning
}

var ownOrRunning = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	if isOwn(e.ObjectOld) {
		return isOwn(e.ObjectNew)
	}
	return isRunning(e.ObjectNew)
}}

// isOwn asks for what never changes.
func isOwn(o client.Object) bool { return o.GetNamespace() == "own" }

var named = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) (passes bool) {
	if e.ObjectNew == nil {
		return
	}
	passes = isRunning(e.ObjectNew)
	return
}}

var round = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	before, ok := e.ObjectOld.(*corev1.Pod)
	if ok { // want RL7001:"this filter lets no update of a corev1.Pod pass: it returns false where the assertion holds; ask for !ok"
		return false
	}
	return before.Status.Phase == corev1.PodRunning
}}

var noPod = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	_, ok := e.ObjectOld.(*corev1.Pod)
	if ok {
		return false
	}
	return isRunning(e.ObjectNew)
}}
