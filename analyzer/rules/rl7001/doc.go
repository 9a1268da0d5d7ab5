// Package rl7001 reports: a filter that lets no update pass.
//
// # RL7001: a filter that lets no update pass
//
// A controller watches ConfigMaps, Secrets or other objects of Kubernetes' own through a predicate that compares
// metadata.generation, such as GenerationChangedPredicate. For these kinds the API server counts no generation: it is 0
// before and after each update. So the predicate lets no update pass.
//
// The predicate may stand in the watch itself, in a slice, in a variable or behind a function, be written by hand, be
// part of And or Or, or filter all watches by WithEventFilter. It may also let those updates pass that delete the object.
//
// # Why it matters
//
// Creations and deletions still pass, so everything looks right on a fresh object. Then somebody rotates a certificate
// or changes a role, and nothing happens. The controller acts on the old data until it restarts: a resync is an update
// too, and does not pass either. Kubernetes counts the generation of workloads, custom resources, EndpointSlices,
// Ingresses and NetworkPolicies, and of no ConfigMap, Secret, ServiceAccount, Namespace, Service, Node, Endpoints, Role,
// RoleBinding, ClusterRole or ClusterRoleBinding.
//
// # What to do
//
// Let all updates of such objects pass, or compare what the controller reads of them.
//
// Before:
//
//	For(&v1.Pool{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
//	Owns(&corev1.ConfigMap{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
//
// After:
//
//	For(&v1.Pool{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
//	Owns(&corev1.ConfigMap{}, builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
//
// WithEventFilter filters every watch of a controller, except the sources of WatchesRawSource from v0.18 on. Give the
// predicate to For instead, as above. A predicate for objects of several kinds can let those pass that have no generation:
//
//	return e.ObjectNew.GetGeneration() == 0 || e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration()
//
// The finding is at the call that watches, or at WithEventFilter. If the type of the objects comes from the callers of the
// function that watches, it is at the predicate. So is a note about a part of the objects, if the predicate is a function of the package.
//
// The rule also finds a watch whose filter lets no update pass since it asks for objects of another type, as where a line was copied or
// the watch is of metadata alone, which comes as a PartialObjectMetadata, or since it compares the new object with itself. And it finds
// filters that compare the kind of an event's object, by GetObjectKind().GroupVersionKind().Kind, in packages without untyped objects: it
// is empty where the watch is for a Go type. And filters that ask for the same of the object before and after the update, with &&: no
// update passes which changes the answer. And filters that return false where an assertion holds, and use what it was of after that.
//
// # When it is a note
//
// The finding is a note
//
//   - for Services, Nodes, Endpoints, PersistentVolumes, PersistentVolumeClaims, ResourceQuotas, Leases and
//     HorizontalPodAutoscalers, since Kubernetes itself updates these again and again;
//   - for owned objects if updates of their metadata pass the filter, and no others;
//   - for updates that change only a part which the reconciler reads, if the filter holds these back: the status of other objects than
//     its own, such as Deployments, unless it sets that itself, the data of a ConfigMap or a Secret, a label or an annotation under a
//     constant key that the package sets nowhere, also by a function that is handed all of them, the object, or the key, or one of a
//     library that is handed all of them alone and answers with a string or a truth, or that it goes through or asks a selector for, or a
//     field of Spec of its own objects, if the filter is a function that looks at other fields of that alone. So the controller does not
//     hear that a Deployment has become ready, or that somebody has paused an object. A filter of what has come true looks at nothing
//     else: where the condition is the same before and after, it holds the update back;
//   - for the same of what the function reads that maps the objects of a watch to requests, and of a field of their Spec;
//   - for the same of a label or an annotation, if the filter looks up other keys alone, also by a function of the user's modules;
//   - for a filter that holds back each update which changes the Spec or the Status of the controller's own objects, or one field of these,
//     whatever else changes: what comes with it, such as a new Spec with a new status, is dropped too;
//   - for a pass that ends once it has added a finalizer to its own object and written that, by a function of the package too, with
//     neither a Result nor an error, if the filter holds that update back: the rest waits until something else brings the object;
//   - for the update that begins the deletion of its own object, if the filter holds that back, as one does that compares Specs: a
//     reconciler that takes a finalizer out then, and does not ask for its request again, leaves the object there;
//   - for filters of one watch, each of which waits for a change of another part, as GenerationChangedPredicate and
//     LabelChangedPredicate do: WithPredicates, WithEventFilter and And let pass what all of them do;
//   - for filters that hold back a deletion of others than the controller's own objects if the event has DeleteStateUnknown, as
//     controller-runtime sets it from v0.15 on where the watch was broken meanwhile, and no other deletion: it is told once;
//   - for an UpdateFunc of a ResourceEventHandlerFuncs that leaves an update alone where parts of the two objects are equal, also by a
//     function of the user's modules, though the package reads another part: its workers add nothing for later, and begin nothing again;
//   - for filters that compare the new object with itself, or an empty kind, or ask for the same of both objects, or turn round what an
//     assertion says.
//
// # What it does not find
//
//   - Predicates that hold back updates whatever they change: somebody wants creations or deletions alone. One of WithEventFilter that does
//     so for objects of some types counts where the reconciler reads what it holds back.
//   - Predicates of libraries that rllint does not read.
//   - Objects whose type or kind it does not know.
//   - Parts that the reconciler reads in functions of dependencies, or over more than one package, and parts of objects that it watches in
//     two ways, unless both filters hold them back.
package rl7001

import _ "embed"

//go:embed doc.go
var doc string
