// Package cachedobjects changes objects of an informer's cache, or copies of them.
package cachedobjects

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	client kubernetes.Interface
	pods   listers.PodLister
	store  cache.Indexer
	// Kept is a store that another package may make and fill itself.
	Kept cache.Store
}

func newController(client kubernetes.Interface, pods listers.PodLister, widgets cache.SharedIndexInformer, kept cache.Store) *controller {
	return &controller{client: client, pods: pods, store: widgets.GetIndexer(), Kept: kept}
}

func (c *controller) keep(key string) {
	if obj, ok, err := c.Kept.GetByKey(key); err == nil && ok {
		pod := obj.(*corev1.Pod)
		pod.Labels["app"] = "web"
	}
}

// read makes the store together with its informer.
func read(source cache.ListerWatcher, handler cache.ResourceEventHandler, key string) {
	store, informer := cache.NewInformer(source, &corev1.Pod{}, 0, handler)
	go informer.Run(nil)
	if obj, ok, err := store.GetByKey(key); err == nil && ok {
		pod := obj.(*corev1.Pod)
		pod.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	}
}

func (c *controller) label(ctx context.Context, namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["app"] == "web" {
		return nil
	}
	pod.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache, and is changed in place.*; change a DeepCopy of it instead"
	pod.Annotations["by"] = "hand"
	_, err = c.client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (c *controller) labelAll(ctx context.Context) error {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		pod.SetLabels(map[string]string{"app": "web"}) // want RL4014:"this object is the one in the informer's cache"
	}
	for i := range pods {
		pod := pods[i]
		delete(pod.Labels, "app") // want RL4014:"this object is the one in the informer's cache"
	}
	for _, pod := range pods {
		pod := pod.DeepCopy()
		pod.Labels["app"] = "web"
	}
	return nil
}

func (c *controller) stored(key string) error {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	node, ok := obj.(*corev1.Node)
	if !ok {
		return nil
	}
	node.Status.Conditions[0].Message = "seen" // want RL4014:"this object is the one in the informer's cache"
	return nil
}

// handsOn has another function change the object.
func (c *controller) handsOn(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	looks(pod)
	copies(pod)
	change(pod) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

func looks(pod *corev1.Pod) bool { return pod.Labels["app"] == "web" }

func copies(pod *corev1.Pod) {
	pod = pod.DeepCopy()
	pod.Labels["app"] = "web"
}

func change(pod *corev1.Pod) { pod.Spec.NodeName = "first" }

// got has a function of the package get the object, or a copy of it.
func (c *controller) got(namespace, name string) error {
	pod, err := c.pod(namespace, name)
	if err != nil {
		return err
	}
	pod.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	other, err := c.copyOf(namespace, name)
	if err != nil {
		return err
	}
	other.Labels["app"] = "web"
	return nil
}

func (c *controller) pod(namespace, name string) (*corev1.Pod, error) {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return pod, nil
}

func (c *controller) copyOf(namespace, name string) (*corev1.Pod, error) {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return pod, err
	}
	return pod.DeepCopy(), nil
}

// copied changes copies, what the API server answers, unless the cache has it already, and what says of which kind an object is.
func (c *controller) copied(ctx context.Context, namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["app"] = "web"

	created, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		if created, err = c.client.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
			return err
		}
		created.Labels["by"] = "hand"
	}
	created.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"

	kept, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	kept.Kind, kept.APIVersion = "Pod", "v1"
	shallow := *kept
	shallow.Spec.NodeName = "first"
	read, err := c.client.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	read.Labels["app"] = "web"
	return nil
}

// listed changes what the API server answers to what fills a cache.
func listed(from *cache.ListWatch) error {
	obj, err := from.List(metav1.ListOptions{})
	if err != nil {
		return err
	}
	pod := obj.(*corev1.Pod)
	pod.Labels["app"] = "web"
	return nil
}

// controller-gen's types have conditions of this kind.
type widget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Conditions []metav1.Condition
}

// own is a store that no informer fills.
var own = cache.NewStore(cache.MetaNamespaceKeyFunc)

func keep(key string) {
	if obj, ok, err := own.GetByKey(key); err == nil && ok {
		pod := obj.(*corev1.Pod)
		pod.Labels["app"] = "web"
	}
}

func (w *widget) Settle(by string) bool { return w.Name == by }

// asked calls methods whose names only begin like those that set something, and says of which kind the object is.
func (c *controller) asked(key string) error {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	one := obj.(*widget)
	one.Settle("hand")
	one.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Widget"))
	return nil
}

func (c *controller) condition(key string) error {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	one := obj.(*widget)
	meta.SetStatusCondition(&one.Conditions, metav1.Condition{Type: "Ready"}) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

// written changes the object that a lister has, and puts what the server answers into its variable.
func (c *controller) written(ctx context.Context, namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod.Status.Message = "seen" // want RL4014:"this object is the one in the informer's cache"
	pod, err = c.client.CoreV1().Pods(namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	pod.Status.Message = ""
	return c.finish(ctx, pod)
}

// replaced changes what it has put in the place of the lister's object, also in the next round and in what it does last.
func (c *controller) replaced(ctx context.Context, namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	defer func() {
		pod.Status.Message = "last"
	}()
	for range 3 {
		pod.Status.Message = "again"
		pod, err = c.client.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *controller) handed(ctx context.Context, namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return c.finish(ctx, pod) // want RL4014:"this object is the one in the informer's cache"
}

func (c *controller) finish(ctx context.Context, pod *corev1.Pod) error {
	pod.Finalizers = nil
	pod, err := c.client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	pod.Status.Message = "done"
	return nil
}

// registry has stores that no informer fills.
type registry struct{ store cache.Store }

func (r *registry) GetStore() cache.Store { return r.store }

func newStore() (cache.Store, error) { return cache.NewStore(cache.MetaNamespaceKeyFunc), nil }

func (r *registry) change(key string) error {
	if obj, ok, err := r.GetStore().GetByKey(key); err == nil && ok {
		pod := obj.(*corev1.Pod)
		pod.Labels["app"] = "web"
	}
	store, err := newStore()
	if err != nil {
		return err
	}
	if obj, ok, err := store.GetByKey(key); err == nil && ok {
		pod := obj.(*corev1.Pod)
		pod.Labels["app"] = "web"
	}
	return nil
}
