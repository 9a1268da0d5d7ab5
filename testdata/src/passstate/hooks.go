package passstate

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var defaulted = &corev1.Pod{}

// A defaulter keeps the object of one request where the next one puts its own.
type defaulter struct{ client.Client }

func (d *defaulter) Default(ctx context.Context, obj runtime.Object) error {
	var ok bool
	if defaulted, ok = obj.(*corev1.Pod); !ok { // want RL4011:"Default keeps state of a request in variable defaulted: a webhook's requests are served at the same time, and one can see that of another object"
		return errors.New("no pod")
	}
	if err := d.Get(ctx, client.ObjectKeyFromObject(defaulted), &corev1.Pod{}); err != nil {
		return err
	}
	defaulted.Labels = map[string]string{"app": defaulted.Name}
	return nil
}

// A judge keeps what it is asked in its own field.
type judge struct{ asked string }

func (j *judge) Handle(_ context.Context, req admission.Request) admission.Response {
	j.asked = req.Name // want RL4011:"Handle keeps state of a request in judge.asked: a webhook's requests"
	if err := j.check(); err != nil {
		return admission.Denied(err.Error())
	}
	return admission.Allowed("")
}

func (j *judge) check() error {
	if j.asked == "" {
		return errors.New("no name")
	}
	return nil
}

// A plain judge has variables of its own, and an object defaults itself.
type plain struct{ name string }

func (p *plain) Default() { p.name = "plain" }

func (p *plain) Handle(_ context.Context, req admission.Request) admission.Response {
	asked := req.Name
	return admission.Allowed(asked + p.name)
}
