package cachedobjects

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// finalizers has functions of libraries change the object.
func (c *controller) finalizers(namespace, name string, owner *corev1.ConfigMap, scheme *runtime.Scheme) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if !controllerutil.ContainsFinalizer(pod, "example.com/pod") {
		controllerutil.AddFinalizer(pod, "example.com/pod") // want RL4014:"this object is the one in the informer's cache"
	}
	owned, err := c.pods.Pods(namespace).Get(name + "-0")
	if err != nil {
		return err
	}
	return controllerutil.SetControllerReference(owner, owned, scheme) // want RL4014:"this object is the one in the informer's cache"
}

// owns makes the object an owner, and changes a copy.
func (c *controller) owns(namespace, name string, owned *appsv1.Deployment, scheme *runtime.Scheme) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if err := controllerutil.SetControllerReference(pod, owned, scheme); err != nil {
		return err
	}
	pod = pod.DeepCopy()
	controllerutil.RemoveFinalizer(pod, "example.com/pod")
	return nil
}

// accessor changes the object by the interface that all objects have.
func (c *controller) accessor(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	copied, err := meta.Accessor(pod.DeepCopy())
	if err != nil {
		return err
	}
	copied.SetLabels(nil)
	object, err := meta.Accessor(pod)
	if err != nil {
		return err
	}
	object.SetLabels(nil) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

// nested changes what an object of no type of its own has.
func nested(lister cache.GenericLister, name string) error {
	obj, err := lister.Get(name)
	if err != nil {
		return err
	}
	u := obj.(*unstructured.Unstructured)
	metav1.SetMetaDataLabel(&metav1.ObjectMeta{}, "app", "web")
	return unstructured.SetNestedField(u.Object, "first", "spec", "nodeName") // want RL4014:"this object is the one in the informer's cache"
}

// gathered keeps objects by their names, and so do copies.
func (c *controller) gathered(namespace, name string) error {
	pods, err := c.pods.Pods(namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	byName, list, copies := make(map[string]*corev1.Pod), []*corev1.Pod{}, map[string]*corev1.Pod{}
	for _, pod := range pods {
		byName[pod.Name] = pod
		copies[pod.Name] = pod.DeepCopy()
		list = append(list, pod)
	}
	byName[""] = nil
	if pod, ok := byName[name]; ok {
		pod.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	}
	for _, pod := range list {
		pod.Spec.NodeName = "" // want RL4014:"this object is the one in the informer's cache"
	}
	for _, pod := range copies {
		pod.Labels["app"] = "web"
	}
	return nil
}

// copiesFirst puts copies in the place of the objects before it changes them.
func (c *controller) copiesFirst(namespace string) error {
	pods, err := c.pods.Pods(namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	for i, pod := range pods {
		pods[i] = pod.DeepCopy()
	}
	for _, pod := range pods {
		pod.Labels["app"] = "web"
	}
	return nil
}

// passedOn has a function change the object that hands it to one that does.
func (c *controller) passedOn(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	passes(pod, 3)
	relabels(pod) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

func relabels(pod *corev1.Pod) { settle(pod) }

func passes(pod *corev1.Pod, times int) {
	if times > 0 {
		passes(pod, times-1)
		settle(pod.DeepCopy())
	}
}

// template writes into a map that a copy of a part has, too.
func (c *controller) template(key string) error {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	set := obj.(*appsv1.StatefulSet)
	own := set.Spec.Template
	own.Labels = map[string]string{}
	own.Labels["app"] = "web"
	own.Spec.NodeName = ""
	ownMaps(set)
	template := set.Spec.Template
	template.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	return nil
}

// ownMaps writes the same field in another way, or sets all that it is in.
func ownMaps(set *appsv1.StatefulSet) {
	template := set.Spec.Template
	template.ObjectMeta.Labels = map[string]string{}
	template.Labels["app"] = "web"
	other := set.Spec.Template
	other.ObjectMeta = metav1.ObjectMeta{Labels: map[string]string{}}
	other.Labels["app"] = "web"
}

// Held is an object whose methods copy it.
type Held struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyInto copies it into another one.
func (h *Held) DeepCopyInto(out *Held) {
	*out = *h
	h.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
}

// DeepCopyObject copies it.
func (h *Held) DeepCopyObject() runtime.Object {
	out := new(Held)
	h.DeepCopyInto(out)
	return out
}

// overwritten copies a newer object into that of the cache.
func overwritten(informer cache.SharedIndexInformer, key string, newer *Held) error {
	obj, ok, err := informer.GetStore().GetByKey(key)
	if err != nil || !ok {
		return err
	}
	held := obj.(*Held)
	newer.DeepCopyInto(held) // want RL4014:"this object is the one in the informer's cache"
	return nil
}
