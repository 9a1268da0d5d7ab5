package known

import "testing"

func TestIsWorkersName(t *testing.T) {
	for name, want := range map[string]bool{
		"concurrent": true, "reconcile-concurrency": true, "controller.maxConcurrentReconciles": true, "MAX_CONCURRENT_RECONCILES": true,
		"workers": true, "MaxConcurrentReconciles": true, "threadiness": true, "kube-api-workers": false,
		"ingress-workers": false, "concurrent-work-syncs": false, "kubeadmconfig-concurrency": false, "max": false, "": false, "reconcile": false,
	} {
		if got := IsWorkersName(name); got != want {
			t.Errorf("IsWorkersName(%q) = %v", name, got)
		}
	}
}
