package known

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Import paths of what filters events.
const (
	Predicate = ControllerRuntime + "/pkg/predicate"
	Event     = ControllerRuntime + "/pkg/event"
	Source    = ControllerRuntime + "/pkg/source"
)

// Untyped returns the name that a function or type of controller-runtime, or a method of one, had before it got type parameters.
func Untyped(sym symbol.Name) symbol.Name {
	return symbol.Name(strings.Replace(string(sym), ".Typed", ".", 1))
}

// UpdateEvent reports whether the named type is that of the events which tell predicates of an update.
func UpdateEvent(sym symbol.Name) bool { return Untyped(sym) == Event+".UpdateEvent" }

// FilteredEvent reports whether the named type is that of events for which filters are run.
func FilteredEvent(sym symbol.Name) bool {
	return UpdateEvent(sym) || Untyped(sym) == Event+".DeleteEvent"
}

// generations has the kinds of Kubernetes' own that the API server counts no generation for: see the text.
//
//go:embed generations.txt
var generations string

// ungenerated has the kinds of the text by the last elements of their types' import path and by their API group.
var ungenerated = func() map[string]bool {
	kinds := make(map[string]bool)
	for line := range strings.Lines(generations) {
		if f := strings.Fields(line); len(f) == 4 && f[0] != "#" {
			group, data := strings.TrimPrefix(f[1], "core"), f[3] == "data"
			kinds["k8s.io/api/"+f[0]+"."+f[2]], kinds[group+"/"+f[2]] = data, data
		}
	}
	return kinds
}()

// Ungenerated reports whether the API server counts no generation for objects of a type of k8s.io/api, so that metadata.generation is 0
// before and after each update. Data is whether updates change what its users write, and not for the most part what the API server
// and controllers of Kubernetes do.
func Ungenerated(typ symbol.Name) (is, data bool) {
	dir, _ := path.Split(typ.Package()) // of all versions
	data, is = ungenerated[strings.TrimSuffix(dir, "/")+"."+typ.Last()]
	return is, data
}

// ClusterScoped reports whether objects of a type of Kubernetes' own have no namespace.
func ClusterScoped(typ symbol.Name) bool {
	return Foundation(typ.Package()) && slices.Contains([]string{"Node", "Namespace", "PersistentVolume", "ClusterRole", "ClusterRoleBinding",
		"StorageClass", "CSIDriver", "CSINode", "VolumeAttachment", "IngressClass", "PriorityClass", "RuntimeClass", "CustomResourceDefinition",
		"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration", "APIService", "CertificateSigningRequest"}, typ.Last())
}

// HasData reports whether objects of a type hold data of their users, and no Spec: ConfigMaps and Secrets.
func HasData(typ symbol.Name) bool {
	return typ == "k8s.io/api/core/v1.ConfigMap" || typ == "k8s.io/api/core/v1.Secret"
}

// UngeneratedKind is [Ungenerated] of a kind that is named by its API group, "" for the core.
func UngeneratedKind(group, kind string) (is, data bool) {
	data, is = ungenerated[group+"/"+kind]
	return is, data
}

// HoldsHandlers reports whether a type holds functions that are called for events.
func HoldsHandlers(name symbol.Name) bool {
	switch name.Last() {
	case "ResourceEventHandlerFuncs", "ResourceEventHandlerDetailedFuncs":
		return name.In(ClientGoCache)
	case "Funcs", "TypedFuncs":
		return name.In(ControllerRuntime + "/pkg/handler")
	}
	return false
}
