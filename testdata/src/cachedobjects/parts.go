package cachedobjects

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// parts changes the object by what points to a part of it, or has a list of it.
func (c *controller) parts(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	spec := &pod.Spec
	spec.NodeName = "first" // want RL4014:"this object is the one in the informer's cache"
	for i := range pod.Status.Conditions {
		condition := &pod.Status.Conditions[i]
		condition.Message = "" // want RL4014:"this object is the one in the informer's cache"
	}
	containers := pod.Spec.Containers
	containers[0] = corev1.Container{} // want RL4014:"this object is the one in the informer's cache"
	own := pod.Status.DeepCopy()
	own.Message = "seen"
	stamp(pod.ObjectMeta.DeepCopy())
	stamp(&pod.ObjectMeta) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

func stamp(meta *metav1.ObjectMeta) { meta.Labels["app"] = "web" }

// values changes what is copied with the value.
func (c *controller) values(key string) error {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	set := obj.(*appsv1.StatefulSet)
	for _, claim := range set.Spec.VolumeClaimTemplates {
		claim.SetNamespace(set.Namespace)
	}
	tolerations := append([]corev1.Toleration{}, set.Spec.Template.Spec.Tolerations...)
	tolerations[0].Key = "first"
	return nil
}

// elements changes objects where a list has them.
func (c *controller) elements(namespace, node string) error {
	pods, err := c.pods.Pods(namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	pods[0] = nil
	for i := range pods {
		pods[i].Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	}
	objects, err := c.store.ByIndex("node", node)
	if err != nil {
		return err
	}
	for _, obj := range objects {
		obj.(*corev1.Pod).Spec.NodeName = "" // want RL4014:"this object is the one in the informer's cache"
	}
	for _, obj := range c.store.List() {
		switch obj := obj.(type) {
		case *corev1.Pod:
			*obj = corev1.Pod{} // want RL4014:"this object is the one in the informer's cache"
		}
	}
	for _, pod := range on(pods, node) {
		pod.Labels["app"] = "web"
	}
	mine, err := c.mine(namespace, node)
	if err != nil {
		return err
	}
	for _, pod := range mine {
		pod.Labels["app"] = "web" // want RL4014:"this object is the one in the informer's cache"
	}
	return nil
}

// mine returns some of the objects, and on copies of them.
func (c *controller) mine(namespace, node string) ([]*corev1.Pod, error) {
	all, err := c.pods.Pods(namespace).List(labels.Everything())
	if err != nil {
		return nil, err
	}
	var list []*corev1.Pod
	for _, pod := range all {
		if pod.Spec.NodeName == node {
			list = append(list, pod)
		}
	}
	return list, nil
}

func on(pods []*corev1.Pod, node string) (list []*corev1.Pod) {
	for _, pod := range pods {
		if pod.Spec.NodeName == node {
			list = append(list, pod.DeepCopy())
		}
	}
	return list
}

// handsParts has a function change a part by another name, and one that changes another object.
func (c *controller) handsParts(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if err := c.follows(pod); err != nil {
		return err
	}
	settle(pod) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

func settle(pod *corev1.Pod) {
	status := &pod.Status
	status.Message = "settled"
}

func (c *controller) follows(pod *corev1.Pod) error {
	other, err := c.pods.Pods(pod.Namespace).Get("first")
	if err != nil {
		return err
	}
	other.Spec.NodeName = pod.Spec.NodeName // want RL4014:"this object is the one in the informer's cache"
	return nil
}

// appended appends to a list whose type is a parameter.
func appended[L ~[]E, E any](list L, e E) L {
	list = append(list, e)
	return list
}
