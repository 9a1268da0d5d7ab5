package lostevents

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

// perPod gets the Pod of each request, also of those that have the name of a Node.
type perPod struct{ client.Client }

func (r *perPod) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		Watches(&corev1.Node{}, &handler.EnqueueRequestForObject{}). // want RL7002:"an event of kind Node asks for an object of kind Pod that has its name"
		Watches(&corev1.Pod{}, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *perPod) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod, node := &corev1.Pod{}, &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node)
}

// either gets what has the name, of one kind or of the other.
type either struct{ client.Client }

func (r *either) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("either").
		Watches(&corev1.Node{}, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *either) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, req.NamespacedName, &node); err == nil {
		return ctrl.Result{}, r.Update(ctx, &node)
	}
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &corev1.Pod{}))
}

// all looks at all objects, whatever brought it here.
type all struct{ client.Client }

func (r *all) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("all").
		Watches(&corev1.Node{}, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *all) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.List(ctx, &corev1.PodList{})
}

// mapped maps Nodes as if they were Secrets.
type mapped struct{ client.Client }

func (r *mapped) SetupWithManager(mgr ctrl.Manager) error {
	bySecret := handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []ctrl.Request {
		secret, ok := obj.(*corev1.Secret)
		if !ok {
			return nil
		}
		return []ctrl.Request{{NamespacedName: client.ObjectKey{Name: secret.Name}}}
	})
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("mapped").
		Watches(&corev1.Node{}, bySecret). // want RL7002:"no event of kind Node asks for anything: the map function takes its object for one of kind Secret; map Node instead"
		Watches(&corev1.Secret{}, bySecret).
		Watches(&corev1.Secret{}, bySecret, builder.OnlyMetadata). // want RL7002:"no event of kind PartialObjectMetadata asks for anything: the map function takes its object for one of kind Secret"
		WatchesMetadata(&corev1.Secret{}, bySecret).               // want RL7002:"no event of kind PartialObjectMetadata"
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(r.any)).
		Watches(&corev1.Endpoints{}, handler.EnqueueRequestsFromMapFunc(r.named)).
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(r.meta), builder.OnlyMetadata).
		Watches(&corev1.Namespace{}, handler.EnqueueRequestsFromMapFunc(claimsIn(r))). // want RL7002:"the map function asks for an object of kind Pod by the name of one of kind PersistentVolumeClaim: unless the two share their names, it reaches none"
		Watches(&corev1.ServiceAccount{}, handler.EnqueueRequestsFromMapFunc(r.podsOf)).
		Complete(r)
}

// any takes any object, and looks closer at some.
func (r *mapped) any(ctx context.Context, obj client.Object) []ctrl.Request {
	if secret, ok := obj.(*corev1.Secret); ok {
		return []ctrl.Request{{NamespacedName: client.ObjectKey{Name: secret.Name}}}
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKey{Name: obj.GetName()}}}
}

func (r *mapped) named(ctx context.Context, obj client.Object) []ctrl.Request {
	named, ok := obj.(interface{ GetName() string })
	if !ok {
		return nil
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKey{Name: named.GetName()}}}
}

func (r *mapped) meta(ctx context.Context, obj client.Object) []ctrl.Request {
	meta, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKey{Name: meta.Name}}}
}

func (r *mapped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &corev1.Pod{}))
}

func servicesIn(c client.Client) handler.MapFunc {
	return func(ctx context.Context, obj client.Object) (list []ctrl.Request) {
		var services corev1.ServiceList
		if err := c.List(ctx, &services, client.InNamespace(obj.GetName())); err != nil {
			return nil
		}
		for _, svc := range services.Items {
			list = append(list, ctrl.Request{NamespacedName: client.ObjectKey{Namespace: svc.Namespace, Name: svc.Name}})
		}
		return list
	}
}

func claimsIn(c client.Client) handler.MapFunc {
	return func(ctx context.Context, obj client.Object) (list []ctrl.Request) {
		var claims corev1.PersistentVolumeClaimList
		if err := c.List(ctx, &claims, client.InNamespace(obj.GetName())); err != nil {
			return nil
		}
		for _, claim := range claims.Items {
			list = append(list, ctrl.Request{NamespacedName: client.ObjectKey{Namespace: claim.Namespace, Name: claim.Name}})
		}
		return list
	}
}

func (r *mapped) podsOf(ctx context.Context, obj client.Object) (list []ctrl.Request) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(obj.GetNamespace())); err != nil {
		return nil
	}
	for i := range pods.Items {
		list = append(list, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(&pods.Items[i])})
	}
	return list
}

// services is for Pods, and reconciles Services, which it watches too.
type services struct{ client.Client }

func (r *services) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("services").
		Watches(&corev1.Namespace{}, handler.EnqueueRequestsFromMapFunc(servicesIn(r))).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(ofDefault)).
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(sameName)).
		Complete(r)
}

func sameName(_ context.Context, obj client.Object) []ctrl.Request {
	return []ctrl.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
}

func (r *services) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.sync(ctx, req.Name)
}

func (r *services) sync(ctx context.Context, name string) error {
	var svc corev1.Service
	return r.Get(ctx, client.ObjectKey{Name: name}, &svc)
}

func ofDefault(context.Context, client.Object) []ctrl.Request {
	return []ctrl.Request{{NamespacedName: client.ObjectKey{Namespace: corev1.NamespaceDefault, Name: corev1.NamespaceDefault}}}
}

// apart completes its builder elsewhere.
func (r *services) apart(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("apart").
		Watches(&corev1.Namespace{}, handler.EnqueueRequestsFromMapFunc(claimsIn(r)))
	return b.Complete(r)
}

// perOwner gets the Pod of each request, also of those that have the name of a ReplicaSet.
type perOwner struct{ client.Client }

func (r *perOwner) SetupWithManager(mgr ctrl.Manager) error {
	scheme, mapper := mgr.GetScheme(), mgr.GetRESTMapper()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("perowner").
		Watches(&corev1.Secret{}, handler.EnqueueRequestForOwner(scheme, mapper, &corev1.Service{}, handler.OnlyControllerOwner())). // want RL7002:"this watch asks for an owner of kind Service, and the controller is for kind Pod: unless the two share their names"
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestForOwner(scheme, mapper, &corev1.Pod{})).
		Complete(r)
}

func (r *perOwner) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &corev1.Pod{}))
}

// served gets what owns the Pods, too.
type served struct{ client.Client }

func (r *served) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("served").
		Watches(&corev1.Secret{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &corev1.Service{})).
		Complete(r)
}

func (r *served) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &corev1.Service{}); err == nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &corev1.Pod{}))
}

// setsOwner makes what owns the Secrets, and gives it the name of the Pod.
type setsOwner struct{ client.Client }

func (r *setsOwner) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("setsowner").
		Watches(&corev1.Secret{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &corev1.Service{})).
		Watches(&corev1.Secret{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &corev1.ConfigMap{})).
		Complete(r)
}

func (r *setsOwner) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	service := &corev1.Service{}
	service.Name, service.Namespace = pod.Name, pod.Namespace
	if err := r.Create(ctx, service); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, made[*corev1.ConfigMap](&pod))
}

func made[T client.Object](of client.Object) (object T) {
	object.SetName(of.GetName())
	return object
}
