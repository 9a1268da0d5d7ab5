// Package v1alpha1 holds the kinds of the store provider.
package v1alpha1

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)

// GroupVersion of the kinds in this package.
var GroupVersion = schema.GroupVersion{Group: "store.example.org", Version: "v1alpha1"}

// The kinds.
var (
	BucketKind              = GroupVersion.WithKind("Bucket")
	DatabaseKind            = GroupVersion.WithKind("Database")
	QueueKind               = GroupVersion.WithKind("Queue")
	ProviderConfigKind      = GroupVersion.WithKind("ProviderConfig")
	ProviderConfigUsageKind = GroupVersion.WithKind("ProviderConfigUsage")
)

var builder = &scheme.Builder{GroupVersion: GroupVersion}

// AddToScheme adds the kinds to a scheme.
var AddToScheme = builder.AddToScheme

func init() {
	builder.Register(&Bucket{}, &Database{}, &Queue{}, &ProviderConfig{})
}
