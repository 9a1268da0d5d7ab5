package cachedobjects

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"rllint.test/cachedobjects/helpers"
)

func (c *controller) defaults(namespace, name string) (*corev1.Pod, error) {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	pod = helpers.Defaults{Region: "a"}.With(pod)
	helpers.Stamp(pod, "a")
	other, err := c.pods.Pods(namespace).Get("other")
	if err != nil {
		return nil, err
	}
	other = helpers.Defaults{Region: "a"}.Apply(other) // want RL4014:"this object is the one in the informer's cache"
	third, err := c.pods.Pods(namespace).Get("third")
	if err != nil || !helpers.Stamp(third, "a") { // want RL4014:"this object is the one in the informer's cache"
		return nil, err
	}
	return other, nil
}

func (c *controller) order() error {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	helpers.OrderPods(pods)
	all, err := c.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	helpers.Order(all) // want RL4014:"this object is the one in the informer's cache"
	return nil
}

func (c *controller) shallow(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	labelled(pod) // want RL4014:"this object is the one in the informer's cache"
	other, err := c.pods.Pods(namespace).Get("other")
	if err != nil {
		return err
	}
	relabelled(other)
	return nil
}

// labelled has a copy with the map of what it is a copy of.
func labelled(pod *corev1.Pod) *corev1.Pod {
	out := *pod
	if out.Labels == nil {
		out.Labels = make(map[string]string)
	}
	out.Labels["app"] = "web"
	return &out
}

// relabelled gives its copy a map of its own.
func relabelled(pod *corev1.Pod) *corev1.Pod {
	out := *pod
	out.Labels = make(map[string]string)
	out.Labels["app"] = "web"
	return &out
}
