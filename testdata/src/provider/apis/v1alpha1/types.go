package v1alpha1

import (
	xpv2 "github.com/crossplane/crossplane/apis/v2/core/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// A Resource is what every managed resource of this provider has.
type Resource struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   xpv2.ManagedResourceSpec `json:"spec"`
	Status xpv2.ConditionedStatus   `json:"status,omitempty"`
}

// GetCondition returns the condition of the given type.
func (r *Resource) GetCondition(t xpv2.ConditionType) xpv2.Condition { return r.Status.GetCondition(t) }

// SetConditions sets conditions.
func (r *Resource) SetConditions(c ...xpv2.Condition) { r.Status.SetConditions(c...) }

// GetManagementPolicies returns what may be done with the external resource.
func (r *Resource) GetManagementPolicies() xpv2.ManagementPolicies { return r.Spec.ManagementPolicies }

// SetManagementPolicies sets what may be done with the external resource.
func (r *Resource) SetManagementPolicies(p xpv2.ManagementPolicies) { r.Spec.ManagementPolicies = p }

func (r *Resource) copy() Resource {
	out := *r
	r.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	r.Spec.DeepCopyInto(&out.Spec)
	r.Status.DeepCopyInto(&out.Status)
	return out
}

// A Bucket holds objects.
type Bucket struct{ Resource }

// DeepCopyObject copies b.
func (b *Bucket) DeepCopyObject() runtime.Object { return &Bucket{b.copy()} }

// A Database holds tables.
type Database struct{ Resource }

// DeepCopyObject copies d.
func (d *Database) DeepCopyObject() runtime.Object { return &Database{d.copy()} }

// A Queue holds messages.
type Queue struct{ Resource }

// DeepCopyObject copies q.
func (q *Queue) DeepCopyObject() runtime.Object { return &Queue{q.copy()} }

// A ProviderConfig tells how to reach the store.
type ProviderConfig struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status xpv2.ProviderConfigStatus `json:"status,omitempty"`
}

// DeepCopyObject copies c.
func (c *ProviderConfig) DeepCopyObject() runtime.Object {
	out := *c
	c.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	c.Status.DeepCopyInto(&out.Status)
	return &out
}
