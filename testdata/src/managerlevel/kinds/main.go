// Command kinds sets the number of workers at the manager by kind: some from the
// maximum reconcile rate, one constant, and one that is missing.
package main

import (
	"flag"
	"log"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/limits"
	"rllint.test/managerlevel/library"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	jobs := flag.Int("jobs", 3, "workers for jobs") // want RL1003:"v1.Job runs as many workers as flag jobs says"
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{ // want RL1003:"2 controllers .core/v1.Pod, kindless. run one worker" RL1004:"client of this manager"
		Controller: config.Controller{
			GroupKindConcurrency: map[string]int{
				"ConfigMap":       *rps,
				"Secret":          *rps,
				"Deployment.apps": 4, // want RL1003:"4"
				schema.GroupKind{Group: "apps", Kind: "StatefulSet"}.String():       *rps,
				batchv1.SchemeGroupVersion.WithKind("CronJob").GroupKind().String(): *rps,
				schema.GroupKind{Group: batchv1.GroupName, Kind: "Job"}.String():    *jobs,
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)
	check(library.SetupConfigMap(mgr, global))
	check(library.SetupDeployment(mgr, global))
	check(library.SetupPod(mgr, global))
	check(library.SetupReadBack(mgr, global))
	check(library.SetupStatefulSet(mgr, global))
	check(library.SetupJobs(mgr, global))
	check(library.SetupAny(mgr, global, corev1.SchemeGroupVersion.WithKind("Node")))
	check(library.SetupKindless(mgr, global))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
