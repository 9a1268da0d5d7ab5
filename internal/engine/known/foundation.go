package known

import "strings"

// kubernetesLibraries are the first elements of the import paths below k8s.io of Kubernetes' own libraries. What else is
// there are programs, and what is shared by them.
var kubernetesLibraries = map[string]bool{
	"api": true, "apiextensions-apiserver": true, "apimachinery": true, "apiserver": true, "cli-runtime": true, "client-go": true,
	"cluster-bootstrap": true, "code-generator": true, "component-base": true, "component-helpers": true, "controller-manager": true,
	"cri-api": true, "cri-client": true, "csi-translation-lib": true, "dynamic-resource-allocation": true, "endpointslice": true,
	"gengo": true,
	"klog":  true, "kms": true, "kube-controller-manager": true, "kube-openapi": true, "kube-proxy": true, "kube-scheduler": true,
	"kubectl": true, "kubelet": true, "metrics": true, "mount-utils": true, "pod-security-admission": true, "utils": true,
}

// clientBuilders is a package of theirs that makes the clients of a controller manager's controllers: what limits them is decided there.
const clientBuilders = "controller-manager/pkg/clientbuilder"

// Foundation reports whether a package belongs to what controllers are built on:
// controller-runtime and Kubernetes' own libraries, whose primitives are known and
// whose other code has nothing to say about limits.
func Foundation(path string) bool {
	if rest, found := strings.CutPrefix(path, "k8s.io/"); found {
		first, _, _ := strings.Cut(rest, "/")
		return kubernetesLibraries[first] && rest != clientBuilders
	}
	return path == ControllerRuntime || strings.HasPrefix(path, ControllerRuntime+"/") ||
		strings.HasPrefix(path, "golang.org/x/")
}
